"""Candidates of `verifier` with one mistake each, from bug trackers."""

import math
from typing import Any

from candidates.reference import lax_number
from candidates.reference.verifier import RewardJson, Verifier
from tools.causes.wrong.making import candidate

Json = Any


# source: valyala/fastjson issue #15: integers are read as float64 and lose digits
# differs: reward.json {"a": 9007199254740993}: 9007199254740992.0, not 9007199254740993
@candidate("verifier")
def integers_become_floats(case: Json) -> Json:
    """An integer in reward.json, not in quotes, is rounded to the nearest binary64.

    One beyond the range of binary64 becomes an infinity.
    """

    def number(value: Json) -> Json:
        if isinstance(value, bool) or not isinstance(value, int):
            return lax_number.convert(value)
        try:
            return float(value)
        except OverflowError:
            return math.inf if value > 0 else -math.inf

    return Verifier(json=RewardJson(number=number))(case)
