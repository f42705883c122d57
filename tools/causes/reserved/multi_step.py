"""Reserved mistakes in `multi_step`."""

import math
from typing import Any

from candidates.reference.metric import quotient
from candidates.reference.multi_step import Average, Columns, MultiStep, names_of
from tools.causes.wrong.making import candidate

Json = Any


# source: a habit of pandas and SQL: an inner join of the steps' columns
# differs: steps {"a": 1} and {"a": 0, "b": 1}: {"a": 0.5}, not {"a": 0.5, "b": 0.5}
@candidate("multi_step")
def names_are_those_that_all_steps_have(case: Json) -> Json:
    """Only names that every step with a result has are averaged."""

    def names(rows: Json) -> Json:
        return [name for name in names_of(rows) if all(name in row for row in rows)]

    return MultiStep(average=Average(columns=Columns(names=names)))(case)


# source: a habit of pandas: DataFrame.mean has skipna=True
# differs: steps of nan and 1: 1.0, not nan
@candidate("multi_step")
def nan_is_left_out_of_the_mean(case: Json) -> Json:
    """A nan is left out of the mean of its name, unless all values are nan."""

    def mean(values: Json, add: Json) -> Json:
        return quotient([value for value in values if not math.isnan(value)] or values, add)

    return MultiStep(average=Average(mean=mean))(case)


# source: a design that always gives a result: VerifierResult(rewards=means or None)
# differs: a step without a result: {"rewards": null}, not null
@candidate("multi_step")
def mean_of_nothing_is_a_result_with_null_rewards(case: Json) -> Json:
    """Where there is nothing to average, the answer is a result whose rewards are null."""
    return MultiStep(average=lambda steps: Average()(steps) or {"rewards": None})(case)


# source: a shortcut of many implementations: if len(results) == 1: return results[0]
# differs: one step with {}: {"rewards": {}}, not null
@candidate("multi_step")
def only_result_is_returned_unchanged(case: Json) -> Json:
    """If just one step has a result, that result is returned as it is, empty or null too."""

    def average(steps: Json) -> Json:
        results = [step for step in steps if step is not None]
        return results[0] if len(results) == 1 else Average()(results)

    return MultiStep(average=average)(case)
