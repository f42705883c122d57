"""First versions of `metric`, written from the texts, with one mistake each."""

import math
from typing import Any

from candidates.reference.metric import Columns, Metric, maximum, metric, minimum, only_value
from candidates.reference.summation import Sum, nothing
from tools.causes.wrong.making import candidate

Json = Any


# source: spec/000 §6, "a nan reward propagates": numpy.max, numpy.min and Math.max give nan as
#   soon as one value is nan
# differs: max of 1 and nan: nan, not 1
@candidate("metric")
def max_and_min_with_any_nan_are_nan(case: Json) -> Json:
    """Max and min are nan if any value is nan, not only if the first one is."""

    def has_nan(values: Json) -> bool:
        return any(isinstance(value, float) and math.isnan(value) for value in values)

    return Metric(
        max=lambda values: math.nan if has_nan(values) else maximum(values),
        min=lambda values: math.nan if has_nan(values) else minimum(values),
    )(case)


# source: spec/000 §6, "sum over a Python list is left-to-right sequential float addition"
# differs: sum of ten times 0.1: 0.9999999999999999, not 1.0
@candidate("metric")
def floats_are_added_without_correction(case: Json) -> Json:
    """Sum and mean add from left to right and correct nothing of what rounding loses.

    Integers before the first float are still added exactly.
    """
    return Metric(sum=Sum(float_loss=nothing))(case)


# source: spec/000 §3, which has an error only for Mean of [], and the table's "max" and "min":
#   Math.max(...[]) is -Infinity in TypeScript
# differs: max of no trials: {"max": -inf}, not ValueError
@candidate("metric")
def extremes_of_no_trials_are_infinite(case: Json) -> Json:
    """Without trials max is -inf and min is inf, where both should be a ValueError."""
    return Metric(
        max=lambda values: maximum(values) if values else -math.inf,
        min=lambda values: minimum(values) if values else math.inf,
    )(case)


# source: spec/000 §3.2, "values": []float64 in Go, as in any language with one type of number
# differs: sum of 9007199254740993 and 1: 9007199254740992.0, not 9007199254740994
@candidate("metric")
def values_are_binary64_from_the_start(case: Json) -> Json:
    """Integer rewards are rounded to binary64, beyond its range to an infinity, before all else.

    What counts as 0 because it is missing stays an integer.
    """

    def binary64(value: Json) -> float:
        try:
            return float(value)
        except OverflowError:
            return math.inf if value > 0 else -math.inf

    rewards = [
        each and {name: binary64(value) for name, value in each.items()} for each in case["rewards"]
    ]
    return metric(case | {"rewards": rewards})


# source: spec/000 §3.2, "Single reward key (the tbench norm — every trial has only "reward")":
#   trials.every(one => Object.keys(one).length <= 1)
# differs: mean of {"a": 1} and {"b": 1}: {"mean": 1.0}, not {"a": 0.5, "b": 0.5}
@candidate("metric")
def the_branch_is_chosen_by_keys_of_each_trial(case: Json) -> Json:
    """Trials of at most one name each have one result, even if their names differ.

    It should depend on the distinct names of all trials.
    """

    def columns(name: str, trials: Json) -> Json:
        if all(len(rewards or {}) <= 1 for rewards in trials):
            return {name: [only_value(rewards) for rewards in trials]}
        return Columns()(name, trials)

    return Metric(columns=columns)(case)
