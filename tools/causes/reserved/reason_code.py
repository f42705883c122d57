"""Reserved mistakes in `reason_code`."""

import re
from typing import Any

from candidates.reference.reason_code import NAMES, WORDS, Containing, ReasonCode
from tools.causes.wrong.making import candidate

Json = Any


# source: another reading of the facts: a reason begins with the name of its exception
# differs: "trial: AgentTimeoutError": "trial:_agenttimeouterror", not harbor_agent_timeout_error
@candidate("reason_code")
def name_of_an_exception_decides_only_at_the_start(case: Json) -> Json:
    """The name of an exception decides only if the reason begins with it."""
    return ReasonCode(by_name=Containing(NAMES, has=str.startswith))(case)


# source: another reading of the facts: broker, and one of connection, refused and reset
# differs: "connection refused": "connection_refused", not harbor_broker_connection_failed
@candidate("reason_code")
def refused_connection_counts_only_with_the_broker(case: Json) -> Json:
    """A connection that is refused or reset needs the word broker as well."""
    alone = (("connection refused",), ("connection reset",))
    rules = {words: code for words, code in WORDS.items() if words not in alone}
    return ReasonCode(by_words=Containing(rules))(case)


# source: a habit of JavaScript: text.replace(/[^a-z0-9]/g, "")
# differs: "Agent\u00b7Timeout\u00e9Error": harbor_agent_timeout_error, not its own text
@candidate("reason_code")
def compact_form_has_ascii_only(case: Json) -> Json:
    """The compact form drops the letters and digits that are not ASCII, too."""
    return ReasonCode(compact=lambda lowered: re.sub("[^a-z0-9]", "", lowered))(case)


# source: a habit of Go: a function with a string result returns "" for nothing
# differs: a reason of one space: "", not null
@candidate("reason_code")
def blank_reason_has_an_empty_code(case: Json) -> Json:
    """A reason that is empty or only white space has an empty text as its code."""
    return ReasonCode(blank=lambda _reason: "")(case)
