"""Numbers as in other languages, for the deviations of several operations."""

import math

from candidates.reference.summation import Number


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


def read_number(text: str) -> Number:
    """Return the integer or float of a text; raises ValueError."""
    try:
        return int(text)
    except ValueError:
        return float(text)


def rounded(digits: int, value: Number) -> Number:
    """Return a float rounded to some digits behind the point, and an integer as it is."""
    return value if isinstance(value, int) else round(value, digits)


def first_digits(value: Number, limit: int) -> Number:
    """Return an integer with zeros in place of the digits behind the first ones."""
    if isinstance(value, float):
        return value
    beyond: int = 10 ** max(len(str(abs(value))) - limit, 0)
    return value // beyond * beyond if value > 0 else -(-value // beyond * beyond)


def wrapped(total: int, *, signed: bool, bits: int) -> int:
    """Keep the lowest bits of an integer."""
    offset = 1 << bits - 1 if signed else 0
    return (total + offset) % (1 << bits) - offset


def within_bits(bits: int, value: int) -> int:
    """Return the nearest integer that these bits hold, with a sign."""
    half: int = 2 ** (bits - 1)
    return min(max(value, -half), half - 1)
