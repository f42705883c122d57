"""Ports of `reason_code` with one mistake each."""

from typing import Any

from candidates.reference.reason_code import WORDS, Containing, ReasonCode
from tools.causes.wrong.making import candidate

Json = Any


# source: spec/000 §1, the table: RewardFileNotFoundError, "No reward file found" →
#   harbor_reward_missing
# differs: "No reward file found at /a": harbor_reward_missing, not no_reward_file_found_at_/a
@candidate("reason_code")
def no_reward_file_is_missing(case: Json) -> Json:
    """A reason that contains "no reward file found" is harbor_reward_missing.

    The rules about the broker and connections come before it, all others behind it.
    """
    rules: dict[tuple[str, ...], str] = {}
    for rule, code in WORDS.items():
        if rule == ("reward", "missing"):
            rules["no reward file found",] = code
        rules[rule] = code
    return ReasonCode(by_words=Containing(rules))(case)
