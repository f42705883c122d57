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
