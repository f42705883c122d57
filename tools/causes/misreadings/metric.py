"""Ports of `metric` with one mistake each."""

import math
from typing import Any

from candidates.reference.metric import Columns, Metric, maximum, minimum
from candidates.reference.summation import Sum, nothing
from tools.causes.wrong.making import candidate

Json = Any


def _has_nan(values: Json) -> bool:
    return any(isinstance(value, float) and math.isnan(value) for value in values)


# source: spec/000 §6 "sum over a Python list is left-to-right sequential float addition"
# differs: sum of ten times 0.1: 0.9999999999999999, not 1.0
@candidate("metric")
def floats_are_added_plainly(case: Json) -> Json:
    """Sum and mean add floats from left to right without a correction for what is lost."""
    return Metric(sum=Sum(float_loss=nothing))(case)


# source: spec/000 §3.2 "Max | max": ported as JavaScript's Math.max or Java's, which give NaN as
#   soon as one argument is NaN
# differs: max of 1 and nan: nan, not 1
@candidate("metric")
def a_nan_anywhere_is_the_extreme(case: Json) -> Json:
    """Max and min are nan where any of the values is nan, not only where the first one is."""

    def extreme(of: Json) -> Json:
        return lambda values: math.nan if _has_nan(values) else of(values)

    return Metric(max=extreme(maximum), min=extreme(minimum))(case)


# source: spec/000 §3.2 "Single reward key (the tbench norm - every trial has only "reward")":
#   `Object.keys(rewards.find(r => r !== null) ?? {})`
# differs: mean of {"a": 1} and {"a": 0, "b": 1}: {"mean": 0.5}, not {"a": 0.5, "b": 0.5}
@candidate("metric")
def the_first_trial_has_the_names(case: Json) -> Json:
    """The reward names are those of the first trial with rewards, not those of all trials.

    They decide both on one name or several and on which names are aggregated.
    """

    def names(trials: Json) -> list[str]:
        return sorted(next((rewards for rewards in trials if rewards is not None), {}))

    return Metric(columns=Columns(names=names))(case)


# source: spec/000 §3.2 has "Empty trial list → ZeroDivisionError" for Mean only; in JavaScript
#   Math.max() without arguments is -Infinity and Math.min() is Infinity
# differs: max of no trials: {"max": -inf}, not ValueError
@candidate("metric")
def extremes_of_nothing_are_infinite(case: Json) -> Json:
    """The max of no trials is -inf and the min of no trials inf, where both are ValueErrors."""
    return Metric(
        max=lambda values: maximum(values) if values else -math.inf,
        min=lambda values: minimum(values) if values else math.inf,
    )(case)


# source: spec/000 §3.2 "sum(vs)/len(vs)": `double(sum) / n`, as other languages divide a big
#   integer only after its conversion
# differs: mean of 9007199254740993, 0 and 0: 3002399751580330.5, not 3002399751580331.0
@candidate("metric")
def the_sum_is_rounded_before_the_division(case: Json) -> Json:
    """The mean of integers makes their sum a binary64 first and divides that by the count."""

    def mean(values: Json, add: Json) -> float:
        return float(add(values)) / len(values)

    return Metric(mean=mean)(case)
