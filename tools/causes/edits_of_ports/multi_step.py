"""Slips in changes to ports of `multi_step`."""

from collections.abc import Sequence
from typing import Any

from candidates.reference.multi_step import Average, MultiStep
from candidates.reference.summation import Sum, all_fit_64_bits, total
from tools.causes.wrong.making import candidate

Json = Any
Number = int | float


# source: javascript/summation.mjs:37, the mean: a division of two integers and one of floats
#   were made one, of what the sum is as a float
# differs: mean of 9007199254740993 and 0 and 0: 3002399751580330.5, not 3002399751580331.0
@candidate("multi_step")
def the_sum_becomes_a_float_first(case: Json) -> Json:
    """A sum that is an integer is rounded to binary64 before it is divided by the count.

    One beyond binary64 raises OverflowError, though its quotient may not be.
    """

    def mean(values: Json, add: Json) -> float:
        return float(add(values)) / len(values)

    return MultiStep(average=Average(mean=mean))(case)


# source: rust/summation.rs:73, whether a correction is applied: one half of the condition went,
#   since adding zero seemed to be all that it is about
# differs: mean of 1e308, 1e308 and 1e308: nan, not inf
@candidate("multi_step")
def a_correction_need_not_be_finite(case: Json) -> Json:
    """A sum's correction is applied where it is infinite or nan, too, which makes the mean nan."""

    def apply(sum_: float, correction: float) -> float:
        return sum_ + correction if correction else sum_

    return MultiStep(average=Average(sum=Sum(before_wide=apply, at_the_end=apply)))(case)


# source: javascript/summation.mjs:22, the first float of a sum: the exact sum of the integers
#   before it was dropped with a conversion that seemed to do nothing
# differs: mean of 1 and 0.5: 0.25, not 0.75
@candidate("multi_step")
def integers_before_the_first_float_are_lost(case: Json) -> Json:
    """A sum with floats leaves out the integers before its first float.

    Not so where one of them, or the sum of them so far, does not fit 64 bits.
    """

    def add(values: Sequence[Number]) -> Number:
        exact = 0
        for place, value in enumerate(values):
            if isinstance(value, float):
                return total(values[place:])
            exact += value
            if not all_fit_64_bits(value, exact):
                break
        return total(values)

    return MultiStep(average=Average(sum=add))(case)
