"""Mistakes in `multi_step` from a fresh reading of the texts."""

import math
from typing import Any

from candidates.reference.multi_step import Average, Columns, MultiStep, last_result
from tools.causes.wrong.making import candidate

Json = Any


# source: spec/000 section 2: null rewards mean no verifier result, and those are excluded
# differs: mean of {"a": 1} and null rewards: 1.0, not 0.5
@candidate("multi_step")
def step_with_null_rewards_is_not_counted(case: Json) -> Json:
    """A step whose rewards are null is left out of the mean like one without a result."""

    def rows(steps: Json) -> Json:
        return [step["rewards"] for step in steps if step and step["rewards"] is not None]

    return MultiStep(average=Average(rows=rows))(case)


# source: a data scientist: the mean of a column of pandas passes over missing cells
# differs: mean of {"a": 1, "b": 1} and {"a": 0}: b is 1.0, not 0.5
@candidate("multi_step")
def name_is_averaged_over_the_steps_that_have_it(case: Json) -> Json:
    """The mean of a name is over the steps with that name, not over all steps with a result."""

    def columns(rows: Json) -> Json:
        return {name: [row[name] for row in rows if name in row] for name in Columns()(rows)}

    return MultiStep(average=Average(columns=columns))(case)


# source: one who over-engineers: a running mean, to keep no list of steps
# differs: mean of 0.1, 0.1 and 0.1: 0.1, not 0.10000000000000002
@candidate("multi_step")
def mean_is_updated_at_each_step(case: Json) -> Json:
    """The mean is moved towards each step's value in turn instead of dividing a sum."""

    def mean(values: Json, _add: Json) -> Json:
        average = 0.0
        for count, value in enumerate(values, start=1):
            average += (value - average) / count
        return average

    return MultiStep(average=Average(mean=mean))(case)


# source: a reading of spec/000: the last verifier_result that there is
# differs: final of {"a": 1} and a step without a result: {"a": 1}, not null
@candidate("multi_step")
def final_is_the_last_step_that_has_a_result(case: Json) -> Json:
    """The final strategy passes over steps at the end whose verifier gave nothing."""

    def final(steps: Json) -> Json:
        return last_result([step for step in steps if step is not None])

    return MultiStep(final=final)(case)


# source: a very literal reader of spec/000: mean is the default on a multi-step task
# differs: one step with null rewards: {"rewards": null}, not null
@candidate("multi_step")
def only_step_is_taken_verbatim(case: Json) -> Json:
    """The result of a task with one step is that step's result, under either strategy."""
    return case["steps"][0] if len(case["steps"]) == 1 else MultiStep()(case)


# source: a data scientist: a data frame with fillna(0), which fills nan as well
# differs: mean of {"a": nan} and {"a": 1}: 0.5, not nan
@candidate("multi_step")
def nan_of_a_step_counts_as_zero(case: Json) -> Json:
    """A reward of nan counts as 0 in the mean, as a missing one does."""

    def value(row: Json, name: str) -> Json:
        found = row.get(name, 0)
        return 0 if isinstance(found, float) and math.isnan(found) else found

    return MultiStep(average=Average(columns=Columns(value=value)))(case)
