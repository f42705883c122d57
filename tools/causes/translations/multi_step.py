"""Ports of `multi_step` with one mistake each."""

import math
from typing import Any

from candidates.reference.metric import quotient
from candidates.reference.multi_step import Average, Columns, MultiStep, multi_step, value_of
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


# source: pandas: `pd.DataFrame(rows).fillna(0).mean()`: what is missing and what is nan are the
#   same there
# differs: mean of {"reward": nan} and {"reward": 1}: 0.5, not nan
@candidate("multi_step")
def a_nan_is_filled_with_zero(case: Json) -> Json:
    """With the strategy mean, a step's reward that is nan counts as 0."""

    def value(row: Json, name: str) -> Json:
        found = value_of(row, name)
        return 0 if isinstance(found, float) and math.isnan(found) else found

    return MultiStep(average=Average(columns=Columns(value=value)))(case)


# source: Rust: `steps.iter().flatten().last()`: flatten drops the steps that are None
# differs: final of {"reward": 1} and then no result: {"reward": 1}, not null
@candidate("multi_step")
def final_is_the_last_step_with_a_result(case: Json) -> Json:
    """The strategy final gives the result of the last step that has one.

    It does so even where later steps have none.
    """

    def final(steps: Json) -> Json:
        return next((step for step in reversed(steps) if step is not None), None)

    return MultiStep(final=final)(case)


# source: TypeScript: `steps.map(s => s?.rewards).filter(r => r != null)`: optional chaining makes
#   the two nulls one
# differs: mean of {"reward": 1} and a result whose rewards are null: 1.0, not 0.5
@candidate("multi_step")
def steps_with_null_rewards_are_not_averaged(case: Json) -> Json:
    """With the strategy mean, a result whose rewards are null is left out of the denominator."""

    def rows(steps: Json) -> Json:
        return [s["rewards"] for s in steps if s is not None and s["rewards"] is not None]

    return MultiStep(average=Average(rows=rows))(case)


# source: Go: `rewards := make(map[string]float64)` is filled in a loop and returned, empty or not
# differs: mean of no steps: {"rewards": {}}, not null
@candidate("multi_step")
def a_mean_without_names_is_an_empty_object(case: Json) -> Json:
    """With the strategy mean, the result is empty rewards where no step has any reward.

    It should be no result.
    """
    result = multi_step(case)
    return {"rewards": {}} if result is None and case["strategy"] != "final" else result
