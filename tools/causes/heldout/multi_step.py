"""Held-out mistakes in `multi_step`."""

from typing import Any

from candidates.reference.multi_step import Average, Columns, MultiStep
from tools.causes.wrong.making import candidate


# source: a habit of Python and of JavaScript: the keys of results[0] are those of all
# differs: steps {"a": 1}, {"a": 0, "b": 1}: {"a": 0.5}, not {"a": 0.5, "b": 0.5}
@candidate("multi_step")
def names_are_those_of_the_first_step(case: Any) -> Any:
    """Only the names of the first step that has a result are averaged."""
    columns = Columns(names=lambda rows: list(rows[0]))
    return MultiStep(average=Average(columns=columns))(case)


# source: public code with a weighted mean, in which steps without weights have 1/n each
# differs: steps of 1, 0.5 and 0.25: 0.5833333333333333, not 0.5833333333333334
@candidate("multi_step")
def each_step_is_weighted_before_it_is_added(case: Any) -> Any:
    """Each value is multiplied by 1/n and then added, instead of a sum that is divided by n."""

    def mean(values: Any, add: Any) -> Any:
        return add([value * (1 / len(values)) for value in values])

    return MultiStep(average=Average(mean=mean))(case)
