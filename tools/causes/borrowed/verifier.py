"""Candidates of `verifier` with one mistake each."""

import math
from typing import Any

from candidates.reference import lax_number
from candidates.reference.verifier import (
    RewardJson,
    Verifier,
    verifier,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: benchflow-ai/benchflow PR #683: a reward counts as a number only if it is an int or a
#   float and no bool
# differs: reward.json of {"reward": true}: ValidationError, not {"reward": 1.0}
@candidate("verifier")
def truth_values_are_refused(case: Json) -> Json:
    """In reward.json, true and false are refused with a ValidationError.

    They should be 1.0 and 0.0.
    """

    def number(value: object) -> int | float | None:
        return None if isinstance(value, bool) else lax_number.convert(value)

    return Verifier(json=RewardJson(number=number))(case)


# source: Farama-Foundation/PettingZoo PR #1448 and openai/gym PR #1484: rewards are clipped into
#   the range from -1 to 1
# differs: reward.txt of b"2": {"reward": 1.0}, not {"reward": 2.0}
@candidate("verifier")
def rewards_are_clipped(case: Json) -> Json:
    """A reward below -1 becomes -1 and one above 1 becomes 1; nan stays.

    Rewards should be kept as they are. This applies to both files, after all is read.
    """
    rewards = verifier(case)["rewards"]

    def clipped(value: float) -> float:
        if math.isnan(value) or -1 <= value <= 1:
            return value
        limit = 1 if value > 1 else -1
        return float(limit) if isinstance(value, float) else limit

    return {"rewards": rewards and {name: clipped(value) for name, value in rewards.items()}}
