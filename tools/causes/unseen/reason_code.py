"""The unseen mistakes in `reason_code`, written without the catalogue."""

import re
from typing import Any

from candidates.reference.reason_code import (
    WORDS,
    Containing,
    ReasonCode,
    whole_text,
    with_underscores,
)
from tools.causes.wrong.making import candidate

_SPACE_OF_JAVASCRIPT = "\t\n\v\f\r \xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"


# source: a habit of JavaScript, whose trim() and \s have U+FEFF, and not U+0085 nor U+001C to
#   U+001F
# differs: "a\x85b": "a\x85b", not a_b
@candidate("reason_code")
def white_space_is_that_of_javascript(case: Any) -> Any:
    """White space is what JavaScript's trim() takes for it."""
    space = f"[{_SPACE_OF_JAVASCRIPT}]+"
    return ReasonCode(
        trim=lambda reason: re.sub(rf"\A{space}|{space}\Z", "", reason),
        underscore=lambda lowered: re.sub(f"-|{space}", "_", lowered),
    )(case)


# source: a habit of JavaScript: text.replace("-", "_"), which replaces one
# differs: "out-of-memory": out_of-memory, not out_of_memory
@candidate("reason_code")
def only_the_first_hyphen_is_replaced(case: Any) -> Any:
    """Only the first hyphen of a reason becomes an underscore."""

    def underscore(lowered: str) -> str:
        before, hyphen, after = lowered.partition("-")
        return with_underscores(before + hyphen) + re.sub(r"\s+", "_", after)

    return ReasonCode(underscore=underscore)(case)


# source: public code, normalizeReasonCode in TypeScript, which ends in toUpperCase()
# differs: "OOMKilled": OOMKILLED, not oomkilled
@candidate("reason_code")
def unknown_reason_is_in_capitals(case: Any) -> Any:
    """A reason that no rule covers becomes its text in capital letters."""
    upper = lambda *forms: whole_text(*forms).upper()  # noqa: E731
    return ReasonCode(otherwise=upper)(case)


# source: public code, normalizeGqlErrorReason in TypeScript: toLowerCase().replace(/_/g, '-')
# differs: "agent setup failed": agent-setup-failed, not agent_setup_failed
@candidate("reason_code")
def unknown_reason_has_hyphens(case: Any) -> Any:
    """A reason that no rule covers has hyphens where its underscores would be."""
    hyphens = lambda *forms: whole_text(*forms).replace("_", "-")  # noqa: E731
    return ReasonCode(otherwise=hyphens)(case)


# source: another reading of spec/000 §1, which has the rules for rewards only, and so first
# differs: "reward missing: connection refused": harbor_reward_missing, not the broker's code
@candidate("reason_code")
def rewards_come_before_the_broker(case: Any) -> Any:
    """The rules for rewards are tried before those for the broker's connection."""
    rules = dict(sorted(WORDS.items(), key=lambda rule: rule[0][0] != "reward"))
    return ReasonCode(by_words=Containing(rules))(case)
