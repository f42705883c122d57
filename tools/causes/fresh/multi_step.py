"""Mistakes in `multi_step`, written without the catalogue."""

from itertools import takewhile
from typing import Any

from candidates.reference.metric import quotient
from candidates.reference.multi_step import Average, Columns, MultiStep, rewards_of_results
from candidates.reference.multi_step import multi_step as right
from tools.causes.wrong.making import candidate


# source: PrimeIntellect-ai/verifiers pull request #1554: state["reward"] = _sum_step_rewards(state)
# differs: mean of [{"reward": 1}, {"reward": 1}]: {"reward": 2}, not {"reward": 1.0}
@candidate("multi_step")
def steps_are_added(case: Any) -> Any:
    """The mean strategy gives the sum over the steps instead of their mean."""
    return MultiStep(average=Average(mean=lambda values, add: add(values)))(case)


# source: spec/001: "Rubric rewards round to 4 decimals"
# differs: mean of rewards 1, 0, 0: 0.3333, not 0.3333333333333333
@candidate("multi_step")
def mean_of_steps_has_four_decimals(case: Any) -> Any:
    """The mean of each key is rounded to four decimals."""
    mean = lambda values, add: round(quotient(values, add), 4)  # noqa: E731
    return MultiStep(average=Average(mean=mean))(case)


# source: a habit of pandas and csv: the columns are rows[0].keys()
# differs: mean of [{"a": 1}, {"a": 1, "b": 1}]: {"a": 1.0}, not {"a": 1.0, "b": 0.5}
@candidate("multi_step")
def keys_are_those_of_the_first_step(case: Any) -> Any:
    """Only keys of the first step that has a key are averaged."""
    names = lambda rows: list(next(filter(None, rows)))  # noqa: E731
    return MultiStep(average=Average(columns=Columns(names=names)))(case)


# source: a habit of Python: trial_rewards.update(step_rewards) in a loop
# differs: final of [{"a": 1}, {"b": 1}]: {"a": 1, "b": 1}, not {"b": 1}
@candidate("multi_step")
def final_updates_earlier_steps(case: Any) -> Any:
    """The final strategy keeps keys of earlier steps that the last step's rewards do not have."""
    found = right(case)
    if case["strategy"] != "final" or found is None or found["rewards"] is None:
        return found
    merged: dict[str, Any] = {}
    for step in case["steps"]:
        merged |= (step and step["rewards"]) or {}
    return {"rewards": merged}


# source: mutant: `continue` becomes `break`
# differs: mean of [{"reward": 1}, no result, {"reward": 0}]: {"reward": 1.0}, not {"reward": 0.5}
@candidate("multi_step")
def steps_end_at_the_first_without_a_result(case: Any) -> Any:
    """The mean is over the steps before the first that has no result."""

    def rows(steps: Any) -> Any:
        return rewards_of_results(list(takewhile(lambda one: one is not None, steps)))

    return MultiStep(average=Average(rows=rows))(case)


# source: mutant: `any` becomes `all`
# differs: mean of [{"reward": 1}, a result with null rewards]: null, not {"reward": 0.5}
@candidate("multi_step")
def one_step_without_keys_is_no_result(case: Any) -> Any:
    """The mean strategy gives no result if any step that has a result has no key."""
    average = Average()
    guarded = lambda steps: average(steps) if all(rewards_of_results(steps)) else None  # noqa: E731
    return MultiStep(average=guarded)(case)
