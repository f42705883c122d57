"""Candidates of `reason_code` with one mistake each."""

from typing import Any

from candidates.reference.reason_code import NAMES, Containing, ReasonCode
from tools.causes.wrong.making import candidate

Json = Any


# source: Kong/lua-resty-events, utils.lua: an error is known by the word that its message ends in
# differs: "AgentTimeoutError: 5 s": the whole text, not "harbor_agent_timeout_error"
@candidate("reason_code")
def a_reason_has_to_end_in_the_name(case: Json) -> Json:
    """The names of exceptions, such as agenttimeouterror, decide only at the end of a reason.

    They should decide anywhere in its letters and digits.
    """
    return ReasonCode(by_name=Containing(NAMES, has=str.endswith))(case)
