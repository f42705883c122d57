"""Patches to `verifier` that break one rule each."""

from typing import Any

from candidates.reference import lax_number, python_float, python_json
from candidates.reference.verifier import (
    RewardFileEmptyError,
    RewardJson,
    RewardText,
    Verifier,
    rewards_of,
    text_of,
    verifier,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: patch "guard against blank files" at `if content == b""` (verifier.py:45)
# differs: reward.txt of one line break: RewardFileEmptyError, not VerifierOutputParseError
@candidate("verifier")
def a_blank_file_is_an_empty_one(case: Json) -> Json:
    """A file with nothing but white space of ASCII is an empty file.

    Both files raise RewardFileEmptyError for it, where they should raise
    VerifierOutputParseError.
    """

    def decode(content: bytes) -> str:
        if not content.strip():
            raise RewardFileEmptyError
        return text_of(content)

    return Verifier(text=RewardText(decode=decode), json=RewardJson(decode=decode))(case)


# source: patch "build the map in the loop", with an insert that keeps (python_json.rs:68)
# differs: {"a": 1, "a": 0}: "a" is 1, not 0
@candidate("verifier")
def the_first_of_duplicate_names_holds(case: Json) -> Json:
    """Of duplicate names in an object of reward.json the first value holds, not the last."""

    def members(pairs: list[tuple[str, object]]) -> dict[str, object]:
        kept: dict[str, object] = {}
        for name, value in pairs:
            kept.setdefault(name, value)
        return kept

    return Verifier(json=RewardJson(parse=python_json.Parser(members=members)))(case)


# source: patch "one number reader for both files" at `floatOf(candidate)` (lax_number.mjs:51)
# differs: {"a": "1_.5"}: ValidationError, not 1.5
@candidate("verifier")
def text_in_json_is_read_like_reward_txt(case: Json) -> Json:
    """A string in reward.json is read by the rules of reward.txt, which are Python's float().

    So digits outside ASCII count, and an underscore has to stand between two digits.
    """
    number = lax_number.Conversion(text=python_float.parse)
    return Verifier(json=RewardJson(number=number))(case)


# source: patch "new option skip_null", on by default, at the loop over members (verifier.mjs:78)
# differs: {"a": null, "b": 1}: {"b": 1}, not ValidationError
@candidate("verifier")
def a_null_reward_is_skipped(case: Json) -> Json:
    """A member of reward.json that is null is left out; it should be a ValidationError."""

    def rewards(value: Json, number: Json) -> Json:
        if isinstance(value, dict):
            value = {name: member for name, member in value.items() if member is not None}
        return rewards_of(value, number)

    return Verifier(json=RewardJson(rewards=rewards))(case)


# source: patch "try one file after the other", with a condition shortened to `if rewards`
# differs: reward.json of {} and reward.txt of 1: {"reward": 1.0}, not {}
@candidate("verifier")
def json_without_rewards_gives_way_to_text(case: Json) -> Json:
    """A reward.json that is null or an object without names gives way to reward.txt.

    It only does so where there is a reward.txt, and then that file's answer or error counts.
    """
    result = verifier(case)
    if case["reward.json"] is None or case["reward.txt"] is None or result["rewards"]:
        return result
    return verifier({"reward.txt": case["reward.txt"], "reward.json": None})
