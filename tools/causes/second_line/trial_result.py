"""What public readers of a trial's result.json do differently."""

from typing import Any

from candidates.reference.trial_result import TrialResult
from tools.causes.wrong.making import candidate

Json = Any


# source: harnesses that read files with output of agents by `read_text(errors="replace")`
# differs: a byte 0xff in the exception's message: the result is read, not UnicodeDecodeError
@candidate("trial_result")
def invalid_bytes_are_replaced(case: Json) -> Json:
    """Bytes that are not UTF-8 are replaced instead of refused."""
    return TrialResult(decode=lambda content: content.decode("utf-8", errors="replace"))(case)
