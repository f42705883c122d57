"""Slips in `multi_step`."""

from typing import Any

from candidates.reference.multi_step import Average, Columns, MultiStep, last_result
from tools.causes.wrong.making import candidate

Json = Any


# source: a wrong index: the keys of the first row instead of those of all rows
# differs: steps of {"a": 1} and {"a": 0, "b": 1}: {"a": 0.5}, not {"a": 0.5, "b": 0.5}
@candidate("multi_step")
def names_are_those_of_the_first_row(case: Json) -> Json:
    """Only the names of the first step that has a result are averaged."""
    return MultiStep(average=Average(columns=Columns(names=lambda rows: list(rows[0]))))(case)


# source: a filter that tests too much: `if step and step["rewards"]`
# differs: steps of {"a": 1} and of null rewards: {"a": 1.0}, not {"a": 0.5}
@candidate("multi_step")
def steps_with_empty_rewards_are_filtered_out(case: Json) -> Json:
    """A step whose result has null or empty rewards is left out of the mean."""

    def rows(steps: Json) -> Json:
        return [step["rewards"] for step in steps if step and step["rewards"]]

    return MultiStep(average=Average(rows=rows))(case)


# source: a wrong variable: the list that is filtered for the mean serves the other branch too
# differs: final, steps of {"a": 1} and of no result: {"a": 1}, not null
@candidate("multi_step")
def final_takes_the_last_of_the_filtered_steps(case: Json) -> Json:
    """The strategy final gives the last result there is, though later steps have none."""

    def final(steps: Json) -> Json:
        return last_result([step for step in steps if step is not None])

    return MultiStep(final=final)(case)


# source: a forgotten case: `if strategy == "mean"` and an else for what is not set as well
# differs: no strategy, steps of {"a": 1} and {"a": 0}: {"a": 0}, not {"a": 0.5}
@candidate("multi_step")
def strategy_that_is_not_set_goes_to_the_else(case: Json) -> Json:
    """A task that sets no strategy gets the result of its last step."""
    return MultiStep(strategy=lambda strategy: strategy or "final")(case)


# source: a stale variable: the value is assigned only where the row has the key, and then added
# differs: steps of {"a": 1, "b": 1} and {"a": 1}: {"a": 1.0, "b": 1.0}, not {"a": 1.0, "b": 0.5}
@candidate("multi_step")
def value_of_the_step_before_is_left_over(case: Json) -> Json:
    """A name that a step lacks counts there with its value of the step before."""

    def columns(rows: Json) -> Json:
        values: Json = {}
        for name in Columns().names(rows):
            value = 0
            for row in rows:
                if name in row:
                    value = row[name]
                values.setdefault(name, []).append(value)
        return values

    return MultiStep(average=Average(columns=columns))(case)


# source: break instead of continue
# differs: steps of {"a": 1}, no result and {"a": 0}: {"a": 1.0}, not {"a": 0.5}
@candidate("multi_step")
def loop_ends_at_the_first_step_without_result(case: Json) -> Json:
    """The mean is over the steps before the first that has no result."""

    def rows(steps: Json) -> Json:
        found = []
        for step in steps:
            if step is None:
                break
            found.append(step["rewards"] or {})
        return found

    return MultiStep(average=Average(rows=rows))(case)
