"""Ports of `metric` that break one rule each."""

import math
from typing import Any

from candidates.reference.metric import Columns, Metric, maximum, metric, minimum, reward_names
from candidates.reference.summation import total
from tools.causes.wrong.making import candidate

Json = Any


# source: spec/000 §6 "sum over a Python list is left-to-right sequential float addition"
# differs: sum of 1e16, 1.0 and 1.0: 1e16, not 1.0000000000000002e16
@candidate("metric")
def sums_are_added_from_left_to_right(case: Json) -> Json:
    """Values of a sum or mean are added one by one, without the correction of Python's sum.

    Integers are added exactly until the first float.
    """

    def add(values: Json) -> Json:
        result: Json = 0
        for value in values:
            result += value
        return result

    return Metric(sum=add)(case)


# source: Rust: fold(f64::max) and f64::min give the operand that is not nan (R's na.rm likewise);
#   spec/000 §3.2 says only "max" and "min"
# differs: max of nan and 1: 1, not nan
@candidate("metric")
def max_and_min_pass_over_nans(case: Json) -> Json:
    """Max and min are those of the values that are not nan, and nan only if all values are.

    A leading nan should stay; a later one is rightly passed over.
    """

    def numbers(values: Json) -> Json:
        return [
            value
            for value in values
            if value == value  # noqa: PLR0124 - nan alone differs from itself
        ] or values

    return Metric(
        max=lambda values: maximum(numbers(values)),
        min=lambda values: minimum(numbers(values)),
    )(case)


# source: Julia: integers are Int64, and sum() and + wrap around in silence
# differs: sum of 9223372036854775807 and 1: -9223372036854775808, not 9223372036854775808
@candidate("metric")
def sums_of_integers_wrap_at_64_bits(case: Json) -> Json:
    """A sum of integers that each fit 64 bits wraps around to 64 bits, and so its mean is wrong.

    It should be exact. With a float or a longer integer among the values the sum is right.
    """

    def add(values: Json) -> Json:
        if all(isinstance(value, int) and -(2**63) <= value < 2**63 for value in values):
            return (sum(values) + 2**63) % 2**64 - 2**63
        return total(values)

    return Metric(sum=add)(case)


# source: spec/000 §3.2 "Single reward key (the tbench norm — every trial has only "reward")": read
#   as a rule about each trial, and not about the distinct keys of all
# differs: sum of {"a": 1} and {"b": 2}: {"sum": 3}, not {"a": 1, "b": 2}
@candidate("metric")
def trials_of_one_name_each_have_one_metric(case: Json) -> Json:
    """Where no trial has more than one name, all values are aggregated under the metric's name.

    Where those names differ, there should be a metric for each of them.
    """

    def names(trials: Json) -> Json:
        return reward_names(trials) if any(len(one or ()) > 1 for one in trials) else []

    return Metric(columns=Columns(names=names))(case)


# source: Go: float64(sum) / float64(len(values)), since `/` takes operands of one type (Ruby:
#   sum.to_f / count); spec/000 §3.2 "sum(vs)/len(vs)"
# differs: mean of 2**1023 and 2**1023: inf, not 2**1023 as a float
@candidate("metric")
def the_sum_of_a_mean_becomes_a_float(case: Json) -> Json:
    """A sum of integers becomes a binary64, or an infinity, before it is divided for a mean.

    It should be divided exactly and rounded once, and be an OverflowError where the quotient is
    beyond binary64. The sum itself is right, and an integer beyond binary64 that meets a float in
    it is still an OverflowError.
    """
    if case["metric"] != "mean":
        return metric(case)
    trials = case["rewards"]

    def divided(value: Json) -> float:
        try:
            return float(value) / len(trials)
        except OverflowError:
            return math.copysign(math.inf, value > 0 or -1)

    sums: Json = metric(case | {"metric": "sum"})
    if len(reward_names(trials)) <= 1:
        return {"mean": divided(sums["sum"])}
    return {name: divided(value) for name, value in sums.items()}
