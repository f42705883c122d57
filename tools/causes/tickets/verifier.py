"""Ports of `verifier` with one mistake each."""

import math
from typing import Any

from candidates.reference import lax_number, python_json
from candidates.reference.verifier import RewardJson, Verifier
from tools.causes.wrong.making import candidate

Json = Any

_LARGEST_SAFE = 2**53 - 1


# source: nodejs/node issue #3377: JSON.parse gives 25930604596008828 for 25930604596008827
# differs: reward.json {"a": 9007199254740993}: 9007199254740992.0, not 9007199254740993
@candidate("verifier")
def large_integers_become_binary64(case: Json) -> Json:
    """Integers of reward.json beyond 2**53 - 1 become the nearest binary64 (or an infinity).

    This holds for both signs, and for numbers without a point and an exponent.
    """

    def integer(digits: str) -> Json:
        exact = python_json.integer(digits)
        return exact if abs(exact) <= _LARGEST_SAFE else float(digits)

    return Verifier(json=RewardJson(parse=python_json.Parser(integer=integer)))(case)


# source: argoproj-labs/hera PR #241: a field of int or float, in this order, makes 0.5 a 0
# differs: reward.json {"a": 0.5}: {"a": 0}, not {"a": 0.5}
@candidate("verifier")
def fractions_are_cut_off(case: Json) -> Json:
    """Numbers of reward.json with a point or an exponent lose their fraction, towards zero.

    Text and the words for nan and the infinities are read as they should be.
    """

    def number(value: object) -> Json:
        if isinstance(value, float) and math.isfinite(value):
            return int(value)
        return lax_number.convert(value)

    return Verifier(json=RewardJson(number=number))(case)
