"""Patches to `multi_step` that break one rule each."""

from typing import Any

from candidates.reference.multi_step import (
    Average,
    MultiStep,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: patch "divide once, not for each name" at the means of the columns (multi_step.py:90)
# differs: mean of 1, 1, 1, 0 and 0: 0.6000000000000001, not 0.6
@candidate("multi_step")
def a_sum_is_multiplied_by_a_weight(case: Json) -> Json:
    """A mean is the sum times the binary64 1 / count; it should be the sum divided by the count.

    So a sum of integers beyond binary64 is an OverflowError even if its quotient is not.
    """

    def mean(values: Json, add: Json) -> Json:
        return add(values) * (1.0 / len(values))

    return MultiStep(average=Average(mean=mean))(case)
