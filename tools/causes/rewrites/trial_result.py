"""Ports of `trial_result` with one mistake each."""

from typing import Any

from candidates.reference.trial_result import TrialResult, result_and_exception
from tools.causes.wrong.making import candidate

Json = Any


# source: Python: `str(exception)` where `type(exception).__name__` was meant
# differs: exception_type "E", exception_message "m": exception "m", not "E"
@candidate("trial_result")
def the_exception_is_its_message(case: Json) -> Json:
    """The exception is given by its message instead of its type."""

    def answer(trial: Json) -> Json:
        info = trial["exception_info"]
        return result_and_exception(trial) | {"exception": info and info["exception_message"]}

    return TrialResult(answer=answer)(case)


# source: Go: `ExceptionType string`, whose zero value is the empty string
# differs: exception_info null: exception "", not null
@candidate("trial_result")
def no_exception_is_an_empty_text(case: Json) -> Json:
    """A trial without an exception has the exception "" instead of null."""

    def answer(trial: Json) -> Json:
        given = result_and_exception(trial)
        return given | {"exception": given["exception"] or ""}

    return TrialResult(answer=answer)(case)
