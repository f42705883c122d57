"""Means, and greatest and least values, as libraries find them."""

import math
import statistics
from collections.abc import Callable

from candidates.deviations.library_sums import (
    in_columns,
    is_object,
    kept_in_64_bits,
    pairwise,
    pairwise_of_integers,
)
from candidates.deviations.means import Values
from candidates.deviations.numbers import is_nan, to_float
from candidates.deviations.sums import naive
from candidates.reference.metric import Aggregate, maximum, minimum
from candidates.reference.summation import Number

type Extreme = Callable[[Values], Number]


def numpy_mean(values: Values, _: Aggregate) -> Number:
    """Divide numpy's sum of binary64s by the count; the mean of nothing is nan."""
    if not values:
        return math.nan
    if not kept_in_64_bits(values):
        return float(naive(values)) / len(values)
    return _added(values) / len(values)


def pandas_mean(values: Values, _: Aggregate) -> Number:
    """Average what is not nan; the mean of nothing is nan."""
    kept = [value for value in values if not is_nan(value)]
    if not kept:
        return math.nan
    filled = [0.0 if is_nan(value) else value for value in values]
    return _added(filled) / len(kept)


def _added(values: Values) -> float:
    floats = [float(value) for value in values]
    integers = all(isinstance(value, int) for value in values)
    return pairwise_of_integers(floats) if integers else pairwise(floats)


def polars_mean(values: Values, add: Aggregate) -> Number:
    """Divide polars' sum of binary64s by the count; polars answers nothing for nothing."""
    return in_columns(list(map(to_float, values))) / len(values) if values else add(values) / 0


def fmean(values: Values, _: Aggregate) -> Number:
    """Average as statistics.fmean() does; raises StatisticsError without values."""
    return statistics.fmean(values)


def exact_mean(values: Values, _: Aggregate) -> Number:
    """Average as statistics.mean() does; raises StatisticsError without values."""
    return statistics.mean(values)


def numpy_extreme(better: Extreme) -> Extreme:
    """Let a nan win, among binary64s; longer integers are compared as Python's."""

    def found(values: Values) -> Number:
        if not kept_in_64_bits(values):
            return keeping_the_later(values, better)
        alike = _of_one_type(values)
        return math.nan if any(map(is_nan, alike)) else better(alike)

    return found


def keeping_the_later(values: Values, better: Extreme) -> Number:
    """Compare as numpy compares Python's own numbers: what is not better gives way."""
    kept = values[0]
    for value in values[1:]:
        kept = kept if _at_least(kept, value, better) else value
    return kept


def _at_least(kept: Number, value: Number, better: Extreme) -> bool:
    return kept >= value if better is maximum else kept <= value


def _of_one_type(values: Values) -> Values:
    """Return what numpy makes of a list: integers of 64 bits that are all alike, or binary64s."""
    integers = all(isinstance(value, int) for value in values)
    signed = all(value < 2**63 for value in values)
    unsigned = all(value >= 2**63 for value in values)
    return values if integers and (signed or unsigned) else list(map(float, values))


def pandas_extreme(better: Extreme) -> Extreme:
    """Skip nan; the extreme of nothing is nan."""

    def found(values: Values) -> Number:
        kept = [value for value in values if not is_nan(value)]
        if not kept:
            return math.nan
        floats = len(kept) < len(values) or any(isinstance(value, float) for value in values)
        return better(list(map(float, kept)) if floats and not is_object(values) else kept)

    return found


def polars_extreme(better: Extreme) -> Extreme:
    """Pass over nan while there is a number; the extreme of nothing stays an error."""

    def found(values: Values) -> Number:
        kept = [value for value in values if not is_nan(value)] or values
        floats = any(isinstance(value, float) for value in values)
        return better(list(map(to_float, kept)) if floats else kept)

    return found


def from_infinity(better: Extreme, *, nan_wins: bool) -> Extreme:
    """Fold from the infinity that everything is better than, as Math.max or f64::max."""
    start = -math.inf if better is maximum else math.inf

    def found(values: Values) -> Number:
        floats = list(map(to_float, values))
        if nan_wins and any(map(is_nan, floats)):
            return math.nan
        return better([start, *(value for value in floats if not is_nan(value))])

    return found


def both(of: Callable[[Extreme], Extreme]) -> dict[str, Extreme]:
    """Return the two steps that find the greatest and the least."""
    return {"max": of(maximum), "min": of(minimum)}
