"""Other ways to add, for every operation that adds: metric, multi_step and pass_at_k.

Some differ from Python's sum only where nothing but finite floats, or integers, is added.
"""

import math
import struct
from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal, localcontext

from candidates.deviations.numbers import to_float
from candidates.reference.summation import Number, neumaier, total

type Values = Sequence[Number]
type Add = Callable[[Values], Number]


def of_integers(add: Add, values: Values) -> Number:
    """Add in another way than Python's where all values are integers."""
    integers = bool(values) and all(isinstance(value, int) for value in values)
    return add(values) if integers else total(values)


def naive(values: Iterable[Number]) -> Number:
    """Add from left to right, without correction."""
    subtotal: Number = 0
    for value in values:
        subtotal += value
    return subtotal


def naive_from_a_float(values: Iterable[Number]) -> Number:
    """Add from left to right from 0.0; raises OverflowError for an integer beyond binary64."""
    return naive([0.0, *values])


def pairwise(values: Values) -> Number:
    """Add halves on their own."""
    if len(values) <= 2:  # noqa: PLR2004 - a pair
        return naive(values)
    half = len(values) // 2
    return pairwise(values[:half]) + pairwise(values[half:])


def kahan(values: Iterable[float]) -> float:
    """Carry what rounding lost into the next value; it is lost where that value is greater."""
    return _carried(values)[0]


def _carried(values: Iterable[float]) -> tuple[float, float]:
    """Return Kahan's sum, and what its last rounding lost."""
    subtotal = lost = 0.0
    for value in values:
        corrected = value - lost
        rounded = subtotal + corrected
        lost = (rounded - subtotal) - corrected
        subtotal = rounded
    return subtotal, lost


def two_sum(a: float, b: float) -> tuple[float, float]:
    """Return the rounded sum and exactly what rounding lost."""
    rounded = a + b
    return rounded, neumaier(a, b, rounded)


def sum_of_decimals(values: Values) -> Decimal:
    """Add the decimal texts of all numbers, as many digits as the context has."""
    return sum((Decimal(str(value)) for value in values), Decimal(0))


def of_decimals(values: Values) -> float:
    """Add decimals with 28 digits; raises InvalidOperation for infinities of both signs."""
    with localcontext(prec=28):
        return float(sum_of_decimals(values))


def as_floats(values: Values) -> Number:
    """Add integers as binary64."""
    return sum(map(to_float, values))


def from_a_float(values: Values) -> Number:
    """Start from 0.0, so that no integers are added exactly."""
    return total([0.0, *values]) if values else total(values)


_WITHIN_BINARY32 = 3.4028235677973366e38
"""From here on, half a step above the greatest binary32, numbers round to an infinity."""


def reduced(values: Values) -> float:
    """Add from left to right, as Array.reduce, Rust's iter().sum() and Go's loop do."""
    subtotal = 0.0
    for value in values:
        subtotal += to_float(value)
    return subtotal


def kahan_of_all(values: Values) -> float:
    """Carry what rounding lost into the next value, for infinities and nan as well."""
    return kahan(map(to_float, values))


def neumaier_of_all(values: Values) -> float:
    """Correct integers as well, and add the correction without a look at it."""
    subtotal = correction = 0.0
    for value in map(to_float, values):
        subtotal, lost = two_sum(subtotal, value)
        correction += lost
    return subtotal + correction


def double_stream(values: Values) -> float:
    """Add as Java's DoubleStream.sum(): the last correction counts, nan from infinities does not.

    The plain sum is taken where the corrected one is nan and the plain one infinite.
    """
    subtotal, lost = _carried(map(to_float, values))
    result, plain = subtotal - lost, reduced(values)
    return plain if math.isnan(result) and math.isinf(plain) else result


def single(value: Number) -> float:
    """Return a number as binary32 holds it: beyond its range an infinity."""
    number = to_float(value)
    if math.isfinite(number) and abs(number) >= _WITHIN_BINARY32:
        return math.copysign(math.inf, number)
    return float(struct.unpack("f", struct.pack("f", number))[0])
