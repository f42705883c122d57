"""Ports of `multi_step` with one mutation each."""

from collections.abc import Iterator
from typing import Any

from candidates.reference.multi_step import Average, MultiStep
from candidates.reference.summation import Sum, neumaier
from tools.causes.wrong.making import candidate

Json = Any


# source: rolled summation:30 (the if removed, its branch kept): Kahan's algorithm as most textbooks
#   print it, where Python's sum() since 3.12 has Neumaier's comparison of the two magnitudes
# differs: mean of 1.0, 1e100, 1.0, -1e100: 0.25, not 0.5
@candidate("multi_step")
def the_sum_takes_each_value_for_the_smaller_one(case: Json) -> Json:
    """What is lost in adding floats for a mean is always (total - rounded) + value.

    That is wrong where the value is larger in magnitude than the total so far.
    """

    def loss(total: float, value: float, rounded: float) -> float:
        return (total - rounded) + value

    return MultiStep(average=Average(sum=Sum(float_loss=loss)))(case)


# source: rolled summation:91 (`+=` made `=`), the assignment operator of PIT, mutmut and stryker
# differs: mean of 1e16, 1.0, 1.0, -1e16: 0.0, not 0.5
@candidate("multi_step")
def only_the_last_loss_is_corrected(case: Json) -> Json:
    """In the sum for a mean the correction is overwritten, not accumulated, at each addition.

    Only what the last addition lost is applied at the end.
    """

    class LastLoss(Sum):
        def _with_floats(self, exact: int, first: float, rest: Iterator[Json]) -> Json:
            total = self.convert(exact) + first
            correction = 0.0
            for value in rest:
                if isinstance(value, int) and not self.joining_fits(value):
                    wide = self.before_wide(total, correction) + self.convert(value)
                    return self._plain(wide, rest)
                added = float(value)
                rounded = total + added
                correction = neumaier(total, added, rounded) if isinstance(value, float) else 0.0
                total = rounded
            return self.at_the_end(total, correction)

    return MultiStep(average=Average(sum=LastLoss()))(case)


# source: rolled multi_step:91 (wrong variable of the same type in len()); Go:
#   `sum / float64(len(columns))` inside `for name, values := range columns`
# differs: mean of {"a": 1} and {"a": 0}: {"a": 1.0}, not {"a": 0.5}
@candidate("multi_step")
def the_sum_is_divided_by_the_number_of_names(case: Json) -> Json:
    """The mean of each name is its sum divided by the number of names.

    It should be divided by the number of steps that have a result.
    """

    class ByNames(Average):
        def __call__(self, steps: Json) -> Json:
            rows = self.rows(steps)
            if not any(rows):
                return None
            columns = self.columns(rows)
            return {
                "rewards": {
                    name: self.sum(values) / len(columns) for name, values in columns.items()
                }
            }

    return MultiStep(average=ByNames())(case)
