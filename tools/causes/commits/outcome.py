"""Versions of `outcome` that one commit broke."""

from typing import Any

from candidates.reference.outcome import (
    MalformedError,
    Outcome,
    SummaryOf,
    number_of,
    values_of,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: commit "log and continue on errors": a value that is no number is skipped
# differs: metrics [{"mean": 1}, {"mean": "x"}]: score 1.0, not harbor_result_malformed
@candidate("outcome")
def values_that_are_no_numbers_are_skipped(case: Json) -> Json:
    """A metric's value that cannot be made a float is left out; the file should be malformed.

    Null, lists, objects, text that is no number, and integers beyond binary64 are such values.
    """

    def readable(value: Json) -> bool:
        try:
            number_of(value)
        except (MalformedError, OverflowError):
            return False
        return True

    def values(metric: Json) -> Json:
        return list(filter(readable, values_of(metric)))

    return Outcome(summary=SummaryOf(values=values))(case)
