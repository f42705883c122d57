"""Sums as languages with one kind of number make them: every value is a binary64 first."""

import math
import struct

from candidates.deviations.numbers import to_float
from candidates.deviations.sums import Values, kahan, two_sum
from candidates.reference.summation import Number

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
    return kahan(list(map(to_float, values)))


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
    subtotal = correction = 0.0
    for value in map(to_float, values):
        corrected = value - correction
        rounded = subtotal + corrected
        correction = (rounded - subtotal) - corrected
        subtotal = rounded
    result, plain = subtotal - correction, reduced(values)
    return plain if math.isnan(result) and math.isinf(plain) else result


def single(value: Number) -> float:
    """Return a number as binary32 holds it: beyond its range an infinity."""
    number = to_float(value)
    if math.isfinite(number) and abs(number) >= _WITHIN_BINARY32:
        return math.copysign(math.inf, number)
    return float(struct.unpack("f", struct.pack("f", number))[0])
