"""Ports of `reason_code` with one mistake each."""

from typing import Any

from candidates.reference.reason_code import (
    ReasonCode,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: a public summary of Harbor trials, exception_label: of a message only its first line is
#   kept (stored file 55073130056)
# differs: "it failed\nreward missing": it_failed, not harbor_reward_missing
@candidate("reason_code")
def only_the_first_line_is_read(case: Json) -> Json:
    """Of a reason of several lines only the first that is not blank is read.

    Lines end where ``str.splitlines`` ends them.
    """

    def trim(reason: str) -> str:
        return next(iter(reason.strip().splitlines()), "").strip()

    return ReasonCode(trim=trim)(case)
