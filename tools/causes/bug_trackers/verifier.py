"""Candidates of `verifier` with one mistake each, from bug trackers."""

import math
from typing import Any

from candidates.reference import lax_number
from candidates.reference.python_json import Parser
from candidates.reference.verifier import RewardJson, Verifier, text_of
from tools.causes.wrong.making import candidate

Json = Any


# source: davisp/jiffy issue #162: of an object's repeated keys the first value is kept
# differs: reward.json {"a": 1, "a": 2}: a is 1, not 2
@candidate("verifier")
def the_first_of_repeated_names_holds(case: Json) -> Json:
    """Of a name that reward.json has several times, the first value holds, not the last."""

    def members(pairs: Json) -> Json:
        kept: dict[str, object] = {}
        for name, value in pairs:
            kept.setdefault(name, value)
        return kept

    return Verifier(json=RewardJson(parse=Parser(members=members)))(case)


# source: nlohmann/json issue #152: a byte order mark before JSON is to be skipped
# differs: reward.json of a byte order mark and {"a": 1}: a is 1, not VerifierOutputParseError
@candidate("verifier")
def a_byte_order_mark_is_skipped(case: Json) -> Json:
    """A byte order mark at the start of reward.json is skipped; it should be a parse error.

    In reward.txt it remains an error.
    """

    def decode(content: bytes) -> str:
        return text_of(content).removeprefix("\ufeff")

    return Verifier(json=RewardJson(decode=decode))(case)


# source: konradhalas/dacite issue #87: a number's field should refuse a truth value
# differs: reward.json {"a": true}: ValidationError, not 1.0
@candidate("verifier")
def truth_values_are_refused(case: Json) -> Json:
    """A reward of true or false in reward.json is a ValidationError, not 1.0 or 0.0."""

    def number(value: Json) -> Json:
        return None if isinstance(value, bool) else lax_number.convert(value)

    return Verifier(json=RewardJson(number=number))(case)


# source: comet-ml/opik PR #8456: NaN and Infinity are to be refused, as they are not JSON
# differs: reward.json {"a": NaN}: VerifierOutputParseError, not nan
@candidate("verifier")
def nan_and_infinity_are_no_json(case: Json) -> Json:
    """The bare words NaN, Infinity and -Infinity in reward.json are a VerifierOutputParseError.

    They should be numbers. In quotes they still are, and so they are in reward.txt.
    """
    return Verifier(json=RewardJson(parse=Parser(constants={})))(case)


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
