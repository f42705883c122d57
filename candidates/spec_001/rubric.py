"""From the scores of a rubric's dimensions to one reward."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from candidates.spec_001.result import ValidationError

DECIMALS = 4


class Rollup(StrEnum):
    """How dimensions become one number."""

    WEIGHTED_MEAN = "weighted_mean"
    MIN = "min"


@dataclass(frozen=True, slots=True)
class Dimension:
    """The score of one dimension, out of how much, and its weight in a mean."""

    score: float
    max_score: float = 1.0
    weight: float = 1.0

    def normalised(self) -> float:
        """Return the score as a part of its maximum, from 0 to 1; raises ValidationError."""
        if not self.max_score > 0:
            raise ValidationError(f"max_score must be greater than 0, not {self.max_score!r}")
        part = self.score / self.max_score
        if math.isnan(part):  # min() and max() would hide it, or not, by its place
            raise ValidationError(f"{self.score!r} of {self.max_score!r} is no number")
        return min(max(part, 0.0), 1.0)


def reward_of(dimensions: Mapping[str, Dimension], rollup: Rollup = Rollup.WEIGHTED_MEAN) -> float:
    """Return the reward of a rubric, rounded to four decimals.

    ``round`` uses the binary value: that of 0.00005 is a little larger and becomes 0.0001, that of
    0.00015 a little smaller and becomes 0.0001 too. Only a true tie goes to the even digit, and
    from 0 to 1 only the odd thirty-seconds are ties: 0.03125 becomes 0.0312, 0.09375 0.0938. Raises
    ValidationError if there is nothing to weigh.
    """
    if not dimensions:
        raise ValidationError("a rubric has at least one dimension")
    if rollup is Rollup.MIN:
        combined = min(dimension.normalised() for dimension in dimensions.values())
    else:
        combined = _weighted_mean(dimensions)
    reward = round(combined, DECIMALS)
    if not 0.0 <= reward <= 1.0:
        raise ValidationError(f"a reward is from 0 to 1, not {reward!r}")
    return reward


def _weighted_mean(dimensions: Mapping[str, Dimension]) -> float:
    weights = sum(dimension.weight for dimension in dimensions.values())
    if not weights > 0:
        raise ValidationError(f"weights must add up to more than 0, not {weights!r}")
    scored = sum(dimension.normalised() * dimension.weight for dimension in dimensions.values())
    return scored / weights
