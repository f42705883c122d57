"""Candidates of `metric` with one mistake each, from bug trackers."""

from typing import Any

from candidates.reference.metric import Metric, quotient
from tools.causes.wrong.making import candidate

Json = Any


# source: surrealdb/surrealdb PR #4683: the mean of integers is an integer
# differs: mean of 1 and 2: 1, not 1.5
@candidate("metric")
def the_mean_of_integers_is_cut_off(case: Json) -> Json:
    """Where all values are integers, the mean is cut off to an integer, towards zero.

    It is never too large for a float then.
    """

    def mean(values: Json, add: Json) -> Json:
        if any(isinstance(value, float) for value in values):
            return quotient(values, add)
        whole = add(values)
        cut = abs(whole) // len(values)
        return cut if whole >= 0 else -cut

    return Metric(mean=mean)(case)
