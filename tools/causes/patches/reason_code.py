"""Patches to `reason_code` that break one rule each."""

from typing import Any

from candidates.reference.reason_code import ReasonCode
from tools.causes.wrong.making import candidate

Json = Any


# source: patch "no tracebacks in the table": a text is cut before any rule sees it
# differs: "disk full\nCancelledError": "disk_full", not "harbor_cancelled_error"
@candidate("reason_code")
def only_the_first_line_is_read(case: Json) -> Json:
    r"""Of the trimmed text only the part before its first \n is looked at and given."""

    def trim(reason: str) -> str:
        return reason.strip().partition("\n")[0]

    return ReasonCode(trim=trim)(case)
