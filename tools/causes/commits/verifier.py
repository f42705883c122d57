"""Versions of `verifier` that one commit broke."""

import math
from typing import Any

from candidates.reference import python_float, python_json
from candidates.reference.python_json import Parser, parse
from candidates.reference.verifier import RewardJson, RewardText, Verifier, rewards_of, text_of
from tools.causes.wrong.making import RewardFileEmptyError, candidate

Json = Any


# source: commit "be lenient with whitespace": the text of reward.json is stripped before it is read
# differs: reward.json of a no-break space and {"a": 1}: {"a": 1}, not VerifierOutputParseError
@candidate("verifier")
def the_json_is_stripped_first(case: Json) -> Json:
    """White space of Unicode around the JSON of reward.json is dropped, as str.strip does it.

    Around the JSON only spaces, tabs, line feeds and carriage returns are allowed.
    """
    return Verifier(json=RewardJson(parse=lambda text: parse(text.strip())))(case)


# source: commit "report blank files as empty": a file of only a line feed has nothing in it
# differs: reward.txt of a line feed: RewardFileEmptyError, not VerifierOutputParseError
@candidate("verifier")
def blank_files_are_empty(case: Json) -> Json:
    """A reward.txt or reward.json of nothing but white space is a RewardFileEmptyError.

    It should be a VerifierOutputParseError. White space is what str.strip drops.
    """

    def decode(content: bytes) -> str:
        text = text_of(content)
        if not text.strip():
            raise RewardFileEmptyError
        return text

    return Verifier(text=RewardText(decode=decode), json=RewardJson(decode=decode))(case)


# source: commit "validate input": a reward.txt has to hold a finite number
# differs: reward.txt of inf: VerifierOutputParseError, not {"reward": inf}
@candidate("verifier")
def a_reward_text_is_finite(case: Json) -> Json:
    """A reward.txt of nan or an infinity, or of a number beyond binary64, is a parse error."""

    def finite(text: str) -> float | None:
        number = python_float.parse(text)
        return number if number is not None and math.isfinite(number) else None

    return Verifier(text=RewardText(parse=finite))(case)


# source: commit "clean up nulls": members that are null are dropped from the object
# differs: reward.json of {"a": 1, "b": null}: {"a": 1}, not ValidationError
@candidate("verifier")
def null_members_are_dropped(case: Json) -> Json:
    """A member of reward.json that is null is left out; it should be a ValidationError."""

    def rewards(value: Json, number: Json) -> Json:
        if isinstance(value, dict):
            value = {name: member for name, member in value.items() if member is not None}
        return rewards_of(value, number)

    return Verifier(json=RewardJson(rewards=rewards))(case)


# source: commit "use orjson": it reads integers beyond 64 bits as floats
# differs: reward.json of {"a": 36893488147419103233}: 3.6893488147419103e+19, not the integer
@candidate("verifier")
def integers_beyond_64_bits_are_floats(case: Json) -> Json:
    """An integer of reward.json that neither 64 bits hold, signed or unsigned, becomes a float.

    That is one below -2**63 or from 2**64 on; from 309 digits on it is an infinity. Integers
    in text are not concerned.
    """

    def integer(digits: str) -> Json:
        value = python_json.integer(digits)
        return value if -(2**63) <= value < 2**64 else float(digits)

    return Verifier(json=RewardJson(parse=Parser(integer=integer)))(case)
