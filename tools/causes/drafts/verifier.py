"""Ports of `verifier` with one mistake each."""

from typing import Any

from candidates.reference import python_float
from candidates.reference.verifier import (
    RewardText,
    Verifier,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: Ruby before 3.4: Float("1.") is an ArgumentError, Float(".5") is 0.5; spec/000 §1 lists
#   no number that ends in a point
# differs: reward.txt of "5.": VerifierOutputParseError, not 5.0
@candidate("verifier")
def a_point_needs_digits_behind_it(case: Json) -> Json:
    """A number of reward.txt whose point has no digit behind it is refused.

    It is a VerifierOutputParseError; digits before the point may be left out.
    """

    def parse(text: str) -> float | None:
        _, point, rest = text.partition(".")
        if point and rest[:1] not in python_float.DIGITS:
            return None
        return python_float.parse(text)

    return Verifier(text=RewardText(parse=parse))(case)
