"""Ports of `reason_code` with one mistake each."""

from typing import Any

from candidates.reference.reason_code import ReasonCode
from tools.causes.wrong.making import candidate

Json = Any


# source: jackzampolin/shelf, retry.py: what no rule covers is of the class "unknown"
# differs: "disk full": "unknown", not "disk_full"
@candidate("reason_code")
def other_reasons_are_unknown(case: Json) -> Json:
    """A reason that no rule covers has the code "unknown", not one made of its text."""

    def unknown(_lowered: str, _underscored: str) -> str:
        return "unknown"

    return ReasonCode(otherwise=unknown)(case)


# source: getsentry/sentry PR #74040: the category of an error is looked up by the first line of
#   its text
# differs: "reward\nmissing": "reward", not "harbor_reward_missing"
@candidate("reason_code")
def only_the_first_line_is_read(case: Json) -> Json:
    """Only the first line of a reason that is not blank is read; a line ends at a line feed."""

    def first_line(reason: str) -> str:
        return reason.strip().split("\n", 1)[0].strip()

    return ReasonCode(trim=first_line)(case)
