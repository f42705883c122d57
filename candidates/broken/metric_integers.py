"""Wrong ways to add integers, and integers to floats."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from candidates.broken.metric_tools import Aggregate, Number, with_sum
from candidates.broken.metric_values import to_float
from candidates.broken.variant import Variant
from candidates.reference.summation import total

_HALF = 2**63


@dataclass(frozen=True)
class Adder:
    """Python's sum with mistakes to choose from; without any it is the reference's.

    ``widest`` is the greatest integer that leaves the correction on, and ``least`` the
    least one; the rest say what is done wrong.
    """

    widest: int = 2**63 - 1
    least: int = -(2**63)
    corrects_integers: bool = False
    converts_leading_integers: bool = False
    corrects_first_float: bool = False
    goes_on_correcting: bool = False
    corrects_after_wide_sums: bool = False
    forgets_correction: bool = False
    large_integers_are_infinite: bool = False

    def __call__(self, values: Sequence[Number]) -> Number:
        """Return the sum from left to right."""
        exact = 0
        for position, value in enumerate(values):
            if isinstance(value, float) or self.converts_leading_integers:
                return self._add_floats(exact, values[position:])
            exact += value
            if not (self._fits(value) and self._fits(exact)):
                return self._after_wide(exact, values[position + 1 :])
        return exact

    def _after_wide(self, exact: int, rest: Sequence[Number]) -> Number:
        if self.corrects_after_wide_sums:
            integers = _leading_integers(rest)
            if len(integers) == len(rest):
                return exact + sum(integers)
            return self._add_floats(exact + sum(integers), rest[len(integers) :])
        return self._add_plainly(exact, rest)

    def _add_floats(self, exact: int, rest: Sequence[Number]) -> Number:
        subtotal, correction = self._to_float(exact), 0.0
        for position, value in enumerate(rest):
            wide = isinstance(value, int) and not self._fits(value)
            if wide and not self.goes_on_correcting:
                kept = 0.0 if self.forgets_correction else correction
                return self._add_plainly(_corrected(subtotal, kept), rest[position:])
            added = self._to_float(value)
            rounded = subtotal + added
            first = position == 0 and not self.corrects_first_float
            if not first and (isinstance(value, float) or self.corrects_integers):
                correction += _lost(subtotal, added, rounded)
            subtotal = rounded
        return _corrected(subtotal, correction)

    def _add_plainly(self, subtotal: Number, rest: Sequence[Number]) -> Number:
        for value in rest:
            if isinstance(subtotal, int) and isinstance(value, int):
                subtotal += value
            else:
                subtotal = self._to_float(subtotal) + self._to_float(value)
        return subtotal

    def _fits(self, value: int) -> bool:
        return self.least <= value <= self.widest

    def _to_float(self, value: Number) -> float:
        return to_float(value) if self.large_integers_are_infinite else float(value)


def _leading_integers(values: Sequence[Number]) -> list[int]:
    integers: list[int] = []
    for value in values:
        if isinstance(value, float):
            break
        integers.append(value)
    return integers


def _lost(subtotal: float, added: float, rounded: float) -> float:
    if abs(subtotal) >= abs(added):
        return (subtotal - rounded) + added
    return (added - rounded) + subtotal


def _corrected(subtotal: float, correction: float) -> float:
    return subtotal + correction if correction and math.isfinite(correction) else subtotal


def _on_integer_sums(change: Aggregate) -> Aggregate:
    """Return the reference's sum with another way to add nothing but integers."""

    def changed(values: list[Number]) -> Number:
        integers = bool(values) and all(isinstance(value, int) for value in values)
        return change(values) if integers else total(values)

    return changed


def _wrapped(values: list[Number]) -> Number:
    """Keep the lowest 64 bits of the sum, with a sign."""
    return (int(total(values)) + _HALF) % (2 * _HALF) - _HALF


def _saturated(values: list[Number]) -> Number:
    return min(max(total(values), -_HALF), _HALF - 1)


def _integers_apart(values: list[Number]) -> Number:
    """Add the integers and the floats on their own, then the two sums."""
    integers = sum(value for value in values if isinstance(value, int))
    floats = [value for value in values if isinstance(value, float)]
    return integers + total(floats) if floats else integers


VARIANTS = (
    Variant(
        "integers-as-floats",
        "metric.integer-sums-exact",
        "every number is a binary64, as in JavaScript",
        with_sum(_on_integer_sums(lambda values: sum(map(to_float, values)))),
    ),
    Variant(
        "wraps-at-64-bits",
        "metric.integer-sums-exact",
        "integers of 64 bits wrap around",
        with_sum(_on_integer_sums(_wrapped)),
    ),
    Variant(
        "saturates-at-64-bits",
        "metric.integer-sums-exact",
        "integers of 64 bits stay at their limit",
        with_sum(_on_integer_sums(_saturated)),
    ),
    Variant(
        "corrects-integers",
        "metric.integers-join-uncorrected",
        "the correction takes in what the rounding of integers lost",
        with_sum(Adder(corrects_integers=True)),
    ),
    Variant(
        "adds-integers-apart",
        "metric.integers-join-uncorrected",
        "integers are added exactly wherever they stand",
        with_sum(_integers_apart),
    ),
    Variant(
        "converts-leading-integers",
        "metric.leading-integers-exact",
        "the sum is a binary64 from the start",
        with_sum(Adder(converts_leading_integers=True)),
    ),
    Variant(
        "corrects-the-first-float",
        "metric.first-float-uncorrected",
        "the correction starts with the float that ends the integers",
        with_sum(Adder(corrects_first_float=True)),
    ),
    Variant(
        "goes-on-correcting",
        "metric.wide-integer-ends-correction",
        "an integer beyond 64 bits is added like any other",
        with_sum(Adder(goes_on_correcting=True)),
    ),
    Variant(
        "forgets-the-correction",
        "metric.wide-integer-ends-correction",
        "the correction so far is dropped instead of added",
        with_sum(Adder(forgets_correction=True)),
    ),
    Variant(
        "limit-of-53-bits",
        "metric.wide-integer-ends-correction",
        "the limit is taken to be that of exact integers",
        with_sum(Adder(widest=2**53, least=-(2**53))),
    ),
    Variant(
        "limit-of-32-bits",
        "metric.wide-integer-ends-correction",
        "the limit is that of a C long on Windows",
        with_sum(Adder(widest=2**31 - 1, least=-(2**31))),
    ),
    Variant(
        "limit-without-the-least",
        "metric.wide-integer-ends-correction",
        "the limit is tested on the absolute value",
        with_sum(Adder(least=-(2**63) + 1)),
    ),
    Variant(
        "limit-with-one-more",
        "metric.wide-integer-ends-correction",
        "the limit is the float 2**63, which 2**63 does not exceed",
        with_sum(Adder(widest=2**63)),
    ),
    Variant(
        "corrects-after-wide-sums",
        "metric.wide-sum-is-uncorrected",
        "the correction starts with the first float, whatever came before",
        with_sum(Adder(corrects_after_wide_sums=True)),
    ),
    Variant(
        "infinite-for-large-integers",
        "metric.integer-too-large-for-float",
        "a conversion gives an infinity instead of an error",
        with_sum(Adder(large_integers_are_infinite=True)),
    ),
    Variant(
        "cancels-large-integers",
        "metric.integer-too-large-for-float",
        "integers are added before any of them is converted",
        with_sum(_integers_apart),
    ),
)
"""Each breaks one clause about integers in sums."""
