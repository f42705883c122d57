"""Wrong ways to handle values, and to find the mean, the greatest and the least of them."""

import math
import statistics
from fractions import Fraction

from candidates.broken.metric_tools import (
    Number,
    aggregate_of,
    on_values,
    with_aggregates,
    with_extremes,
)
from candidates.broken.variant import Variant
from candidates.reference.summation import total


def is_nan(value: Number) -> bool:
    """Return whether a number is nan, for integers of any size."""
    return isinstance(value, float) and math.isnan(value)


def is_finite(value: Number) -> bool:
    """Return whether a number is neither infinite nor nan, for integers of any size."""
    return isinstance(value, int) or math.isfinite(value)


def to_float(value: Number) -> float:
    """Convert the way of languages whose conversion of large integers gives an infinity."""
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def _clamped(values: list[Number]) -> list[Number]:
    return [value if is_nan(value) else min(max(value, 0), 1) for value in values]


def _rounded(values: list[Number]) -> list[Number]:
    return [value if isinstance(value, int) else round(value, 4) for value in values]


def _running_mean(values: list[Number]) -> Number:
    mean = 0.0
    for count, value in enumerate(values, start=1):
        mean += (value - mean) / count
    return mean


def _exact_mean(values: list[Number]) -> Number:
    if not all(map(is_finite, values)):
        return total(values) / len(values)
    return float(sum(map(Fraction, values)) / len(values))


def _floored_mean(values: list[Number]) -> Number:
    result = total(values)
    return result // len(values) if isinstance(result, int) else result / len(values)


def _infinite_mean(values: list[Number]) -> Number:
    result = total(values)
    try:
        return result / len(values)
    except OverflowError:
        return math.inf if result > 0 else -math.inf


def _truncated_mean(values: list[Number]) -> Number:
    """Divide in whole numbers first and convert the quotient and the rest."""
    result = total(values)
    if isinstance(result, float):
        return result / len(values)
    whole, rest = divmod(result, len(values))
    return float(whole) + rest / len(values)


def _nan_first(values: list[Number]) -> list[Number]:
    return sorted(values, key=lambda value: not is_nan(value))


VARIANTS = (
    Variant(
        "max-is-min",
        "metric.aggregate-by-name",
        "the comparison is the wrong way round",
        with_aggregates(max=aggregate_of("min")),
    ),
    Variant(
        "median-for-mean",
        "metric.aggregate-by-name",
        "another average is taken",
        with_aggregates(mean=statistics.median),
    ),
    Variant(
        "clamps-to-one",
        "metric.values-as-they-are",
        "rewards are thought to lie between 0 and 1",
        on_values(_clamped),
    ),
    Variant(
        "rounds-to-four-digits",
        "metric.values-as-they-are",
        "rewards are rounded for display before they are used",
        on_values(_rounded),
    ),
    Variant(
        "drops-repeated-values",
        "metric.equal-values-all-count",
        "values are kept as a set, or by value as in reward_stats",
        on_values(lambda values: list(dict.fromkeys(values))),
    ),
    Variant(
        "running-mean",
        "metric.mean-divides-the-sum",
        "the mean is updated with each trial",
        with_aggregates(mean=_running_mean),
    ),
    Variant(
        "multiplies-by-the-reciprocal",
        "metric.mean-divides-the-sum",
        "a division is replaced by a product that is thought to be the same",
        with_aggregates(mean=lambda values: total(values) * (1 / len(values))),
    ),
    Variant(
        "sums-quotients",
        "metric.mean-divides-the-sum",
        "each value is divided before it is added",
        with_aggregates(mean=lambda values: total(value / len(values) for value in values)),
    ),
    Variant(
        "exact-mean",
        "metric.mean-divides-the-sum",
        "the mean is exact and rounded once, as in Python's statistics.mean",
        with_aggregates(mean=_exact_mean),
    ),
    Variant(
        "mean-of-converted-sum",
        "metric.mean-of-integers",
        "the sum is converted to binary64 before it is divided",
        with_aggregates(mean=lambda values: to_float(total(values)) / len(values)),
    ),
    Variant(
        "floored-mean",
        "metric.mean-of-integers",
        "two integers are divided without a fraction",
        with_aggregates(mean=_floored_mean),
    ),
    Variant(
        "mean-rounded-in-two-parts",
        "metric.mean-of-integers",
        "the whole part is rounded before the fraction is added",
        with_aggregates(mean=_truncated_mean),
    ),
    Variant(
        "mean-of-convertible-sums",
        "metric.mean-of-large-integers",
        "a sum that binary64 cannot hold is refused",
        with_aggregates(mean=lambda values: float(total(values)) / len(values)),
    ),
    Variant(
        "mean-of-infinite-sums",
        "metric.mean-of-large-integers",
        "a sum that binary64 cannot hold becomes infinite",
        with_aggregates(mean=lambda values: to_float(total(values)) / len(values)),
    ),
    Variant(
        "infinite-mean",
        "metric.mean-too-large",
        "a quotient that binary64 cannot hold becomes infinite",
        with_aggregates(mean=_infinite_mean),
    ),
    Variant(
        "greatest-from-zero",
        "metric.extreme-is-a-value",
        "the search for the greatest starts from 0",
        with_aggregates(max=lambda values: aggregate_of("max")([0, *values])),
    ),
    Variant(
        "least-from-one",
        "metric.extreme-is-a-value",
        "the search for the least starts from 1",
        with_aggregates(min=lambda values: aggregate_of("min")([1, *values])),
    ),
    Variant(
        "greatest-from-smallest-float",
        "metric.extreme-is-a-value",
        "the search starts from the least positive float, taken for the least of all",
        with_aggregates(max=lambda values: aggregate_of("max")([5e-324, *values])),
    ),
    Variant(
        "nan-always-wins",
        "metric.extreme-with-nan",
        "a nan anywhere makes the result nan, as in JavaScript and NumPy",
        with_aggregates(
            max=lambda values: aggregate_of("max")(_nan_first(values)),
            min=lambda values: aggregate_of("min")(_nan_first(values)),
        ),
    ),
    Variant(
        "nan-never-wins",
        "metric.extreme-with-nan",
        "a nan is left out, as by fmax and fmin",
        with_aggregates(
            max=lambda values: aggregate_of("max")(sorted(values, key=is_nan)),
            min=lambda values: aggregate_of("min")(sorted(values, key=is_nan)),
        ),
    ),
    Variant(
        "nan-replaces",
        "metric.extreme-with-nan",
        "a value is kept only while it compares as at least as good",
        with_extremes(lambda less, greater: not less >= greater),
    ),
    Variant(
        "extreme-of-floats",
        "metric.extreme-compares-exactly",
        "integers are converted to binary64 to be compared",
        with_extremes(lambda less, greater: to_float(less) < to_float(greater)),
    ),
    Variant(
        "extreme-returns-floats",
        "metric.extreme-compares-exactly",
        "the result is converted to binary64",
        with_aggregates(
            max=lambda values: to_float(aggregate_of("max")(values)),
            min=lambda values: to_float(aggregate_of("min")(values)),
        ),
    ),
    Variant(
        "extreme-refuses-large-integers",
        "metric.extreme-beyond-floats",
        "the conversion to compare integers with floats fails",
        with_extremes(lambda less, greater: float(less) < float(greater)),
    ),
    Variant(
        "large-integers-are-infinite",
        "metric.extreme-beyond-floats",
        "integers that binary64 cannot hold become infinite",
        with_aggregates(
            max=lambda values: aggregate_of("max")([to_float(value) for value in values]),
            min=lambda values: aggregate_of("min")([to_float(value) for value in values]),
        ),
    ),
)
"""Each breaks one clause about values, the mean or the extremes."""
