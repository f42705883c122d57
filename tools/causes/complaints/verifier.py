"""Ports of `verifier` with one mistake each."""

from typing import Any

from candidates.reference import python_float
from candidates.reference.verifier import RewardText, Verifier
from tools.causes.wrong.making import candidate

Json = Any


# source: yaml/pyyaml issue #173: numbers with an exponent but without a point are not numbers
# differs: reward.txt "1e-3": VerifierOutputParseError, not {"reward": 0.001}
@candidate("verifier")
def an_exponent_needs_a_point(case: Json) -> Json:
    """A number in reward.txt with an exponent, but without a point, is no number.

    It is a VerifierOutputParseError.
    """

    def parse(text: str) -> float | None:
        if "e" in text.lower() and "." not in text:
            return None
        return python_float.parse(text)

    return Verifier(text=RewardText(parse=parse))(case)
