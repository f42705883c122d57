"""Ports of `multi_step` with one mistake each."""

from typing import Any

from candidates.reference.metric import quotient
from candidates.reference.multi_step import Average, MultiStep
from tools.causes.wrong.making import candidate

Json = Any


# source: Ruby: `values.sum / values.size` of integers is an integer, rounded down
# differs: mean of {"reward": 1} and {"reward": 0}: 0, not 0.5
@candidate("multi_step")
def integers_are_divided_as_integers(case: Json) -> Json:
    """With the strategy mean, a mean of values that are all integers is an integer.

    The mean of such a key is rounded down.
    """

    def mean(values: Json, add: Json) -> Json:
        if all(isinstance(value, int) for value in values):
            return add(values) // len(values)
        return quotient(values, add)

    return MultiStep(average=Average(mean=mean))(case)
