"""Held-out mistakes in `multi_step`."""

from typing import Any

from candidates.reference.multi_step import Average, Columns, MultiStep, last_result, names_of
from tools.causes.wrong.making import candidate


# source: Arize-ai/phoenix issue #14974, which wants a mean over the steps that have the key
# differs: steps {"a": 1}, {"a": 1, "b": 1}: "b": 1.0, not 0.5
@candidate("multi_step")
def mean_of_a_name_is_over_the_steps_that_have_it(case: Any) -> Any:
    """The mean of a name is over the steps that have the name; a missing one is no 0."""

    def columns(rows: Any) -> Any:
        return {name: [row[name] for row in rows if name in row] for name in names_of(rows)}

    return MultiStep(average=Average(columns=columns))(case)


# source: a habit of Python: [step["rewards"] for step in steps if step and step["rewards"]]
# differs: steps with null rewards and with {"reward": 1}: 1.0, not 0.5
@candidate("multi_step")
def steps_without_any_reward_do_not_count(case: Any) -> Any:
    """A step whose rewards are null or empty does not count in the mean."""

    def rows(steps: Any) -> Any:
        return [step["rewards"] for step in steps if step and step["rewards"]]

    return MultiStep(average=Average(rows=rows))(case)


# source: another reading of a multi-step task: a step that was never verified has failed
# differs: steps {"reward": 1} and null: 0.5, not 1.0
@candidate("multi_step")
def steps_without_a_result_count_as_zero(case: Any) -> Any:
    """The mean is over all steps; one without a result counts as 0."""

    def rows(steps: Any) -> Any:
        return [(step or {}).get("rewards") or {} for step in steps]

    return MultiStep(average=Average(rows=rows))(case)


# source: public code for runs that stop early: the last step with a result is the final one
# differs: final of {"reward": 1} and null: {"reward": 1}, not null
@candidate("multi_step")
def final_is_the_last_step_that_has_a_result(case: Any) -> Any:
    """The strategy final takes the last step that has a result, not the last step."""

    def final(steps: Any) -> Any:
        return last_result([step for step in steps if step is not None])

    return MultiStep(final=final)(case)


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


# source: a habit of every language: a loop over no names makes an empty object
# differs: steps with {} only: {"rewards": {}}, not null
@candidate("multi_step")
def mean_of_no_names_is_an_empty_object(case: Any) -> Any:
    """If steps have a result, but none has a name, the mean is a result with empty rewards."""

    def average(steps: Any) -> Any:
        without_names: Any = {"rewards": {}} if any(step is not None for step in steps) else None
        return Average()(steps) or without_names

    return MultiStep(average=average)(case)
