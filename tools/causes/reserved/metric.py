"""Reserved mistakes in `metric`."""

import math
from typing import Any

from candidates.reference.metric import (
    Columns,
    Metric,
    maximum,
    minimum,
    reward_names,
    value_of,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: a habit of JavaScript, Java and numpy: Math.max and np.max are nan if any value is
# differs: max of 1 and nan: nan, not 1
@candidate("metric")
def nan_anywhere_makes_max_and_min_nan(case: Json) -> Json:
    """The maximum and the minimum are nan if any of the values is nan."""

    def unless_nan(choose: Json) -> Json:
        return lambda values: math.nan if any(map(math.isnan, values)) else choose(values)

    return Metric(max=unless_nan(maximum), min=unless_nan(minimum))(case)


# source: a habit of JavaScript: rewards.reduce((a, b) => a + b, 0), as spec/000 describes sums
# differs: sum of ten times 0.1: 0.9999999999999999, not 1.0
@candidate("metric")
def values_are_added_one_by_one_as_binary64(case: Json) -> Json:
    """All values become binary64 and are added from left to right without a correction."""

    def add(values: Json) -> Json:
        kept = 0.0
        for value in values:
            kept += float(value)
        return kept

    return Metric(sum=add)(case)


# source: another reading of spec/000: the reward key is discarded, and it is "reward"
# differs: mean of {"score": 1}: {"score": 1.0}, not {"mean": 1.0}
@candidate("metric")
def only_name_stays_unless_it_is_reward(case: Json) -> Json:
    """A single reward name labels the result itself, unless it is the name reward."""

    def label(metric: Json, names: Json) -> Json:
        return names[0] if names and names != ["reward"] else metric

    return Metric(columns=Columns(label=label))(case)


# source: a habit of SQL and pandas: AVG and mean pass over a column's missing values
# differs: mean of {"a": 1} and {"a": 0, "b": 1}: "b": 1.0, not 0.5
@candidate("metric")
def trial_counts_only_for_the_names_it_has(case: Json) -> Json:
    """With several names, a trial that has rewards does not count for a name it lacks."""

    def columns(metric: Json, trials: Json) -> Json:
        names = reward_names(trials)
        if len(names) <= 1:
            return Columns()(metric, trials)
        return {
            name: [value_of(trial, name) for trial in trials if trial is None or name in trial]
            for name in names
        }

    return Metric(columns=columns)(case)


# source: another reading of spec/000: a multi-metric task is one whose rewards have several keys
# differs: mean of {"a": 1} and {"b": 0}: {"mean": 0.5}, not {"a": 0.5, "b": 0.0}
@candidate("metric")
def result_has_reward_names_only_if_one_trial_has_several(case: Json) -> Json:
    """If no trial has several names, there is one result, even if the names differ."""

    def names(trials: Json) -> Json:
        several = any(len(rewards or ()) > 1 for rewards in trials)
        return reward_names(trials) if several else []

    return Metric(columns=Columns(names=names))(case)
