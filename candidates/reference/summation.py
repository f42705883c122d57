"""Python's ``sum()`` of integers and floats, as CPython has computed it since 3.12.

Integers alone are added exactly. From the first float on, the sum is a binary64
with a running correction for what rounding lost (Neumaier's variant of Kahan's
algorithm). Integers join it rounded to binary64 and leave the correction alone. Once
an integer, or the sum before the first float, does not fit 64 bits, nothing is
corrected any more.
"""

import math
from collections.abc import Iterable, Iterator


def total(values: Iterable[int | float]) -> int | float:
    """Return the sum from left to right, starting from the integer 0.

    Raises OverflowError where an integer beyond the range of binary64 meets a float.
    """
    rest = iter(values)
    exact = 0
    for value in rest:
        if isinstance(value, float):
            return _corrected_total(float(exact) + value, rest)
        exact += value
        if not (_fits_64_bits(value) and _fits_64_bits(exact)):
            return _plain_total(exact, rest)
    return exact


def _corrected_total(total: float, rest: Iterator[int | float]) -> int | float:
    correction = 0.0
    for value in rest:
        if isinstance(value, float):
            rounded = total + value
            if abs(total) >= abs(value):
                correction += (total - rounded) + value
            else:
                correction += (value - rounded) + total
            total = rounded
        elif _fits_64_bits(value):
            total += float(value)
        else:
            return _plain_total(_with(correction, total) + float(value), rest)
    return _with(correction, total)


def _plain_total(total: int | float, rest: Iterator[int | float]) -> int | float:
    """Add what is left without correction; integers stay exact until the first float."""
    for value in rest:
        if isinstance(total, int) and isinstance(value, int):
            total += value
        else:
            total = float(total) + float(value)
    return total


def _with(correction: float, total: float) -> float:
    """Apply the correction unless it is zero (-0.0 stays -0.0), infinite or nan."""
    if correction and math.isfinite(correction):
        return total + correction
    return total


def _fits_64_bits(value: int) -> bool:
    return -(2**63) <= value < 2**63
