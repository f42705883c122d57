"""Mistakes of ports in `metric`."""

import math
import re
from typing import Any

from candidates.reference.metric import (
    Columns,
    Metric,
    maximum,
    minimum,
    only_value,
    quotient,
    value_of,
)
from candidates.reference.summation import total
from tools.causes.wrong.making import candidate

Json = Any

_NUMERIC_IN_PHP = re.compile(
    r"\s*[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?\s*",
    re.ASCII,
)


def _is_nan(value: Json) -> bool:
    return isinstance(value, float) and math.isnan(value)


# source: JavaScript: Math.max(...values) and Math.min(...values), which are NaN if any value is
# differs: max of 1 and nan: nan, not 1
@candidate("metric")
def any_nan_is_the_maximum_and_the_minimum(case: Json) -> Json:
    """The maximum and the minimum are nan if any value is, not only if the first is."""

    def poisoned(extreme: Json) -> Json:
        return lambda values: math.nan if any(map(_is_nan, values)) else extreme(values)

    return Metric(max=poisoned(maximum), min=poisoned(minimum))(case)


# source: Rust: values.fold(f64::NAN, f64::max), which returns the operand that is a number
# differs: max of nan and 1: 1, not nan
@candidate("metric")
def maximum_and_minimum_pass_over_nan(case: Json) -> Json:
    """The maximum and the minimum pass over each nan unless there is nothing else."""

    def numbers(values: Json) -> Json:
        return [value for value in values if not _is_nan(value)] or values

    greatest = lambda values: maximum(numbers(values))  # noqa: E731
    least = lambda values: minimum(numbers(values))  # noqa: E731
    return Metric(max=greatest, min=least)(case)


# source: pandas: DataFrame(rewards).fillna(0), which fills nan as well as what is missing
# differs: mean of nan and 1: 0.5, not nan
@candidate("metric")
def nan_is_filled_with_zero(case: Json) -> Json:
    """A reward of nan counts as 0, as a missing one does."""

    def filled(value: Json) -> Json:
        return 0 if _is_nan(value) else value

    columns = Columns(
        only_value=lambda rewards: filled(only_value(rewards)),
        value=lambda rewards, name: filled(value_of(rewards, name)),
    )
    return Metric(columns=columns)(case)


# source: Ruby: values.sum / values.length, where two integers have an integer quotient
# differs: mean of 1 and 0: 0, not 0.5
@candidate("metric")
def mean_of_integers_is_rounded_down(case: Json) -> Json:
    """The mean of integers only is rounded down to an integer."""

    def mean(values: Json, add: Json) -> Json:
        added = add(values)
        return added // len(values) if isinstance(added, int) else quotient(values, add)

    return Metric(mean=mean)(case)


# source: Java: long, whose addition overflows without an error
# differs: sum of 9223372036854775807 and 1: -9223372036854775808, not 9223372036854775808
@candidate("metric")
def sum_of_integers_wraps_around_at_64_bits(case: Json) -> Json:
    """The sum of integers wraps around where it is beyond a signed integer of 64 bits."""

    def add(values: Json) -> Json:
        added = total(values)
        return (added + 2**63) % 2**64 - 2**63 if isinstance(added, int) else added

    return Metric(sum=add)(case)


# source: PHP: in_array($name, $names), which compares numeric text as numbers
# differs: mean of {"1": 1, "1.0": 0}: {"mean": 1.0}, not {"1": 1.0, "1.0": 0.0}
@candidate("metric")
def names_that_are_the_same_number_are_one_name(case: Json) -> Json:
    """Of reward names that read as the same number only the first that comes up is kept."""

    def loosely(name: str) -> Json:
        return float(name) if _NUMERIC_IN_PHP.fullmatch(name) else name

    def names(trials: Json) -> Json:
        kept: dict[Json, str] = {}
        for rewards in trials:
            for name in rewards or {}:
                kept.setdefault(loosely(name), name)
        return sorted(kept.values())

    return Metric(columns=Columns(names=names))(case)
