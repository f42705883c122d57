"""Patches to `metric` that break one rule each."""

import math
from typing import Any

from candidates.reference.metric import Columns, Metric, maximum, metric, minimum, reward_names
from tools.causes.wrong.making import candidate

Json = Any


# source: patch "no need to collect names, look at one trial" at `reward_names.len() <= 1`
#   (metric.rs:62)
# differs: sum of {"a": 1} and {"a": 1, "b": 2}: {"sum": 2}, not {"a": 2, "b": 2}
@candidate("metric")
def the_first_rewarded_trial_tells_of_several_names(case: Json) -> Json:
    """Only the first trial that has any names tells whether there are several of them.

    If it has one, each trial's first value is aggregated, under the metric's name. If it has
    more, the names of all trials are aggregated.
    """

    def names(trials: Json) -> Json:
        first: Json = next((rewards for rewards in trials if rewards), {})
        return reward_names(trials) if len(first) > 1 else list(first)

    return Metric(columns=Columns(names=names))(case)


# source: patch "use numpy for max and min" at the loop over values[1:] (metric.py:68)
# differs: max of 1 and nan: nan, not 1
@candidate("metric")
def max_and_min_are_nan_with_any_nan(case: Json) -> Json:
    """Max and min are nan if any value is nan; only a leading nan should stay."""

    def nan_of(values: Json) -> Json:
        return [value for value in values if isinstance(value, float) and math.isnan(value)]

    return Metric(
        max=lambda values: maximum(nan_of(values) or values),
        min=lambda values: minimum(nan_of(values) or values),
    )(case)


# source: patch "columns are arrays of float64" (metric.rs:62, summation.py:86)
# differs: sum of 9007199254740993 and 0: 9007199254740992.0, not 9007199254740993
@candidate("metric")
def all_values_become_floats_first(case: Json) -> Json:
    """All values become binary64s before they are aggregated, by any of the four metrics.

    So an integer beyond binary64 is always an OverflowError, and integers take part in the
    correction of a sum as floats do.
    """

    def columns(name: str, trials: Json) -> Json:
        exact = Columns()(name, trials)
        return {each: [float(value) for value in values] for each, values in exact.items()}

    return Metric(columns=columns)(case)


# source: patch "an empty job is no crash": the columns are looked at before they are aggregated
# differs: mean of no trials: {"mean": 0}, not ZeroDivisionError
@candidate("metric")
def metrics_of_no_trials_are_zero(case: Json) -> Json:
    """Mean, max and min of no trials are 0, under the metric's name; they should be errors."""
    return metric(case) if case["rewards"] else {case["metric"]: 0}


# source: patch "no nan on the site": results are made presentable as they are collected
# differs: sum of nan and 1: {"sum": 0.0}, not {"sum": nan}
@candidate("metric")
def a_result_that_is_not_finite_becomes_zero(case: Json) -> Json:
    """A result that is nan or an infinity is given as 0.0."""
    results: Json = metric(case)
    return {
        name: 0.0 if isinstance(value, float) and not math.isfinite(value) else value
        for name, value in results.items()
    }
