"""The unseen mistakes in `multi_step`, written without the catalogue."""

from itertools import takewhile
from typing import Any

from candidates.reference.metric import quotient
from candidates.reference.multi_step import Average, MultiStep, rewards_of_results
from candidates.reference.summation import total
from tools.causes.wrong.making import candidate


# source: PrimeIntellect-ai/verifiers pull request #2231: min_reward and "early stopping"
# differs: mean of steps with rewards 0 and 1: {"reward": 0.0}, not {"reward": 0.5}
@candidate("multi_step")
def steps_behind_a_failed_one_do_not_count(case: Any) -> Any:
    """The mean is over the steps up to the first whose `reward` is 0."""

    def rows(steps: Any) -> Any:
        found = rewards_of_results(steps)
        before = [*takewhile(lambda row: row.get("reward") != 0, found)]
        return found[: len(before) + 1]

    return MultiStep(average=Average(rows=rows))(case)


# source: a habit of Go: sum / len(steps) of two integers
# differs: mean of steps with rewards 1 and 0: {"reward": 0}, not {"reward": 0.5}
@candidate("multi_step")
def integers_are_divided_without_a_fraction(case: Any) -> Any:
    """Where all values of a key are integers, their mean is cut off to an integer."""

    def mean(values: Any, add: Any) -> Any:
        added = add(values)
        if not isinstance(added, int):
            return quotient(values, add)
        whole = abs(added) // len(values)
        return whole if added >= 0 else -whole

    return MultiStep(average=Average(mean=mean))(case)


# source: NVIDIA-NeMo/Gym pull request #1665: "the sum of your components is the usual default"
# differs: a step with {"a": 1, "b": 0.5}: {"reward": 1.5}, not {"a": 1.0, "b": 0.5}
@candidate("multi_step")
def reward_is_the_mean_sum_of_each_step(case: Any) -> Any:
    """The mean strategy gives only `reward`, the mean over the steps of the sum of their keys."""

    def rows(steps: Any) -> Any:
        found = rewards_of_results(steps)
        return [{"reward": total(row.values())} for row in found] if any(found) else []

    return MultiStep(average=Average(rows=rows))(case)


# source: a habit of Python: steps[-1].verifier_result
# differs: final of no steps: IndexError, not null
@candidate("multi_step")
def final_of_no_steps_is_an_error(case: Any) -> Any:
    """The final strategy raises IndexError if there are no steps."""
    return MultiStep(final=lambda steps: steps[-1])(case)


# source: public code, a reader of benchmark results, whose _running_mean is given each new value
# differs: mean of steps with 0.1, 0.2 and 0.6: {"reward": 0.30000000000000004}, not 0.3
@candidate("multi_step")
def mean_is_updated_step_by_step(case: Any) -> Any:
    """Each step moves the mean so far by its distance divided by the number of steps so far."""

    def mean(values: Any, _add: Any) -> Any:
        kept = 0.0
        for count, value in enumerate(values, 1):
            kept += (value - kept) / count
        return kept

    return MultiStep(average=Average(mean=mean))(case)
