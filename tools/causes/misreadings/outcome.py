"""Ports of `outcome` with one mistake each."""

import re
from typing import Any

from candidates.reference.outcome import (
    MalformedError,
    Outcome,
    SummaryOf,
    count_of,
)
from tools.causes.wrong.making import candidate

Json = Any

_LEADING_DIGITS = re.compile(r"[ \t\n\v\f\r]*([+-]?[0-9]+(?:_[0-9]+)*)")


# source: spec/000 §5 'int(stats.get("n_completed_trials") or 0)' as a Go field of type int: "cannot
#   unmarshal number 3.0 into Go value of type int"
# differs: "n_total_trials": 3.0: harbor_result_malformed, not a total of 3
@candidate("outcome")
def counts_with_a_point_are_malformed(case: Json) -> Json:
    """A count that is a number with a point or an exponent is malformed, even if it is whole."""

    def count(value: Json) -> int:
        if isinstance(value, float):
            raise MalformedError
        return count_of(value)

    return Outcome(summary=SummaryOf(count=count))(case)


# source: spec/000 §5 'int(data.get("n_total_trials") or 0)', in Ruby `data["n_total_trials"].to_i`,
#   where nil is 0 too and text is read as far as its digits go
# differs: "n_total_trials": "x": a total of 0, not harbor_result_malformed
@candidate("outcome")
def text_counts_as_far_as_its_digits(case: Json) -> Json:
    """A count of text that is no integer is read as far as its ASCII digits go, or as 0.

    It should be malformed; text that is an integer is read right.
    """

    def count(value: Json) -> int:
        try:
            return count_of(value)
        except MalformedError:
            if not isinstance(value, str):
                raise
        found = _LEADING_DIGITS.match(value)
        return int(found[1]) if found else 0

    return Outcome(summary=SummaryOf(count=count))(case)
