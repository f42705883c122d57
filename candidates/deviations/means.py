"""Other ways to average, for every operation that averages: metric, multi_step and pass_at_k.

A mean is given at least one value, and the sum to add them with.
"""

import math
from collections.abc import Callable, Sequence
from decimal import localcontext
from fractions import Fraction

from candidates.deviations.numbers import is_finite
from candidates.deviations.sums import sum_of_decimals
from candidates.reference.metric import Aggregate
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


def exact(values: Values, add: Aggregate) -> Number:
    """Round once, after the division."""
    if not all(map(is_finite, values)):
        return add(values) / len(values)
    return float(sum(map(Fraction, values)) / len(values))


def floored(values: Values, add: Aggregate) -> Number:
    """Divide without a fraction, as Python's ``//`` does."""
    return add(values) // len(values)


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
