"""Slips in changes to ports of `outcome`."""

from typing import Any

from candidates.reference.outcome import (
    Outcome,
    SummaryOf,
    count_of,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: javascript/outcome.mjs:152, a count that is a float: it goes through the rounding that
#   the resolved trials go through
# differs: an n_total_trials of 2.7 is 3, not 2
@candidate("outcome")
def a_count_is_rounded(case: Json) -> Json:
    """A count that is a number with a fraction is rounded to the nearest integer, half to even.

    It should be cut off towards zero.
    """

    def count(value: object) -> int:
        return count_of(round(value) if isinstance(value, float) else value)

    return Outcome(summary=SummaryOf(count=count))(case)


# source: javascript/outcome.mjs:155, what is no count: where the conversions were put into a
#   table, its default became the zero of the branch for what is empty
# differs: an n_errored_trials of [1]: the status "completed", not harbor_result_malformed
@candidate("outcome")
def a_list_or_an_object_counts_as_zero(case: Json) -> Json:
    """A count that is a list or an object counts as 0 even where it has something in it."""

    def count(value: object) -> int:
        return 0 if isinstance(value, list | dict) else count_of(value)

    return Outcome(summary=SummaryOf(count=count))(case)
