"""Means over steps: of values as they are, of fractions, and of integers of any size."""

from conformance.operations.clause import Cases, Check, clause, common, extreme
from conformance.operations.metric import numbers
from conformance.operations.multi_step import sources
from conformance.operations.multi_step.inputs import of_metrics, values_of

LEVEL = common("agent-learning-bench/web-exploration averages 187 steps")
_EXTREME = extreme("no reward is an integer beyond 2**53")


@clause("values-as-they-are", sources.REWARDS, sources.MEAN)
def plain_values() -> Cases:
    """Values are neither clamped, rounded nor converted before they are averaged."""
    # Numbers beyond 0 to 1 and with many digits, as verifiers that measure write them.
    return values_of(0.5, 1, 100, -3, 1 / 3, 2 / 3, 1e-9, -0.125, 12345.678, 1e300, 7, most=4)


@clause("equal-values-all-count", sources.VALID, sources.MEAN)
def equal_values() -> Cases:
    """Equal values of several steps count once for each step."""
    return values_of(1, 0.5, -1, 0, least=2, most=6)


@clause("divides-the-sum", sources.MEAN)
def fractions() -> Cases:
    """A mean is the sum, rounded as sums are, divided once."""
    return of_metrics(numbers.means_of_fractions())


@clause("mean-of-integers", sources.MEAN, effort=1)
def integers() -> Cases:
    """The mean of integers is the binary64 nearest to the exact quotient, and a float even if it is
    whole."""
    return of_metrics(numbers.means_of_integers())


@clause("mean-of-large-integers", sources.MEAN, level=_EXTREME)
def large_integers() -> tuple[Check, ...]:
    """The mean of integers is a number if the quotient fits binary64, whether or not the sum
    does."""
    return (
        Check("wide-integers", of_metrics(numbers.means_of_wide_integers())),
        Check("huge-integers", of_metrics(numbers.means_of_huge_integers()), effort=0.5),
        Check("many-integers", of_metrics(numbers.means_of_many_integers()), effort=0.04),
    )


@clause("mean-too-large", sources.MEAN, level=_EXTREME)
def integers_beyond_floats() -> Cases:
    """A mean of integers whose quotient is too large for binary64 is an OverflowError."""
    # Integers on both sides of the least quotient that is too large.
    return of_metrics(numbers.means_beyond_floats())
