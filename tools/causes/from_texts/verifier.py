"""Ports of `verifier` that break one rule each."""

import math
from typing import Any

from candidates.reference import lax_number, python_float, python_json
from candidates.reference.verifier import (
    RewardJson,
    RewardText,
    ValidationError,
    Verifier,
    rewards_of,
    verifier,
)
from tools.causes.wrong.making import (
    RewardFileEmptyError,
    RewardFileNotFoundError,
    VerifierOutputParseError,
    candidate,
)

Json = Any


# source: Go: strconv.ParseFloat gives ErrRange with the infinity, and `err != nil` is taken for
#   the ValueError of spec/000 §1 ("float() ... raises ValueError")
# differs: reward.txt of 1e999: VerifierOutputParseError, not {"reward": inf}
@candidate("verifier")
def a_number_out_of_range_in_text_is_refused(case: Json) -> Json:
    """A number in reward.txt that is too large for a binary64 is a VerifierOutputParseError.

    It should become an infinity. The words inf and infinity are read, and so are numbers that
    underflow; reward.json is read correctly.
    """

    def parse(text: str) -> float | None:
        number = python_float.parse(text)
        too_large = number is not None and math.isinf(number) and "inf" not in text.lower()
        return None if too_large else number

    return Verifier(text=RewardText(parse=parse))(case)


# source: spec/000 §1 names three error classes and has "bad JSON → VerifierOutputParseError";
#   Go's json.Unmarshal into a map of numbers has one `err` for bad syntax and bad types
# differs: reward.json of {"a": null}: VerifierOutputParseError, not ValidationError
@candidate("verifier")
def json_of_the_wrong_types_is_a_parse_error(case: Json) -> Json:
    """A reward.json that is JSON but no object of numbers is a VerifierOutputParseError.

    It should be a ValidationError. Which documents are refused is right: booleans and text that
    reads as a number are converted.
    """
    try:
        return verifier(case)
    except ValidationError as error:
        raise VerifierOutputParseError from error


# source: spec/000 §1 "json.loads ... verbatim"; the parsers of Go, Rust, Java and JSON.parse know
#   none of the words that Python's adds
# differs: reward.json of {"a": NaN}: VerifierOutputParseError, not {"a": nan}
@candidate("verifier")
def json_has_no_words_for_numbers(case: Json) -> Json:
    """NaN, Infinity and -Infinity in reward.json are a VerifierOutputParseError.

    Bare they should be numbers. In quotes they are still read, and reward.txt is read correctly.
    """
    return Verifier(json=RewardJson(parse=python_json.Parser(constants={})))(case)


# source: Rust: serde_json's Number is i64, u64 or f64, and an integer that fits neither is an f64
# differs: reward.json of {"a": 100000000000000000000001}: 1e23, not the integer
@candidate("verifier")
def integers_beyond_64_bits_become_floats(case: Json) -> Json:
    """A bare integer in reward.json below -2**63 or from 2**64 on becomes the nearest binary64.

    If it is beyond binary64 too, it is a VerifierOutputParseError. It should keep all its digits.
    """

    def integer(digits: str) -> Json:
        value = python_json.integer(digits)
        if -(2**63) <= value < 2**64:
            return value
        if math.isinf(float(digits)):
            raise ValueError("number out of range")
        return float(digits)

    return Verifier(json=RewardJson(parse=python_json.Parser(integer=integer)))(case)


# source: Java: new String(bytes, UTF_8) replaces what it cannot decode (as Ruby's scrub and C#'s
#   Encoding.UTF8 do); spec/000 §1 says read_text() and nothing of its encoding
# differs: reward.json of {"\xff": 1}: the name is U+FFFD, not VerifierOutputParseError
@candidate("verifier")
def bytes_that_are_no_text_are_replaced(case: Json) -> Json:
    """Bytes that are not UTF-8 become U+FFFD; they should be a VerifierOutputParseError.

    So a reward.json that has them only in its names or texts is read. A reward.txt with them is
    no number anyway.
    """
    content = case["reward.json"] if case["reward.json"] is not None else case["reward.txt"]
    if content is None:
        raise RewardFileNotFoundError
    if not content:
        raise RewardFileEmptyError
    text = content.decode("utf-8", "replace")
    if case["reward.json"] is None:
        number = python_float.parse(text)
        if number is None:
            raise VerifierOutputParseError
        return {"rewards": {"reward": number}}
    try:
        value = python_json.parse(text)
    except ValueError as error:
        raise VerifierOutputParseError from error
    return {"rewards": rewards_of(value, lax_number.convert)}
