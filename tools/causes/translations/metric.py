"""Ports of `metric` with one mistake each."""

import math
from typing import Any

from candidates.reference.metric import Columns, Metric, maximum, metric, minimum
from candidates.reference.summation import total
from tools.causes.wrong.making import candidate

Json = Any


def _is_nan(value: Json) -> bool:
    return isinstance(value, float) and math.isnan(value)


# source: SQL: PostgreSQL folds column names without quotes to lower case
# differs: mean of {"Speed": 1} and {"speed": 1}: {"mean": 1.0}, not {"Speed": 0.5, "speed": 0.5}
@candidate("metric")
def names_are_folded_to_lower_case(case: Json) -> Json:
    """Reward names are put in lower case.

    So names which differ only in case are one (the last value holds).
    """
    rewards = [
        None if one is None else {name.lower(): value for name, value in one.items()}
        for one in case["rewards"]
    ]
    return metric(case | {"rewards": rewards})


# source: Java: `double best = Double.MIN_VALUE;`, which is the smallest positive number
# differs: max of {"reward": 0} alone: {"max": 5e-324}, not {"max": 0}
@candidate("metric")
def a_maximum_begins_with_the_smallest_positive_number(case: Json) -> Json:
    """The maximum is kept from 5e-324 on, so without a positive value it is 5e-324.

    That is so for no values, or for nan, too.
    """
    return Metric(max=lambda values: maximum([5e-324, *values]))(case)


# source: JavaScript: `Math.min(...values)` and `Math.max(...values)` are NaN if any argument is
# differs: min of {"reward": 1} and {"reward": nan}: nan, not 1
@candidate("metric")
def any_nan_makes_the_extreme_nan(case: Json) -> Json:
    """The maximum and minimum are nan where any value is nan, not only where the first one is."""

    def of(extreme: Json) -> Json:
        return lambda values: math.nan if any(map(_is_nan, values)) else extreme(values)

    return Metric(max=of(maximum), min=of(minimum))(case)


# source: Java: `LongStream.sum()`, which wraps around without an error
# differs: sum of {"reward": 2**62} twice: -9223372036854775808, not 9223372036854775808
@candidate("metric")
def sums_of_integers_wrap_around(case: Json) -> Json:
    """Where all values are integers, their sum wraps around at 64 bits with a sign.

    It does so for the metrics sum and mean.
    """

    def add(values: Json) -> Json:
        found = total(values)
        return (found + 2**63) % 2**64 - 2**63 if isinstance(found, int) else found

    return Metric(sum=add)(case)


# source: polars: `pl.from_dicts(rows, infer_schema_length=1)` has the columns of the first row only
# differs: sum of {"a": 1, "b": 1} and {"a": 1, "b": 1, "c": 1}: no "c"
@candidate("metric")
def names_are_those_of_the_first_trial(case: Json) -> Json:
    """Only the names of the first trial whose rewards are not null count as reward names.

    Later ones are not seen.
    """

    def names(trials: Json) -> list[str]:
        return sorted(next((rewards for rewards in trials if rewards is not None), {}))

    return Metric(columns=Columns(names=names))(case)
