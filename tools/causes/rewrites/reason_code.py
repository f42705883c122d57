"""Ports of `reason_code` with one mistake each."""

import re
from typing import Any

from candidates.reference.reason_code import WORDS, Containing, ReasonCode
from tools.causes.wrong.making import candidate

Json = Any

PARSE_ERROR = "harbor_reward_parse_error"


# source: the text's `"reward" in lowered and ("parse" in lowered or "malformed")`, copied
# differs: "reward too low": "harbor_reward_parse_error", not "reward_too_low"
@candidate("reason_code")
def any_other_word_on_rewards_is_a_parse_error(case: Json) -> Json:
    """A text with reward in it needs no parse or malformed to be a parse error."""
    rules = {words: code for words, code in WORDS.items() if "parse_error" not in code}
    return ReasonCode(by_words=Containing({**rules, ("reward",): PARSE_ERROR}))(case)


# source: the text's table, where this message of RewardFileNotFoundError has the code
# differs: "No reward file found": "harbor_reward_missing", not "no_reward_file_found"
@candidate("reason_code")
def a_reward_file_that_is_not_found_is_missing(case: Json) -> Json:
    """The message that no reward file was found has the code of a missing reward."""
    rules = {**WORDS, ("no reward file found",): "harbor_reward_missing"}
    return ReasonCode(by_words=Containing(rules))(case)


# source: Java: `if (reason == null) return null;` without `|| reason.isBlank()`
# differs: " ": "", not null
@candidate("reason_code")
def a_blank_reason_has_an_empty_code(case: Json) -> Json:
    """A reason of white space gives an empty code instead of null."""
    return ReasonCode(blank=lambda _reason: "")(case)


# source: in C-sharp, `_ => "harbor_trial_failed"` as the last arm, to stay within the set of codes
# differs: "disk full": "harbor_trial_failed", not "disk_full"
@candidate("reason_code")
def an_unknown_reason_is_a_failed_trial(case: Json) -> Json:
    """A reason that no rule covers becomes harbor_trial_failed instead of its own text."""
    return ReasonCode(otherwise=lambda _lowered, _underscored: "harbor_trial_failed")(case)


# source: Go: `strings.Contains(strings.ToLower(reason), "agenttimeouterror")`
# differs: "Agent timeout error in step 2": "agent_timeout_error_in_step_2",
#     and not "harbor_agent_timeout_error"
@candidate("reason_code")
def names_of_exceptions_must_be_in_one_piece(case: Json) -> Json:
    """Spaces and punctuation are not removed before names of exceptions are looked for."""
    return ReasonCode(compact=lambda lowered: lowered)(case)


# source: TypeScript: `.replace(/-|\s+/, "_")` without the flag g
# differs: "harbor trial failed": "harbor_trial failed", not "harbor_trial_failed"
@candidate("reason_code")
def only_the_first_space_becomes_an_underscore(case: Json) -> Json:
    """Only the first hyphen or stretch of white space becomes an underscore."""
    return ReasonCode(underscore=lambda lowered: re.sub(r"-|\s+", "_", lowered, count=1))(case)
