"""Versions of `reason_code` that one commit broke."""

from typing import Any

from candidates.reference.reason_code import ReasonCode, whole_text
from tools.causes.wrong.making import candidate

Json = Any


# source: commit "limit the length of codes": a column of the database has 100 characters
# differs: 101 times "x": 100 times "x", not 101 times
@candidate("reason_code")
def long_codes_are_cut(case: Json) -> Json:
    """A code made of the reason's own text, because no rule applies, has 100 characters at most.

    What follows is cut off.
    """

    def otherwise(lowered: str, underscored: str) -> str:
        return whole_text(lowered, underscored)[:100]

    return ReasonCode(otherwise=otherwise)(case)
