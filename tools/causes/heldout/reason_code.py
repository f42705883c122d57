"""Held-out mistakes in `reason_code`."""

import re
from typing import Any

from candidates.reference.reason_code import NAMES, WORDS, Containing, ReasonCode, with_underscores
from tools.causes.wrong.making import candidate

_CANCELLED = "harbor_cancelled_error"
_MISSING = "harbor_reward_missing"


# source: another reading of spec/000 §1: its table gives "No reward file found" as missing
# differs: "No reward file found": harbor_reward_missing, not no_reward_file_found
@candidate("reason_code")
def reward_that_was_not_found_is_missing(case: Any) -> Any:
    """A reason with the words reward and found is a missing reward."""
    rules: dict[Any, str] = {}
    for rule, code in WORDS.items():
        rules[rule] = code
        if code == _MISSING:
            rules["reward", "found"] = code
    return ReasonCode(by_words=Containing(rules))(case)


# source: a habit of every language: names of classes become snake_case
# differs: "OutOfMemory": out_of_memory, not outofmemory
@candidate("reason_code")
def unknown_class_name_is_in_snake_case(case: Any) -> Any:
    """In a reason that no rule covers, an underscore stands before each inner capital letter."""

    def snake_case(*_: str) -> str:
        parted = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", case["reason"].strip())
        return with_underscores(parted.lower())

    return ReasonCode(otherwise=snake_case)(case)


# source: tracebacks of asyncio, where a timeout comes from a cancellation: the timeout counts
# differs: "CancelledError, then AgentTimeoutError": harbor_agent_timeout_error, not
#   harbor_cancelled_error
@candidate("reason_code")
def timeouts_come_before_cancellations(case: Any) -> Any:
    """The names of timeouts are looked for before those of cancellations."""
    rules = dict(sorted(NAMES.items(), key=lambda rule: rule[1] == _CANCELLED))
    return ReasonCode(by_name=Containing(rules))(case)
