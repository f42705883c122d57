"""More mistakes in `multi_step`, written without the catalogue."""

from typing import Any

from candidates.reference.metric import minimum
from candidates.reference.multi_step import Average, MultiStep, last_result
from candidates.reference.multi_step import multi_step as right
from tools.causes.wrong.making import candidate


# source: a habit of Python: `return final(steps) or mean(steps)`
# differs: final of [{"reward": 1}, no result]: {"reward": 1.0}, not null
@candidate("multi_step")
def mean_where_the_last_step_has_no_result(case: Any) -> Any:
    """Where the last step has no result, the final strategy gives the mean of the others."""
    return MultiStep(final=lambda steps: last_result(steps) or Average()(steps))(case)


# source: another reading of spec/001, whose rollup `min` is "worst dimension wins"
# differs: mean of [{"reward": 1}, {"reward": 0}]: {"reward": 0}, not {"reward": 0.5}
@candidate("multi_step")
def worst_step_wins(case: Any) -> Any:
    """The mean strategy gives the minimum of each key over the steps."""
    return MultiStep(average=Average(mean=lambda values, _: minimum(values)))(case)


# source: another reading of spec/000 section 3: steps are aggregated by the rule of metrics
# differs: mean of [{"reward": 1}, {"reward": 0}]: {"mean": 0.5}, not {"reward": 0.5}
@candidate("multi_step")
def mean_of_one_key_is_named_mean(case: Any) -> Any:
    """Where the steps have one key, the mean strategy names the trial's only reward `mean`."""
    found: Any = right(case)
    if case["strategy"] == "final" or found is None or len(found["rewards"]) != 1:
        return found
    return {"rewards": {"mean": next(iter(found["rewards"].values()))}}


# source: mutant: `reward += value` and the division behind the loop become
#   `reward = (reward + value) / 2` in it
# differs: mean of rewards 1, 0, 0: 0.25, not 0.3333333333333333
@candidate("multi_step")
def mean_is_halved_at_each_step(case: Any) -> Any:
    """The mean of a key is halfway between the mean so far and the next step's value."""

    def mean(values: Any, _: Any) -> Any:
        kept = values[0]
        for value in values[1:]:
            kept = (kept + value) / 2
        return kept

    return MultiStep(average=Average(mean=mean))(case)
