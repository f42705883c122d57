"""Candidates of `metric` with one mistake each."""

from typing import Any

from candidates.reference.metric import Metric, metric, quotient
from tools.causes.wrong.making import candidate

Json = Any


# source: zed-industries/zed PR #30712: evaluations that ended with an error were skipped in the
#   aggregated results
# differs: mean of {"a": 1} and null: {"mean": 1.0}, not {"mean": 0.5}
@candidate("metric")
def the_mean_leaves_out_trials_without_rewards(case: Json) -> Json:
    """The mean leaves out the trials whose rewards are null, unless all are null.

    They should count as 0, as they still do in max, min and sum.
    """
    rewards = case["rewards"]
    if case["metric"] == "mean":
        rewards = [each for each in rewards if each is not None] or rewards
    return metric(case | {"rewards": rewards})


# source: wandb/wandb PR #1802: the total of a mean grows by plain addition and is divided by the
#   count
# differs: mean of 0.1 ten times: 0.09999999999999999, not 0.1
@candidate("metric")
def the_mean_adds_without_a_correction(case: Json) -> Json:
    """The mean adds from left to right without the correction of Python's sum.

    The metric sum still corrects.
    """

    def plain(values: Json) -> Json:
        added = 0
        for value in values:
            added += value
        return added

    return Metric(mean=lambda values, _add: quotient(values, plain))(case)
