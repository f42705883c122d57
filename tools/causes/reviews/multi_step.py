"""Mistakes in `multi_step`."""

from itertools import takewhile
from typing import Any

from candidates.reference.multi_step import Average, MultiStep, rewards_of_results
from tools.causes.wrong.making import candidate

Json = Any


# source: Arize-ai/phoenix, issue 14974: a mean over the results in which the key is present
# differs: steps of {"a": 1} and {"b": 1}: {"a": 1.0, "b": 1.0}, not {"a": 0.5, "b": 0.5}
@candidate("multi_step")
def name_is_averaged_over_the_steps_that_have_it(case: Json) -> Json:
    """A step without a name is left out of the mean of that name instead of counting 0."""

    def columns(rows: Json) -> Json:
        values: Json = {}
        for row in rows:
            for name, value in row.items():
                values.setdefault(name, []).append(value)
        return values

    return MultiStep(average=Average(columns=columns))(case)


# source: a wrong denominator: the sum over results divided by `len(steps)`
# differs: steps of {"a": 1} and no result: {"a": 0.5}, not {"a": 1.0}
@candidate("multi_step")
def steps_without_a_result_are_in_the_denominator(case: Json) -> Json:
    """A step whose verifier gave no result counts as 0 in the mean of each name."""

    def rows(steps: Json) -> Json:
        return [(step or {}).get("rewards") or {} for step in steps]

    return MultiStep(average=Average(rows=rows))(case)


# source: a filter before the choice: `[s for s in steps if s.verifier_result][-1]`
# differs: strategy final, steps of {"a": 1} and no result: {"a": 1}, not null
@candidate("multi_step")
def final_is_the_last_step_that_has_a_result(case: Json) -> Json:
    """The strategy final goes back to the last step whose verifier gave a result."""

    def final(steps: Json) -> Json:
        return next((step for step in reversed(steps) if step is not None), None)

    return MultiStep(final=final)(case)


# source: `break` for `continue` in the loop over the steps
# differs: steps of {"a": 1}, no result and {"a": 0}: {"a": 1.0}, not {"a": 0.5}
@candidate("multi_step")
def mean_stops_at_the_first_step_without_a_result(case: Json) -> Json:
    """The steps after the first one without a result are not averaged."""

    def rows(steps: Json) -> Json:
        return rewards_of_results(list(takewhile(lambda step: step is not None, steps)))

    return MultiStep(average=Average(rows=rows))(case)


# source: a refactoring that lost the early return for steps that have no rewards
# differs: one step of null rewards: {"rewards": {}}, not null
@candidate("multi_step")
def mean_of_no_names_is_a_result_without_rewards(case: Json) -> Json:
    """Where no step has a name, the mean is a result of empty rewards instead of none."""

    def average(steps: Json) -> Json:
        return Average()(steps) or {"rewards": {}}

    return MultiStep(average=average)(case)


# source: misread documentation: the reward of a multi-step task is that of its last step
# differs: no strategy, steps of {"a": 1} and {"a": 0}: {"a": 0}, not {"a": 0.5}
@candidate("multi_step")
def strategy_that_is_not_set_is_final(case: Json) -> Json:
    """A task that sets no strategy gets the result of its last step instead of the mean."""
    return MultiStep(strategy=lambda strategy: strategy or "final")(case)
