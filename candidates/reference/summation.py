"""Python's ``sum()`` of integers and floats, as CPython has computed it since 3.12.

Integers alone are added exactly. From the first float on, the sum is a binary64
with a running correction for what rounding lost (Neumaier's variant of Kahan's
algorithm). Integers join it rounded to binary64 and leave the correction alone. Once
an integer, or the sum before the first float, does not fit 64 bits, nothing is
corrected any more.
"""

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

Number = int | float


def fits_64_bits(value: int) -> bool:
    """Return whether a signed integer of 64 bits holds a value."""
    return -(2**63) <= value < 2**63


def all_fit_64_bits(*values: int) -> bool:
    """Return whether signed integers of 64 bits hold the values."""
    return all(map(fits_64_bits, values))


def neumaier(total: float, value: float, rounded: float) -> float:
    """Return what was lost when ``total`` plus ``value`` became ``rounded``."""
    if abs(total) >= abs(value):
        return (total - rounded) + value
    return (value - rounded) + total


def nothing(_total: float, _value: float, _rounded: float) -> float:
    """Take nothing for lost."""
    return 0.0


def corrected(total: float, correction: float) -> float:
    """Apply a correction unless it is zero (-0.0 stays -0.0), infinite or nan."""
    if correction and math.isfinite(correction):
        return total + correction
    return total


@dataclass(frozen=True, slots=True)
class Sum:
    """The steps of a sum.

    ``leading_fit`` tells of an integer before the first float, and of the sum with it,
    whether a later float may be corrected; ``joining_fits`` tells it of an integer after
    one. ``convert`` makes integers floats. ``first_loss``, ``float_loss`` and
    ``integer_loss`` are what the correction takes in when the first float, a later float
    or an integer is added. ``before_wide`` and ``at_the_end`` apply the correction.
    """

    leading_fit: Callable[[int, int], bool] = all_fit_64_bits
    joining_fits: Callable[[int], bool] = fits_64_bits
    convert: Callable[[int], float] = float
    first_loss: Callable[[float, float, float], float] = nothing
    float_loss: Callable[[float, float, float], float] = neumaier
    integer_loss: Callable[[float, float, float], float] = nothing
    before_wide: Callable[[float, float], float] = corrected
    at_the_end: Callable[[float, float], float] = corrected

    def __call__(self, values: Iterable[Number]) -> Number:
        """Return the sum from left to right, starting from the integer 0.

        Raises OverflowError if an integer beyond the range of binary64 meets a float.
        """
        rest = iter(values)
        exact = 0
        for value in rest:
            if isinstance(value, float):
                return self._with_floats(exact, value, rest)
            exact += value
            if not self.leading_fit(value, exact):
                return self._plain(exact, rest)
        return exact

    def _with_floats(self, exact: int, first: float, rest: Iterator[Number]) -> Number:
        start = self.convert(exact)
        total = start + first
        correction = self.first_loss(start, first, total)
        for value in rest:
            if isinstance(value, int) and not self.joining_fits(value):
                return self._plain(self.before_wide(total, correction) + self.convert(value), rest)
            loss = self.float_loss if isinstance(value, float) else self.integer_loss
            added = value if isinstance(value, float) else self.convert(value)
            rounded = total + added
            correction += loss(total, added, rounded)
            total = rounded
        return self.at_the_end(total, correction)

    def _plain(self, total: Number, rest: Iterator[Number]) -> Number:
        """Add what is left without correction; integers stay exact until the first float."""
        for value in rest:
            if isinstance(total, int) and isinstance(value, int):
                total += value
            else:
                total = self._float(total) + self._float(value)
        return total

    def _float(self, value: Number) -> float:
        return value if isinstance(value, float) else self.convert(value)


total = Sum()
