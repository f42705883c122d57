"""Ports of `verifier` with one mistake each."""

from typing import Any

from candidates.reference import lax_number, python_float
from candidates.reference.python_json import Parser, integer
from candidates.reference.verifier import RewardJson, RewardText, Verifier, text_of
from tools.causes.wrong.making import candidate

Json = Any


# source: DaveGamble/cJSON issue #696: of members with one name the first is always returned
# differs: reward.json {"a": 1, "a": 2}: {"a": 1}, not {"a": 2}
@candidate("verifier")
def the_first_of_equal_names_holds(case: Json) -> Json:
    """Of several members with one name in reward.json the first holds, not the last."""

    def members(pairs: Json) -> Json:
        found: Json = {}
        for name, value in pairs:
            found.setdefault(name, value)
        return found

    return Verifier(json=RewardJson(parse=Parser(members=members)))(case)


# source: volcengine/OpenViking PR #500: a JSON file with a byte order mark does not load, and is
#   from now on read as utf-8-sig
# differs: reward.json of a byte order mark and {"a": 1}: {"a": 1}, not VerifierOutputParseError
@candidate("verifier")
def a_byte_order_mark_before_json_is_dropped(case: Json) -> Json:
    """A byte order mark at the start of reward.json is dropped; it should make it unreadable."""

    def decode(content: bytes) -> str:
        return text_of(content).removeprefix("\ufeff")

    return Verifier(json=RewardJson(decode=decode))(case)


# source: edgexfoundry/device-sdk-c issue #150: the JSON library holds every number as a double,
#   so integers beyond 2**53 change
# differs: reward.json {"a": 9007199254740993}: 9007199254740992.0, not 9007199254740993
@candidate("verifier")
def integers_in_json_are_doubles(case: Json) -> Json:
    """Integers in reward.json become the nearest binary64, inf where they are too large for it.

    Integers in text keep all their digits.
    """

    def double(digits: str) -> Json:
        integer(digits)
        return float(digits)

    return Verifier(json=RewardJson(parse=Parser(integer=double)))(case)


# source: openvang/vanguarstew issue #1233: true and false pass float() as 1.0 and 0.0 and are
#   scored; a boolean is to be treated as malformed
# differs: reward.json {"a": true}: ValidationError, not {"a": 1.0}
@candidate("verifier")
def booleans_are_refused(case: Json) -> Json:
    """A reward of true or false in reward.json is a ValidationError, not 1.0 or 0.0."""

    def number(value: Json) -> Json:
        return None if isinstance(value, bool) else lax_number.convert(value)

    return Verifier(json=RewardJson(number=number))(case)


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
