"""Means, and greatest and least values, also as libraries find them, for every operation.

A mean is given at least one value, and the sum to add them with.
"""

import math
import statistics
from collections.abc import Callable, Sequence
from decimal import localcontext

from candidates.deviations import library_sums
from candidates.deviations.library_sums import in_columns, is_object, kept_in_64_bits
from candidates.deviations.numbers import is_nan, to_float
from candidates.deviations.sums import naive, sum_of_decimals
from candidates.reference.metric import Aggregate, maximum
from candidates.reference.summation import Number

type Values = Sequence[Number]
type Mean = Callable[[Values, Aggregate], Number]


def of_some(mean: Mean) -> Mean:
    """Return a mean of at least one value; that of none stays an error."""
    return lambda values, add: mean(values, add) if values else add(values) / 0


def by_adding(add: Aggregate) -> Mean:
    """Return the mean of a sum of one's own."""
    return of_some(lambda values, _: add(values) / len(values))


def running(values: Values, _: Aggregate) -> Number:
    """Move the mean a little with each value."""
    mean = 0.0
    for count, value in enumerate(values, start=1):
        mean += (value - mean) / count
    return mean


def of_quotients(values: Values, add: Aggregate) -> Number:
    """Divide each value before it is added."""
    return add([value / len(values) for value in values])


def exact(values: Values, _: Aggregate) -> Number:
    """Round once, after the division."""
    return float(statistics.mean(values))


def floored(values: Values, add: Aggregate) -> Number:
    """Divide two integers without a fraction, as Python's ``//`` does."""
    result = add(values)
    return result // len(values) if isinstance(result, int) else result / len(values)


def single_kept(values: Values, add: Aggregate) -> Number:
    """Divide only where there are several values."""
    return values[0] if len(values) == 1 else add(values) / len(values)


def truncated(values: Values, add: Aggregate) -> Number:
    """Divide two integers without a fraction, towards zero."""
    result = add(values)
    if not isinstance(result, int):
        return result / len(values)
    quotient = abs(result) // len(values)
    return quotient if result > 0 else -quotient


def of_convertible(values: Values, add: Aggregate) -> Number:
    """Refuse a sum that binary64 cannot hold."""
    return float(add(values)) / len(values)


def infinite(values: Values, add: Aggregate) -> Number:
    """Give an infinity for a quotient of integers that is too large."""
    result = add(values)
    try:
        return result / len(values)
    except OverflowError:
        return math.inf if result > 0 else -math.inf


def of_decimals(values: Values, _: Aggregate) -> Number:
    """Divide the sum of decimals with 28 digits, before it is a float."""
    with localcontext(prec=28):
        return float(sum_of_decimals(values) / len(values))


def by_float(values: Values) -> Values:
    """Convert each value; raises OverflowError where an integer is too large."""
    return [float(value) for value in values]


def distinct(values: Values) -> Values:
    """Keep one of equal values."""
    return list(dict.fromkeys(values))


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
