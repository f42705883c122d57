"""Ports of `metric` with one mistake each."""

from typing import Any

from candidates.reference.metric import Metric, quotient
from candidates.reference.summation import total
from tools.causes.wrong.making import candidate

Json = Any


# source: tonsky/datascript issue #480: sum drops equal inputs before it adds
# differs: sum of {"a": 1}, {"a": 1} and {"a": 2}: 3, not 4
@candidate("metric")
def sums_count_equal_values_once(case: Json) -> Json:
    """The metric "sum" adds each of several equal values once; means add all of them.

    1 and 1.0 are equal; the zeros of trials without a reward are values too.
    """

    def distinct(values: Json) -> Json:
        return total(dict.fromkeys(values))

    return Metric(sum=distinct, mean=lambda values, _: quotient(values, total))(case)
