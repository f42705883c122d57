"""Second versions of `reason_code` with one mistake each."""

from typing import Any

from candidates.reference.reason_code import (
    ReasonCode,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: reasons that became whole tracebacks, of which `text.strip().split("\n")[-1]` is the
#   message
# differs: "Broker connection lost\nexit 1": exit_1, not harbor_broker_connection_failed
@candidate("reason_code")
def only_the_last_line_is_read(case: Json) -> Json:
    r"""Of a reason with several lines only the last is read, and stripped again.

    The lines are those separated by \n that are left once the reason is stripped.
    """
    return ReasonCode(trim=lambda reason: reason.strip().split("\n")[-1].strip())(case)
