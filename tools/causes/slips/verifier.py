"""Slips in `verifier`."""

from typing import Any

from candidates.reference.verifier import (
    RewardFileEmptyError,
    RewardJson,
    RewardText,
    Verifier,
    rewards_of,
    text_of,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: copy and paste: the check of the one file's size came from the branch of the other
# differs: reward.json {"a": 1} next to a reward.txt of 0 bytes: RewardFileEmptyError, not {"a": 1}
@candidate("verifier")
def size_of_reward_txt_decides_whether_reward_json_is_empty(case: Json) -> Json:
    """Where reward.json is there, the size of reward.txt decides on RewardFileEmptyError."""

    def text(content: bytes) -> str:
        if case["reward.txt"] == b"":
            raise RewardFileEmptyError
        return text_of(content) if content else ""

    return Verifier(json=RewardJson(decode=text))(case)


# source: an exception that is caught too narrowly: the decoding stands before the try
# differs: reward.txt of the byte FF: UnicodeDecodeError, not VerifierOutputParseError
@candidate("verifier")
def reward_txt_is_decoded_before_the_try(case: Json) -> Json:
    """A reward.txt that is not UTF-8 raises UnicodeDecodeError."""

    def text(content: bytes) -> str:
        if not content:
            raise RewardFileEmptyError
        return content.decode("utf-8")

    return Verifier(text=RewardText(decode=text))(case)


# source: break instead of continue, behind the special case for truth values
# differs: {"a": true, "b": 0.5}: {"a": 1.0}, not {"a": 1.0, "b": 0.5}
@candidate("verifier")
def reading_ends_after_a_truth_value(case: Json) -> Json:
    """The members of reward.json that follow the first true or false are not read."""

    def rewards(value: Json, number: Json) -> Json:
        if not isinstance(value, dict):
            return rewards_of(value, number)
        kept = {}
        for name, member in value.items():
            kept[name] = member
            if isinstance(member, bool):
                break
        return rewards_of(kept, number)

    return Verifier(json=RewardJson(rewards=rewards))(case)
