"""Sums as numpy, pandas and polars make them, of what they make of a list of numbers.

numpy has 64 bits for integers, with a sign or without, binary64 for a list with a float, and
Python's own numbers for a list with a longer integer. A test holds each sum against the library's.
"""

from collections.abc import Callable, Sequence

from candidates.deviations.numbers import is_nan, to_float, wrapped
from candidates.deviations.sums import Values, naive
from candidates.reference.summation import Number

_ACCUMULATORS = 8
_BLOCK = 128
_BUFFER = 8192
"""Integers are converted, and added pairwise, in blocks."""

_STRIPE = 16
_SHUFFLED = 4


def kept_in_64_bits(values: Values) -> bool:
    """Return whether numpy keeps values in 64 bits: integers or floats, but no longer integer."""
    return all(isinstance(value, float) or -(2**63) <= value < 2**64 for value in values)


def integers_fit(values: Values, least: int, bound: int) -> bool:
    """Return whether all values are integers from ``least`` up to below ``bound``."""
    return all(isinstance(value, int) and least <= value < bound for value in values)


def numpy_sum(values: Values) -> Number:
    """Add as numpy.sum(): integers wrap around at 64 bits, floats are added pairwise."""
    if not kept_in_64_bits(values):
        return naive(values)
    if values and integers_fit(values, -(2**63), 2**63):
        return wrapped(sum(map(int, values)), signed=True, bits=64)
    if values and integers_fit(values, 2**63, 2**64):
        return wrapped(sum(map(int, values)), signed=False, bits=64)
    return pairwise(list(map(float, values)))


def pandas_sum(values: Values) -> Number:
    """Add as Series.sum(): nan counts as nothing; positive integers need no sign."""
    if values and integers_fit(values, 0, 2**64) and not integers_fit(values, 0, 2**63):
        return wrapped(sum(map(int, values)), signed=False, bits=64)
    without_nan = [0.0 if is_nan(value) else value for value in values]
    if is_object(values):
        return naive(without_nan)
    return numpy_sum(without_nan) if values else 0


def is_object(values: Values) -> bool:
    """Return whether pandas keeps values as Python's own numbers."""
    integers = all(isinstance(value, int) for value in values)
    signed = integers_fit(values, -(2**63), 2**63) or integers_fit(values, 0, 2**64)
    return not signed if integers else not kept_in_64_bits(values)


def polars_sum(values: Values) -> Number:
    """Add as Series.sum(): integers wrap around at the least width that holds them all."""
    for least, bits in ((-(2**63), 64), (0, 64), (-(2**127), 128)):
        if values and integers_fit(values, least, least + 2**bits):
            return wrapped(sum(map(int, values)), signed=least < 0, bits=bits)
    return in_columns(list(map(to_float, values)))


def pairwise(values: Sequence[float]) -> float:
    """Add as numpy adds floats: eight sums side by side, and halves above 128 values."""
    count = len(values)
    if count > _BLOCK:
        half = count // 2 // _ACCUMULATORS * _ACCUMULATORS
        return pairwise(values[:half]) + pairwise(values[half:])
    if count < _ACCUMULATORS:
        return _from_left(0.0, values)
    even = count // _ACCUMULATORS * _ACCUMULATORS
    a, b, c, d, e, f, g, h = (
        _from_left(values[place], values[place + _ACCUMULATORS : even : _ACCUMULATORS])
        for place in range(_ACCUMULATORS)
    )
    return _from_left(((a + b) + (c + d)) + ((e + f) + (g + h)), values[even:])


def pairwise_of_integers(values: Sequence[float]) -> float:
    """Add as numpy adds integers for a mean: pairwise in one buffer after the other."""
    buffers = range(0, len(values), _BUFFER)
    return _from_left(0.0, [pairwise(values[start : start + _BUFFER]) for start in buffers])


def in_columns(values: Sequence[float]) -> float:
    """Add as polars adds floats: the rest from left to right, whole blocks in sixteen columns."""
    rest = len(values) % _BLOCK
    blocks = _halved(values[rest:], _of_block) if len(values) > rest else 0.0
    return blocks + _from_left(0.0, values[:rest])


def _halved(values: Sequence[float], of_block: Callable[[Sequence[float]], float]) -> float:
    if len(values) == _BLOCK:
        return of_block(values)
    half = len(values) // _BLOCK // 2 * _BLOCK
    return _halved(values[:half], of_block) + _halved(values[half:], of_block)


def _of_block(values: Sequence[float]) -> float:
    """Add the columns of a block, then fold them until four are left."""
    columns = [_from_left(0.0, values[place::_STRIPE]) for place in range(_STRIPE)]
    while len(columns) > _SHUFFLED:
        half = len(columns) // 2
        columns = [a + b for a, b in zip(columns[:half], columns[half:], strict=True)]
    a, b, c, d = columns
    return (a + c) + (b + d)


def _from_left(start: float, values: Sequence[float]) -> float:
    for value in values:
        start += value
    return start
