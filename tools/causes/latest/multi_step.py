"""The latest mistakes in `multi_step`, written without the catalogue."""

import math
from typing import Any

from candidates.reference.metric import quotient
from candidates.reference.multi_step import Average, Columns, MultiStep, last_result
from tools.causes.wrong.making import candidate


# source: public code of tau-bench's kind: overall: database_reward * communicate_reward
# differs: mean of [{"reward": 1}, {"reward": 0}]: {"reward": 0}, not {"reward": 0.5}
@candidate("multi_step")
def steps_are_multiplied(case: Any) -> Any:
    """The mean strategy gives the product of each key over the steps."""
    return MultiStep(average=Average(mean=lambda values, _add: math.prod(values)))(case)


# source: a habit of Python: the loop's variable is still there after the loop
# differs: mean of [{"a": 1, "b": 1}, {"a": 1}]: {"a": 1.0}, not {"a": 1.0, "b": 0.5}
@candidate("multi_step")
def keys_are_those_of_the_last_step(case: Any) -> Any:
    """Only keys of the last step that has a key are averaged."""
    names = lambda rows: list(next(filter(None, reversed(rows))))  # noqa: E731
    return MultiStep(average=Average(columns=Columns(names=names)))(case)


# source: a habit of pandas: Series.mean() skips nan
# differs: mean of rewards 1 and nan: {"reward": 1.0}, not {"reward": nan}
@candidate("multi_step")
def nan_of_a_step_is_left_out(case: Any) -> Any:
    """A step's value of nan is left out of the mean of its key, unless every value is nan."""

    def mean(values: Any, add: Any) -> Any:
        known = [one for one in values if not (isinstance(one, float) and math.isnan(one))]
        return quotient(known or values, add)

    return MultiStep(average=Average(mean=mean))(case)


# source: a habit of Python: if not all(steps): return None
# differs: mean of [{"reward": 1}, no result]: null, not {"reward": 1.0}
@candidate("multi_step")
def one_step_without_a_result_is_no_result(case: Any) -> Any:
    """The mean strategy gives no result if any step has none."""
    guarded = lambda steps: None if None in steps else Average()(steps)  # noqa: E731
    return MultiStep(average=guarded)(case)


# source: a habit of shortcuts: if len(steps) == 1: return steps[0]
# differs: mean of one step with null rewards: {"rewards": null}, not null
@candidate("multi_step")
def single_step_is_not_averaged(case: Any) -> Any:
    """The mean strategy gives the result of a trial's only step unchanged."""
    short = lambda steps: steps[0] if len(steps) == 1 else Average()(steps)  # noqa: E731
    return MultiStep(average=short)(case)


# source: a habit of Python: last if last and last["rewards"] else None
# differs: final of a last step with null rewards: null, not {"rewards": null}
@candidate("multi_step")
def final_step_without_rewards_is_no_result(case: Any) -> Any:
    """The final strategy gives no result if the last step's rewards are null or empty."""

    def final(steps: Any) -> Any:
        last = last_result(steps)
        return last if last and last["rewards"] else None

    return MultiStep(final=final)(case)
