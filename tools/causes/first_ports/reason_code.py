"""First versions of `reason_code`, written from the texts, with one mistake each."""

import re
from typing import Any

from candidates.reference.reason_code import WORDS, Containing, ReasonCode
from tools.causes.wrong.making import candidate

Json = Any


# source: spec/000 §1, `("parse" in lowered or "malformed")`, copied literally: a text that is
#   not empty is true
# differs: "no reward": harbor_reward_parse_error, not no_reward
@candidate("reason_code")
def any_other_reward_is_a_parse_error(case: Json) -> Json:
    """A text with "reward", but neither "missing" nor "empty", is harbor_reward_parse_error.

    It should need "parse" or "malformed" too. The rules before it and after it are as ever.
    """
    rules = {
        ("reward",) if words == ("reward", "malformed") else words: code
        for words, code in WORDS.items()
    }
    return ReasonCode(by_words=Containing(rules))(case)


# source: spec/000 §1, the table's row of "No reward file found" with harbor_reward_missing
# differs: "No reward file found": harbor_reward_missing, not no_reward_file_found
@candidate("reason_code")
def no_reward_file_is_a_missing_reward(case: Json) -> Json:
    """A text with "no reward file" is harbor_reward_missing, tried before the word "empty"."""
    rules: dict[tuple[str, ...], str] = {}
    for words, code in WORDS.items():
        rules[words] = code
        if words == ("reward", "missing"):
            rules["no reward file",] = code
    return ReasonCode(by_words=Containing(rules))(case)


# source: spec/000 §1, "An independent runner MUST emit codes from this set", so the last branch
#   gives the most general of them
# differs: "out of memory": harbor_trial_failed, not out_of_memory
@candidate("reason_code")
def a_reason_without_rule_is_a_failed_trial(case: Json) -> Json:
    """A reason that no rule covers is harbor_trial_failed, not the text with underscores."""
    return ReasonCode(otherwise=lambda _lowered, _underscored: "harbor_trial_failed")(case)


# source: facts/reason-code.md, rule 2, "hyphens become underscores, then what str.split() splits
#   on becomes one underscore": one expression for both, /[-\s]+/g
# differs: "disk - full": disk_full, not disk___full
@candidate("reason_code")
def hyphens_and_spaces_become_one_underscore(case: Json) -> Json:
    """A stretch of hyphens and white space becomes one underscore.

    Each hyphen should become one, and each stretch of white space another.
    """
    return ReasonCode(underscore=lambda lowered: re.sub(r"[-\s]+", "_", lowered))(case)


# source: facts/reason-code.md, rule 2, "characters for which str.isalnum() holds": in Go, PHP and
#   TypeScript that is written [^a-z0-9]
# differs: "Cancelledé Error": harbor_cancelled_error, not cancelledé_error
@candidate("reason_code")
def only_ascii_letters_and_digits_are_compact(case: Json) -> Json:
    """The compact form of a reason drops the letters and digits that are not ASCII."""
    return ReasonCode(compact=lambda lowered: re.sub(r"[^a-z0-9]", "", lowered))(case)
