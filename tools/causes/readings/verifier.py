"""Mistakes in `verifier` from a fresh reading of the texts."""

from typing import Any

from candidates.reference import lax_number
from candidates.reference.verifier import (
    RewardJson,
    ValidationError,
    Verifier,
)
from tools.causes.wrong.making import candidate

Json = Any


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
