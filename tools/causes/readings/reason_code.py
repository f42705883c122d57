"""Mistakes in `reason_code` from a fresh reading of the texts."""

import re
from typing import Any

from candidates.reference.reason_code import WORDS, Containing, OneOf, ReasonCode
from tools.causes.wrong.making import candidate

Json = Any


# source: spec/000 section 1, whose third rule ends in a bare text that is always true
# differs: "reward is too low": harbor_reward_parse_error, not reward_is_too_low
@candidate("reason_code")
def any_other_mention_of_a_reward_is_a_parse_error(case: Json) -> Json:
    """A text with the word reward that is neither missing nor empty is a parse error."""
    parse_error = "harbor_reward_parse_error"
    rules = {(("reward",) if code == parse_error else words): code for words, code in WORDS.items()}
    return ReasonCode(by_words=Containing(rules))(case)


# source: the table of spec/000 section 1: "No reward file found" is harbor_reward_missing
# differs: "No reward file found at /logs": harbor_reward_missing, not the text
@candidate("reason_code")
def reward_file_that_is_not_found_is_missing(case: Json) -> Json:
    """A text that says no reward file found has the code of a missing reward."""
    rules = {**WORDS, ("no reward file found",): "harbor_reward_missing"}
    return ReasonCode(by_words=Containing(rules))(case)


# source: spec/000 section 1: a runner must emit codes from this set
# differs: "disk full": harbor_trial_failed, not disk_full
@candidate("reason_code")
def unknown_reason_is_a_failed_trial(case: Json) -> Json:
    """A reason that no rule covers has the code harbor_trial_failed."""
    return ReasonCode(otherwise=lambda _lowered, _underscored: "harbor_trial_failed")(case)


# source: a Go developer: a regular expression that removes all but a to z and 0 to 9
# differs: "cancelled\u00e9error": harbor_cancelled_error, not the text
@candidate("reason_code")
def compact_form_has_only_ascii(case: Json) -> Json:
    """The compact form drops the letters and digits that are not ASCII."""
    return ReasonCode(compact=lambda lowered: re.sub("[^a-z0-9]", "", lowered))(case)


# source: one who simplifies: hyphens and white space in one regular expression
# differs: "harbor - result - missing": harbor_result_missing, not one with three underscores
@candidate("reason_code")
def stretch_of_hyphens_and_spaces_is_one_underscore(case: Json) -> Json:
    """Hyphens and white space next to each other become one underscore together."""
    return ReasonCode(underscore=lambda lowered: re.sub(r"[-\s]+", "_", lowered))(case)


# source: a very literal reader of facts/reason-code.md: three forms of the stripped text
# differs: "AgentTimeoutError": AgentTimeoutError, not harbor_agent_timeout_error
@candidate("reason_code")
def compact_and_underscored_forms_keep_capitals(case: Json) -> Json:
    """Only one of the three forms is in lower case; the other two are made of the text itself."""
    return ReasonCode(
        lower=lambda text: text,
        by_code=lambda text, underscored: OneOf()(text.lower(), underscored),
        by_words=lambda text: Containing(WORDS)(text.lower()),
        otherwise=lambda text, underscored: underscored or text.lower(),
    )(case)
