"""Mistakes in `reason_code`."""

import re
from typing import Any

from candidates.reference.reason_code import WORDS, Containing, ReasonCode
from tools.causes.wrong.making import candidate

Json = Any


# source: a refactoring that lost `lowered = reason.lower()`
# differs: "Reward file is missing": "Reward_file_is_missing", not "harbor_reward_missing"
@candidate("reason_code")
def case_of_the_reason_counts(case: Json) -> Json:
    """The reason is compared as it is written instead of in lower case."""

    def as_written(text: str) -> str:
        return text

    return ReasonCode(lower=as_written)(case)


# source: spec of agent-challenge: "An independent runner MUST emit codes from this set"
# differs: "out of disk": "harbor_trial_failed", not "out_of_disk"
@candidate("reason_code")
def unknown_reason_is_a_failed_trial(case: Json) -> Json:
    """A reason that no rule covers gets a general code instead of its own text."""
    return ReasonCode(otherwise=lambda _lowered, _underscored: "harbor_trial_failed")(case)


# source: vellum-ai/vellum-assistant, pull request 5599: patterns with word boundaries
# differs: "RewardFileEmptyError": "rewardfileemptyerror", not "harbor_reward_empty"
@candidate("reason_code")
def words_must_stand_alone(case: Json) -> Json:
    """The words of a rule are found only as whole words, not in the middle of a class name."""

    def has(text: str, word: str) -> bool:
        return re.search(rf"\b{re.escape(word)}\b", text) is not None

    return ReasonCode(by_words=Containing(WORDS, has=has))(case)


# source: a loop over rules without a `break`: each rule that fits overwrites the code
# differs: "reward missing or empty": "harbor_reward_empty", not "harbor_reward_missing"
@candidate("reason_code")
def last_rule_that_fits_decides(case: Json) -> Json:
    """Of several rules of words that fit, the last one gives the code instead of the first."""

    def last(rules: Json, _text: str) -> Json:
        return rules[-1]

    return ReasonCode(by_words=Containing(WORDS, decides=last))(case)


# source: a check for None where a check for content is meant: `if reason is None: return None`
# differs: " ": "", not null
@candidate("reason_code")
def blank_reason_is_an_empty_code(case: Json) -> Json:
    """A reason of nothing but white space gives an empty code instead of none."""
    return ReasonCode(blank=str.strip)(case)


# source: the table in the spec of agent-challenge: "No reward file found" is harbor_reward_missing
# differs: "No reward file found": "harbor_reward_missing", not "no_reward_file_found"
@candidate("reason_code")
def reward_that_is_not_found_is_missing(case: Json) -> Json:
    """A reason that has "reward" and "found" in it gets the code of a missing reward."""
    rules = {**WORDS, ("reward", "found"): "harbor_reward_missing"}
    return ReasonCode(by_words=Containing(rules))(case)
