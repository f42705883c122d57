"""Ports of `reason_code` with one mistake each."""

import re
from typing import Any

from candidates.reference.reason_code import WORDS, Containing, ReasonCode
from tools.causes.wrong.making import candidate

Json = Any


# source: spec/000 §1 'if "reward" in lowered and ("parse" in lowered or "malformed")',
#   literally: a text that is not empty is true in TypeScript, Ruby and Python
# differs: "reward too low": harbor_reward_parse_error, not reward_too_low
@candidate("reason_code")
def any_reward_is_a_parse_error(case: Json) -> Json:
    """A reason with the word reward is harbor_reward_parse_error without parse or malformed.

    What comes before that rule still wins, such as reward with missing or empty.
    """
    rules = {("reward",) if rule == ("reward", "parse") else rule: WORDS[rule] for rule in WORDS}
    return ReasonCode(by_words=Containing(rules))(case)


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


# source: spec/000 §1 "An independent runner MUST emit codes from this set"
# differs: "Disk full": null, not disk_full
@candidate("reason_code")
def other_reasons_have_no_code(case: Json) -> Json:
    """A reason that no rule covers has the code null, not its own text with underscores."""
    return ReasonCode(otherwise=lambda _lowered, _underscored: None)(case)


# source: facts/reason-code.md 2 "hyphens become underscores": JavaScript's replace("-", "_") of
#   text replaces the first one only
# differs: "harbor-nonzero-exit": harbor_nonzero-exit, not harbor_nonzero_exit
@candidate("reason_code")
def only_the_first_hyphen_is_replaced(case: Json) -> Json:
    """Only the first hyphen of a reason becomes an underscore; white space is treated right."""

    def underscored(lowered: str) -> str:
        return re.sub(r"\s+", "_", lowered.replace("-", "_", 1))

    return ReasonCode(underscore=underscored)(case)


# source: facts/reason-code.md 2 "its characters for which str.isalnum() holds", ported as
#   replace(/[^a-z0-9]/g, "")
# differs: "Agent\u00e9TimeoutError": harbor_agent_timeout_error, not agent\u00e9timeouterror
@candidate("reason_code")
def letters_beyond_ascii_are_dropped(case: Json) -> Json:
    """The compact form that aliases and names are looked for in keeps ASCII letters and digits.

    Other letters and digits are dropped from it, as if they were punctuation.
    """
    return ReasonCode(compact=lambda lowered: re.sub("[^a-z0-9]", "", lowered))(case)
