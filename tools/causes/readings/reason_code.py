"""Mistakes in `reason_code` from a fresh reading of the texts."""

from typing import Any

from candidates.reference.reason_code import WORDS, Containing, OneOf, ReasonCode
from tools.causes.wrong.making import candidate

Json = Any


# source: the table of spec/000 section 1: "No reward file found" is harbor_reward_missing
# differs: "No reward file found at /logs": harbor_reward_missing, not the text
@candidate("reason_code")
def reward_file_that_is_not_found_is_missing(case: Json) -> Json:
    """A text that says no reward file found has the code of a missing reward."""
    rules = {**WORDS, ("no reward file found",): "harbor_reward_missing"}
    return ReasonCode(by_words=Containing(rules))(case)


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
