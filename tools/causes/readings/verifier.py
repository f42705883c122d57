"""Mistakes in `verifier` from a fresh reading of the texts."""

import math
from typing import Any

from candidates.reference import lax_number, python_float
from candidates.reference.verifier import (
    RewardJson,
    RewardText,
    ValidationError,
    Verifier,
    rewards_of,
    text_of,
)
from tools.causes.wrong.making import RewardFileEmptyError, candidate

Json = Any


# source: a Go developer: strconv.ParseFloat reports ErrRange, and any error is a parse error
# differs: reward.txt b"1e400": VerifierOutputParseError, not inf
@candidate("verifier")
def decimal_text_beyond_binary64_cannot_be_parsed(case: Json) -> Json:
    """A decimal number in reward.txt that is too large for a binary64 is a parse error."""

    def parse(text: str) -> float | None:
        number = python_float.parse(text)
        overflow = number is not None and math.isinf(number) and "inf" not in text.lower()
        return None if overflow else number

    return Verifier(text=RewardText(parse=parse))(case)


# source: a hurried reading, whose reward.txt has one line as in spec/002: readline()
# differs: reward.txt b"1\n0\n": 1.0, not VerifierOutputParseError
@candidate("verifier")
def only_the_first_line_of_reward_txt_is_read(case: Json) -> Json:
    """The number is read from the first line of reward.txt, and later lines are ignored."""

    def decode(content: bytes) -> str:
        return text_of(content).partition("\n")[0]

    return Verifier(text=RewardText(decode=decode))(case)


# source: a TypeScript developer who read of lost trials in facts/readers.md: filter the entries
# differs: reward.json {"reward": 1, "note": "good"}: {"reward": 1}, not ValidationError
@candidate("verifier")
def members_that_are_no_numbers_are_dropped(case: Json) -> Json:
    """A member of reward.json that cannot be a number is left out; the others are rewards."""

    def rewards(value: Json, number: Json) -> Json:
        if isinstance(value, dict):
            value = {name: member for name, member in value.items() if number(member) is not None}
        return rewards_of(value, number)

    return Verifier(json=RewardJson(rewards=rewards))(case)


# source: spec/001: reward.json is read and validated, and rewards must land in [0.0, 1.0]
# differs: reward.json {"reward": 1.5}: ValidationError, not 1.5
@candidate("verifier")
def reward_json_must_lie_between_zero_and_one(case: Json) -> Json:
    """A number in reward.json that is not between 0 and 1 is a validation error."""

    def number(value: Json) -> Json:
        converted = lax_number.convert(value)
        if converted is not None and not 0 <= converted <= 1:
            raise ValidationError
        return converted

    return Verifier(json=RewardJson(number=number))(case)


# source: one who over-engineers: the first of the two files that has something in it
# differs: reward.json b"" and reward.txt b"1": 1.0, not RewardFileEmptyError
@candidate("verifier")
def empty_reward_json_gives_way_to_reward_txt(case: Json) -> Json:
    """A reward.json of no bytes is passed over where there is a reward.txt."""
    if case["reward.json"] == b"" and case["reward.txt"] is not None:
        case = {**case, "reward.json": None}
    return Verifier()(case)


# source: a Go developer: encoding/json replaces invalid UTF-8 by U+FFFD and reports nothing
# differs: reward.json b'{"a\xff": 1}': {"a\ufffd": 1}, not VerifierOutputParseError
@candidate("verifier")
def invalid_bytes_of_reward_json_are_replaced(case: Json) -> Json:
    """Bytes of reward.json that are not UTF-8 become replacement characters."""

    def decode(content: bytes) -> str:
        if not content:
            raise RewardFileEmptyError
        return content.decode("utf-8", errors="replace")

    return Verifier(json=RewardJson(decode=decode))(case)
