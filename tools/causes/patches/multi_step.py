"""Patches to `multi_step` that break one rule each."""

from typing import Any

from candidates.reference.multi_step import (
    Average,
    Columns,
    MultiStep,
    last_result,
    multi_step,
    names_of,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: patch "one loop for all columns", whose row is updated and never emptied
#   (multi_step.py:73)
# differs: mean of {"a": 1, "b": 1} and {"a": 1}: "b" is 1.0, not 0.5
@candidate("multi_step")
def a_missing_name_keeps_its_last_value(case: Json) -> Json:
    """In a mean, a step without a name counts as the last value of that name before it.

    It should count as 0, as it still does where no earlier step has the name.
    """

    def columns(rows: Json) -> Json:
        found: Json = {name: [] for name in names_of(rows)}
        current = dict.fromkeys(found, 0)
        for row in rows:
            current.update(row)
            for name, values in found.items():
                values.append(current[name])
        return found

    return MultiStep(average=Average(columns=columns))(case)


# source: patch "final needs a result" at the match of the strategy (multi_step.rs:29), which
#   falls through
# differs: final of {"a": 1} and a step without a result: {"a": 1.0}, not null
@candidate("multi_step")
def final_without_a_result_is_averaged(case: Json) -> Json:
    """With the strategy final, a last step without a result has the other steps averaged.

    The trial should have no result then.
    """

    def final(steps: Json) -> Json:
        return last_result(steps) or Average()(steps)

    return MultiStep(final=final)(case)


# source: patch "no need to collect names, all steps have the same" (multi_step.rs:45)
# differs: mean of {"a": 1} and {"a": 1, "b": 1}: {"a": 1.0}, not {"a": 1.0, "b": 0.5}
@candidate("multi_step")
def only_names_of_the_first_rewarded_step_count(case: Json) -> Json:
    """A mean has only the names of the first step that has any; later new names are dropped."""

    def names(rows: Json) -> Json:
        return list(next(row for row in rows if row))

    return MultiStep(average=Average(columns=Columns(names=names)))(case)


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


# source: patch "shorten the guard": `any(rows)` became `rows` (before multi_step.py:90)
# differs: mean of one step with rewards {}: {"rewards": {}}, not null
@candidate("multi_step")
def a_mean_without_names_is_a_result(case: Json) -> Json:
    """The mean of steps with results but without any name is {"rewards": {}}.

    It should be no result, as it still is where no step has a result.
    """
    result = multi_step(case)
    if result is None and case["strategy"] != "final" and any(case["steps"]):
        return {"rewards": {}}
    return result
