"""Ports of `verifier` with one mistake each."""

from typing import Any

from candidates.reference import lax_number
from candidates.reference.python_json import Parser, integer
from candidates.reference.verifier import (
    RewardJson,
    Verifier,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: spec/000 §1 "returned VERBATIM" and JavaScript's JSON.parse, which has only binary64
# differs: reward.json of {"a": 9007199254740993}: 9007199254740992.0, not 9007199254740993
@candidate("verifier")
def json_integers_are_binary64(case: Json) -> Json:
    """An integer in reward.json is read as a binary64: rounded, and infinite if too large."""

    def rounded(digits: str) -> Json:
        integer(digits)
        return float(digits)

    return Verifier(json=RewardJson(parse=Parser(integer=rounded)))(case)


# source: spec/000 §1 "harbor does NOT validate JSON value types here"; Go's json.Unmarshal leaves
#   the zero value where null meets map[string]float64
# differs: reward.json of {"a": null}: {"a": 0}, not ValidationError
@candidate("verifier")
def a_null_value_is_zero(case: Json) -> Json:
    """A value of null in reward.json is a reward of 0, where it should be a ValidationError."""

    def number(value: Json) -> Json:
        return 0 if value is None else lax_number.convert(value)

    return Verifier(json=RewardJson(number=number))(case)
