"""Ports of `verifier` with one mistake each."""

import math
from typing import Any

from candidates.reference import lax_number, python_float
from candidates.reference.python_json import Parser, integer
from candidates.reference.verifier import (
    RewardJson,
    RewardText,
    ValidationError,
    Verifier,
    text_of,
    verifier,
)
from tools.causes.wrong.making import VerifierOutputParseError, candidate

Json = Any


# source: spec/000 §1 "Value = float(read_text())"; in Go strconv.ParseFloat returns an error
#   (ErrRange) next to the infinity, and `if err != nil` makes a parse error of it
# differs: reward.txt of 1e400: VerifierOutputParseError, not inf
@candidate("verifier")
def numbers_too_large_are_refused(case: Json) -> Json:
    """A number in reward.txt that is too large for binary64 is a VerifierOutputParseError.

    The words inf and infinity are still read, and so is a large number in reward.json.
    """

    def parse(text: str) -> float | None:
        number = python_float.parse(text)
        overflows = number is not None and math.isinf(number) and any(map(str.isdecimal, text))
        return None if overflows else number

    return Verifier(text=RewardText(parse=parse))(case)


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


# source: spec/000 "raise the three error classes": no other error is named there, and a typed
#   decoder (Swift's Codable, Rust's serde) fails alike for bad syntax and for bad types
# differs: reward.json of [1]: VerifierOutputParseError, not ValidationError
@candidate("verifier")
def unfit_json_is_a_parse_error(case: Json) -> Json:
    """JSON that is not an object of numbers is a VerifierOutputParseError, no ValidationError."""
    try:
        return verifier(case)
    except ValidationError as error:
        raise VerifierOutputParseError from error


# source: spec/000 §1 "read_text()", ported as C#'s File.ReadAllText, which drops the mark
# differs: reward.txt of EF BB BF 31: 1.0, not VerifierOutputParseError
@candidate("verifier")
def a_byte_order_mark_is_dropped(case: Json) -> Json:
    """A byte order mark at the start of reward.txt or reward.json is dropped."""

    def decode(content: bytes) -> str:
        return text_of(content).removeprefix("\ufeff")

    return Verifier(text=RewardText(decode=decode), json=RewardJson(decode=decode))(case)
