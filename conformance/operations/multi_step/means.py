"""Means over steps: of values as they are, of fractions, and of integers of any size."""

from conformance.operations.check import Check
from conformance.operations.clause import Clause
from conformance.operations.metric import numbers
from conformance.operations.metric.questions import Cases
from conformance.operations.multi_step import sources
from conformance.operations.multi_step.questions import of_metrics, values_of


def plain_values() -> Cases:
    """Numbers beyond 0 to 1 and with many digits, as verifiers that measure write them."""
    return values_of(0.5, 1, 100, -3, 1 / 3, 2 / 3, 1e-9, -0.125, 12345.678, 1e300, 7, most=4)


def equal_values() -> Cases:
    """Few different values in many steps."""
    return values_of(1, 0.5, -1, 0, least=2, most=6)


def fractions() -> Cases:
    """Means of what scores are usually made of."""
    return of_metrics(numbers.means_of_fractions())


def wide_integers() -> Cases:
    """Integers that binary64 cannot hold, some of them with small ones."""
    return of_metrics(numbers.means_of_wide_integers())


def huge_integers() -> Cases:
    """Integers near the end of binary64, whose sum is mostly beyond it."""
    return of_metrics(numbers.means_of_huge_integers())


def integers_beyond_floats() -> Cases:
    """Integers on both sides of the least quotient that is too large."""
    return of_metrics(numbers.means_beyond_floats())


CLAUSES = (
    Clause(
        "multi_step.values-as-they-are",
        "Values are neither clamped, rounded nor converted before they are averaged.",
        (sources.REWARDS, sources.MEAN),
        checks=(Check("plain-values", plain_values(), effort=0.5),),
    ),
    Clause(
        "multi_step.equal-values-all-count",
        "Equal values of several steps count once for each step.",
        (sources.VALID, sources.MEAN),
        checks=(Check("equal-values", equal_values(), effort=0.5),),
    ),
    Clause(
        "multi_step.divides-the-sum",
        "A mean is the sum, rounded as sums are, divided once.",
        (sources.MEAN,),
        checks=(Check("fractions", fractions(), effort=0.5),),
    ),
    Clause(
        "multi_step.mean-of-integers",
        "The mean of integers is the binary64 nearest to the exact quotient, and a float even if "
        "it is whole.",
        (sources.MEAN,),
        checks=(Check("wide-integers", wide_integers()),),
    ),
    Clause(
        "multi_step.mean-of-large-integers",
        "The mean of integers is a number wherever the quotient fits binary64, whether or not "
        "the sum does.",
        (sources.MEAN,),
        checks=(Check("huge-integers", huge_integers(), effort=0.5),),
    ),
    Clause(
        "multi_step.mean-too-large",
        "A mean of integers whose quotient is too large for binary64 is an OverflowError.",
        (sources.MEAN,),
        checks=(Check("integers-beyond-floats", integers_beyond_floats(), effort=0.5),),
    ),
)
