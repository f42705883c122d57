"""Wrong ways to add floats: other algorithms and other orders."""

import math
from collections.abc import Callable
from decimal import Decimal, localcontext
from fractions import Fraction

from candidates.broken.metric_tools import Aggregate, Number, on_values, with_sum
from candidates.broken.metric_values import is_finite
from candidates.broken.variant import Variant
from candidates.reference.summation import total


def _naive(values: list[Number]) -> Number:
    subtotal: Number = 0
    for value in values:
        subtotal += value
    return subtotal


def _pairwise(values: list[Number]) -> Number:
    if len(values) <= 2:  # noqa: PLR2004 - a pair
        return _naive(values)
    half = len(values) // 2
    return _pairwise(values[:half]) + _pairwise(values[half:])


def _of_floats(add: Callable[[list[float]], float]) -> Aggregate:
    """Return a sum that differs from the reference where all values are finite floats."""

    def differing(values: list[Number]) -> Number:
        floats = [value for value in values if isinstance(value, float) and math.isfinite(value)]
        return add(floats) if values and len(floats) == len(values) else total(values)

    return differing


def _kahan(values: list[float]) -> float:
    """Carry what rounding lost into the next value; it is lost where that value is greater."""
    subtotal = lost = 0.0
    for value in values:
        corrected = value - lost
        rounded = subtotal + corrected
        lost = (rounded - subtotal) - corrected
        subtotal = rounded
    return subtotal


def _corrected_at_each_step(values: list[float]) -> float:
    """Add the correction of each step to the sum at once."""
    subtotal = correction = 0.0
    for value in values:
        rounded, lost = two_sum(subtotal, value)
        correction += lost
        subtotal = rounded + correction
        correction -= subtotal - rounded
    return subtotal


def _neumaier_by_value(values: list[float]) -> float:
    """Take the sum for the greater of the two without a look."""
    subtotal = correction = 0.0
    for value in values:
        rounded = subtotal + value
        correction += (subtotal - rounded) + value
        subtotal = rounded
    return subtotal + correction


def _corrected_twice(values: list[float]) -> float:
    """Correct the correction as well, as Klein's variant does."""
    subtotal = first = second = 0.0
    for value in values:
        subtotal, lost = two_sum(subtotal, value)
        first, lost = two_sum(first, lost)
        second += lost
    return subtotal + (first + second)


def two_sum(a: float, b: float) -> tuple[float, float]:
    """Return the rounded sum and exactly what rounding lost."""
    rounded = a + b
    return rounded, ((a - rounded) + b if abs(a) >= abs(b) else (b - rounded) + a)


def _decimal(values: list[float]) -> float:
    with localcontext(prec=28):
        return float(sum(Decimal(repr(value)) for value in values))


def _exact(values: list[Number]) -> Number:
    if not all(map(is_finite, values)):
        return total(values)
    exact = sum(map(Fraction, values))
    return float(exact) if any(isinstance(value, float) for value in values) else int(exact)


VARIANTS = (
    Variant(
        "naive-sum",
        "metric.compensated-sum",
        "floats are added one after the other, as the text says",
        with_sum(_naive),
    ),
    Variant(
        "pairwise-sum",
        "metric.compensated-sum",
        "halves are added on their own, as vector code does",
        with_sum(_pairwise),
    ),
    Variant(
        "kahan-sum",
        "metric.correction-joins-last",
        "Kahan's algorithm is taken for Neumaier's",
        with_sum(_of_floats(_kahan)),
    ),
    Variant(
        "corrects-at-each-step",
        "metric.correction-joins-last",
        "the correction is added to the sum as soon as it is known",
        with_sum(_of_floats(_corrected_at_each_step)),
    ),
    Variant(
        "corrects-without-a-look",
        "metric.correction-joins-last",
        "the sum is always thought to be greater than the value",
        with_sum(_of_floats(_neumaier_by_value)),
    ),
    Variant(
        "fsum",
        "metric.sum-is-not-exact",
        "the exact sum is rounded once",
        with_sum(_of_floats(math.fsum)),
    ),
    Variant(
        "fraction-sum",
        "metric.sum-is-not-exact",
        "fractions are added, as in statistics.mean",
        with_sum(_exact),
    ),
    Variant(
        "decimal-sum",
        "metric.sum-is-not-exact",
        "the decimal texts of the floats are added with 28 digits",
        with_sum(_of_floats(_decimal)),
    ),
    Variant(
        "corrects-twice",
        "metric.sum-is-not-exact",
        "the correction is corrected as well, as in Klein's algorithm",
        with_sum(_of_floats(_corrected_twice)),
    ),
    Variant(
        "sorts-values",
        "metric.trial-order",
        "values are sorted before they are aggregated",
        on_values(sorted),
    ),
    Variant(
        "last-trial-first",
        "metric.trial-order",
        "values are folded from the right",
        on_values(lambda values: values[::-1]),
    ),
)
"""Each breaks one clause about sums of floats, or about their order."""
