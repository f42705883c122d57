"""Means, and greatest and least values, as libraries find them."""

import math
import statistics
from collections.abc import Callable

from candidates.deviations import library_sums
from candidates.deviations.library_sums import in_columns, is_object, kept_in_64_bits
from candidates.deviations.means import Values
from candidates.deviations.numbers import is_nan, to_float
from candidates.deviations.sums import naive
from candidates.reference.metric import Aggregate, maximum
from candidates.reference.summation import Number

type Better = Callable[[Values], Number]
type Extreme = Callable[[Better, Values], Number]
"""Finds the value that is better than all others: the greatest or the least."""


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
    add = library_sums.pairwise_of_integers if integers else library_sums.pairwise
    return add(floats)


def polars_mean(values: Values, add: Aggregate) -> Number:
    """Divide polars' sum of binary64s by the count; polars answers nothing for nothing."""
    return in_columns(list(map(to_float, values))) / len(values) if values else add(values) / 0


def fmean(values: Values, _: Aggregate) -> Number:
    """Average as statistics.fmean() does; raises StatisticsError without values."""
    return statistics.fmean(values)


def exact_mean(values: Values, _: Aggregate) -> Number:
    """Average as statistics.mean() does; raises StatisticsError without values."""
    return statistics.mean(values)


def numpy_extreme(better: Better, values: Values) -> Number:
    """Let a nan win, among binary64s; longer integers are compared as Python's."""
    if not kept_in_64_bits(values):
        return keeping_the_later(values, better)
    alike = _of_one_type(values)
    return math.nan if any(map(is_nan, alike)) else better(alike)


def keeping_the_later(values: Values, better: Better) -> Number:
    """Compare as numpy compares Python's own numbers: what is not better gives way."""
    kept = values[0]
    for value in values[1:]:
        kept = kept if (kept >= value if better is maximum else kept <= value) else value
    return kept


def _of_one_type(values: Values) -> Values:
    """Return what numpy makes of a list: integers of 64 bits that are all alike, or binary64s."""
    integers = all(isinstance(value, int) for value in values)
    signed = all(value < 2**63 for value in values)
    unsigned = all(value >= 2**63 for value in values)
    return values if integers and (signed or unsigned) else list(map(float, values))


def pandas_extreme(better: Better, values: Values) -> Number:
    """Skip nan; the extreme of nothing is nan."""
    kept = [value for value in values if not is_nan(value)]
    if not kept:
        return math.nan
    floats = len(kept) < len(values) or any(isinstance(value, float) for value in values)
    return better(list(map(float, kept)) if floats and not is_object(values) else kept)


def polars_extreme(better: Better, values: Values) -> Number:
    """Pass over nan while there is a number; the extreme of nothing stays an error."""
    kept = [value for value in values if not is_nan(value)] or values
    floats = any(isinstance(value, float) for value in values)
    return better(list(map(to_float, kept)) if floats else kept)


def from_infinity(better: Better, values: Values, *, nan_wins: bool) -> Number:
    """Fold from the infinity that everything is better than, as Math.max or f64::max."""
    floats = list(map(to_float, values))
    if nan_wins and any(map(is_nan, floats)):
        return math.nan
    start = -math.inf if better is maximum else math.inf
    return better([start, *(value for value in floats if not is_nan(value))])
