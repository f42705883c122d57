"""How a metric adds integers, and integers to floats.

Sums of integers and sums of nothing are integers (sum.py:6): no verdict, and the checks see to
it as exact agreement.
"""

from hypothesis import strategies as st

from conformance.operations import sources
from conformance.operations.clause import Cases, clause, extreme, rare
from conformance.operations.metric import inputs
from conformance.operations.metric.numbers import INFINITY, NAN, TOO_LARGE
from conformance.operations.strategies.drawing import some

LEVEL = rare("integers beyond 2**53, or among floats")
_EXTREME = extreme("no reward is an integer of more than 64 bits")


@clause("integer-sums-exact", sources.SUM)
def integers() -> Cases:
    """A sum of nothing but integers is exact at any size."""
    values = 2**53, 1, 2**63 - 1, 2**63, 2**64, -(2**63), 10**30 + 1, 10**400, -(10**400), -1
    return st.builds(inputs.of_values, st.just("sum"), some(values, 2, 5))


@clause("integers-join-uncorrected", sources.SUM, sources.MEAN)
def integers_among_floats() -> Cases:
    """An integer that joins a sum of floats is rounded to binary64, and the rounding error is not
    corrected."""
    return inputs.in_parts(
        some((1e16, 2.0**53, 1e18), 1, 2),
        some((1, 3, 2, 1.0, 2**53 + 1, -1), 1, 4),
        inputs.among((), (-1e16,), (-(2.0**53),), (-1e18,)),
    )


@clause("leading-integers-exact", sources.SUM, sources.MEAN)
def integers_before_floats() -> Cases:
    """The integers before the first float are added exactly, and their sum is rounded once."""
    # Integers whose sum binary64 holds and which it does not hold one by one.
    return inputs.in_parts(
        inputs.among((2**53,), (2**53 + 1,), (2**60,), (-(2**53),), (2**53, 2**53)),
        some((1, 3, 2**53 + 1, -1, 5), 1, 4),
        some((0.5, 1.0, -(2.0**53)), 1, 2),
    )


@clause("first-float-uncorrected", sources.SUM, sources.MEAN)
def first_floats() -> Cases:
    """The first float joins the sum of the integers before it without a correction."""
    return inputs.in_parts(
        inputs.among((2**53,), (2**53 + 2,), (-(2**53),), (10**16,), (2**60,)),
        some((1.0, 0.5, 1.5, 3.0, 100.0), 1, 4),
        inputs.among((), (-(2.0**53),), (2.0**53,), (-1e16,)),
    )


@clause("wide-integer-ends-correction", sources.SUM, sources.MEAN, level=_EXTREME, effort=2)
def integers_at_64_bits() -> Cases:
    """Where an integer beyond 64 signed bits follows a float, the correction so far joins the sum,
    and from then on nothing is corrected."""
    # One integer on either side of what 64 bits hold, after and before floats.
    ends = (2**63, 2**63 - 1, -(2**63), -(2**63) - 1)
    return inputs.in_parts(
        # The correction is 0 after the first of these, and very large after the others.
        inputs.among((0.5,), (1e32, 1e19, -1e32), (1e35, 3e18, -1e35), (1e34, -5e18, -1e34)),
        st.sampled_from((*ends, *ends, 2**53 + 1, 2**31)).map(lambda value: [value]),
        some((600.0, 300.0, 0.7, 900.0, 0.1), 4, 8),
    )


@clause("wide-sum-is-uncorrected", sources.SUM, sources.MEAN, level=_EXTREME, effort=2)
def sums_at_64_bits() -> Cases:
    """Where an integer before the first float, or the sum of those so far, is beyond 64 signed
    bits, the floats after it are added without correction."""
    # Integers whose running sum leaves 64 bits or just does not, and then floats.
    return inputs.in_parts(
        inputs.among(
            *((2**63,), (2**63 - 1, 1), (2**63 - 1,), (-(2**63),), (-(2**63), -1)),
            *((2**64, -(2**64)), (2**62, 2**62, -(2**63)), (2**62, -(2**62)), (10**30, -(10**30))),
            *((1, 2**63 - 1, -(2**63)), (2**63, -1, -(2**63) + 1)),
        ),
        some((0.1, 0.2, 0.3, 1e16, 1.0, -1e16, 600.0, -(2.0**63)), 3, 7),
    )


@clause("integer-too-large-for-float", sources.SUM, sources.MEAN, level=_EXTREME)
def integers_too_large_for_floats() -> Cases:
    """A sum in which an integer beyond binary64 meets a float is an OverflowError, even if a later
    value would have cancelled the integer."""
    # Integers on either side of the end of binary64, before and after floats.
    ends = 10**400, TOO_LARGE, TOO_LARGE - 1, -TOO_LARGE, -(10**400), 2**1024
    return inputs.in_parts(
        some((0.5, 0, INFINITY, 1.0), 0, 2),
        st.one_of(
            some(ends, 1, 2),
            inputs.among((10**400, -(10**400)), (TOO_LARGE, -TOO_LARGE), (-(10**309), 10**309)),
        ),
        some((0.5, 1, NAN, 1.0), 0, 2),
    )
