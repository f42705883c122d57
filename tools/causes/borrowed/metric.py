"""Candidates of `metric` with one mistake each."""

from typing import Any

from candidates.reference.metric import Columns, Metric, maximum, metric, quotient
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


# source: pandas, DataFrame.mean, with which leaderboards average columns of scores: it skips nan
#   unless told otherwise
# differs: mean of nan and 1: {"mean": 1.0}, not {"mean": nan}
@candidate("metric")
def the_mean_skips_nan(case: Json) -> Json:
    """The mean passes over values that are nan, and divides by the count of the others.

    Where all values are nan it is nan. The other metrics keep nan.
    """

    def mean(values: Json, add: Json) -> Json:
        return quotient([value for value in values if value == value] or values, add)  # noqa: PLR0124

    return Metric(mean=mean)(case)


# source: Netflix/spectator PR #864: a max gauge began with 0, so negative values never showed
# differs: max of -1 and -2: 0, not -1
@candidate("metric")
def the_maximum_starts_from_zero(case: Json) -> Json:
    """The maximum starts from 0 and not from the first value.

    It is never below 0, and a leading nan is passed over.
    """
    return Metric(max=lambda values: maximum([0, *values] if values else values))(case)


# source: PrimeIntellect-ai/prime-rl PR #3182: each reward has a mean under its own name, also where
#   there is one reward only
# differs: mean of {"speed": 1}: {"speed": 1.0}, not {"mean": 1.0}
@candidate("metric")
def the_only_name_stays(case: Json) -> Json:
    """Where the trials have one reward name, the result is under that name.

    It should be under the metric's. With no reward name at all it still is.
    """
    columns = Columns(label=lambda name, names: names[0] if names else name)
    return Metric(columns=columns)(case)


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
