"""Ports of `metric` with one mistake each."""

import math
from typing import Any

from candidates.reference.metric import (
    Columns,
    Metric,
    Trials,
    Values,
    maximum,
    metric,
    minimum,
    reward_names,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: spec/000 §3.2: "Single reward key (the tbench norm - every trial has only "reward")",
#   read as a rule for the name "reward", which is the one that has no meaning of its own
# differs: mean of {"speed": 1}: {"speed": 1.0}, not {"mean": 1.0}
@candidate("metric")
def an_only_name_other_than_reward_is_kept(case: Json) -> Json:
    """With one reward name that is not "reward" the result is under that name.

    It should be under the metric's name.
    """

    def label(name: str, names: list[str]) -> str:
        return name if names in ([], ["reward"]) else names[0]

    return Metric(columns=Columns(label=label))(case)


# source: spec/000 §6: "sum over a Python list is left-to-right sequential float addition"
# differs: sum of ten times 0.1: 0.9999999999999999, not 1.0
@candidate("metric")
def floats_are_added_without_correction(case: Json) -> Json:
    """Sum and mean add floats from left to right without the correction for what rounding lost."""

    def plain(values: Json) -> Json:
        kept = 0
        for value in values:
            kept = kept + value
        return kept

    return Metric(sum=plain)(case)


# source: Java: Math.max and Math.min, and so DoubleStream.max and min, are NaN if any value is;
#   spec/000 §6: nan "propagates"
# differs: max of 1 and nan: nan, not 1
@candidate("metric")
def any_nan_makes_the_extreme_nan(case: Json) -> Json:
    """Max and min are nan where any value is nan, not only where the first is."""

    def nan_of(values: Values) -> list[float]:
        return [value for value in values if isinstance(value, float) and math.isnan(value)]

    return Metric(
        max=lambda values: maximum(nan_of(values) or values),
        min=lambda values: minimum(nan_of(values) or values),
    )(case)


# source: R: unlist(lapply(rewards, function(r) if (is.null(r)) 0 else r)) has nothing of an empty
#   list, so the vector is shorter
# differs: mean of {"a": 1} and {}: 1.0, not 0.5
@candidate("metric")
def a_trial_of_no_names_is_left_out(case: Json) -> Json:
    """With at most one reward name, a trial whose rewards are {} is left out of the values.

    It should count as 0. Null rewards do count as 0, and {} does where all trials have {}.
    """

    def columns(name: str, trials: Trials) -> dict[str, Values]:
        kept = trials
        if len(reward_names(trials)) <= 1:
            kept = [rewards for rewards in trials if rewards != {}] or trials
        return Columns()(name, kept)

    return Metric(columns=columns)(case)


# source: pandas: DataFrame(rewards).astype("float64") before aggregating; the texts call a reward
#   a float in most places
# differs: sum of 9007199254740993 and 0: 9007199254740992.0, not 9007199254740993
@candidate("metric")
def integers_become_binary64_first(case: Json) -> Json:
    """Each integer reward becomes a binary64 before any of the four metrics is computed.

    One that is too large for it is an OverflowError, also where no float is met.
    """
    rewards = [
        each and {name: float(value) for name, value in each.items()} for each in case["rewards"]
    ]
    return metric(case | {"rewards": rewards})
