"""Values as they are, means of them, and the greatest and the least.

Of equal values, 1 and 1.0 or 0.0 and -0.0, the maximum and the minimum are the first
(max.py:6, min.py:6), and means are never integers (mean.py:9): no verdict, and the checks see
to it as exact agreement.
"""

from collections.abc import Sequence

from hypothesis import strategies as st

from conformance.operations import sources
from conformance.operations.clause import Cases, Check, clause, common, extreme, rare
from conformance.operations.metric import inputs
from conformance.operations.strategies.drawing import build, some
from conformance.operations.strategies.sizes import MANY, counts, wide

LEVEL = common("NVIDIA-NeMo/nemo-platform#2136: an example job with mean and max")
_RARE = rare("nan among rewards, or integers beyond 2**53")
_EXTREME = extreme("no reward is an integer beyond 2**53")

ODD_VALUES: tuple[inputs.Number, ...] = (
    *inputs.VALUES,
    *(0.2, 0.3, -2.5, float("nan"), float("inf"), float("-inf"), 5e-324, 2.2250738585072014e-308),
    *(1e16, -1e16, 1e308, -1e308, 2**53 + 1, 2**63 - 1, 2**63, -(2**63), 10**30, 10**400),
)

NAN = float("nan")
INFINITY = float("inf")

EXTREMES = ("max", "min")

TOO_LARGE = 2**1024 - 2**970
"""The least integer that is too large for binary64: halfway to 2**1024, and ties go to even."""

_WIDE = (2**53 + 1, 2**53 + 2, 2**53 + 5, 2**53 + 6, 2**54 + 1)


def everything() -> Cases:
    """Any number under any names in any trial."""
    kinds = ("reward",), None, ("a", "b"), (), ("b",), ("c", "a")
    return inputs.deal(
        st.one_of(inputs.trials_of(*kinds, most=10), inputs.trials_of(("reward",), None, most=10)),
        values=ODD_VALUES,
    )


def plain_values() -> Cases:
    """Numbers beyond 0 to 1 and with many digits, as verifiers that measure write them."""
    values = 0.5, 1, 100, -3, 1 / 3, 2 / 3, 1e-9, -0.125, 12345.678, 1e300, 7
    return build(inputs.of_values, inputs.METRICS, some(values, 1, 4))


@clause(
    "aggregate-by-name",
    sources.SUM,
    sources.MEAN,
    sources.MAX,
    sources.MIN,
    sources.BASE.lines(33, 35),
)
def aggregate_by_name() -> tuple[Check, ...]:
    """mean, max, min and sum aggregate the values of one reward name over all trials, each name on
    its own."""
    return (Check("everything", everything()), Check("plain-values", plain_values()))


@clause("values-as-they-are", sources.VALUES, sources.VALUE_OF_NAME, check="plain-values")
def values_as_they_are() -> Cases:
    """Values are neither clamped, rounded nor converted before they are aggregated."""
    return plain_values()


@clause("equal-values-all-count", sources.VALUES, sources.VALUE_OF_NAME)
def repeated_values() -> Cases:
    """Equal values of several trials count once for each trial."""
    return inputs.deal(
        inputs.trials_of(("reward",), least=2), metrics=("sum", "mean"), values=inputs.TELLING[:3]
    )


def _lists(
    metrics: Sequence[str], values: Sequence[inputs.Number], *, least: int = 2, most: int = 6
) -> Cases:
    return build(inputs.of_values, metrics, some(values, least, most))


@clause("mean-divides-the-sum", sources.MEAN)
def means_of_fractions() -> Cases:
    """The mean is the metric's sum, rounded as sums are, divided once by the number of trials."""
    values = 0.1, 0.2, 0.7, 1 / 3, 0.3, 0.9, 1.0, 2 / 3, 0.05
    return _lists(("mean",), values, least=3, most=9)


@clause("mean-of-integers", sources.MEAN)
def means_of_integers() -> Cases:
    """The mean of integers is the binary64 nearest to the exact quotient, even if the sum is not a
    binary64."""
    return _lists(("mean",), (1, 0, -1, 2, 10, 10**6, 2**50, -(2**52) + 1), most=7)


@clause("mean-of-large-integers", sources.MEAN, level=_EXTREME)
def means_of_large_integers() -> tuple[Check, ...]:
    """The mean of integers is a number if the quotient fits binary64, whether or not the sum
    does."""
    return (
        Check("means-of-wide-integers", means_of_wide_integers()),
        Check("means-of-huge-integers", means_of_huge_integers()),
        Check("means-of-many-integers", means_of_many_integers(), effort=0.04),
    )


def means_of_many_integers() -> Cases:
    """Many integers whose sum is exact, and neither 64 bits nor binary64 hold it."""
    return counts(MANY, often=40).map(lambda count: inputs.of_values("mean", wide(count)))


def means_of_wide_integers() -> Cases:
    """Integers that binary64 does not hold, and sums of them."""
    wide = _lists(("mean",), (*_WIDE, 2**62 + 1), most=4)
    return st.one_of(wide, _lists(("mean",), (*_WIDE[:3], 1, 0, -1), most=3))


def means_of_huge_integers() -> Cases:
    """Integers whose sum may be beyond binary64."""
    huge = 10**308, 2**1023, 17 * 10**307, TOO_LARGE - 1, 1, 10**300, -(10**308), 2**1024
    return _lists(("mean",), huge, most=5)


@clause("mean-too-large", sources.MEAN, level=_EXTREME)
def means_beyond_floats() -> Cases:
    """A mean of integers whose quotient is too large for binary64 is an OverflowError."""
    # Means of integers on both sides of the least quotient that is too large.
    values = (
        TOO_LARGE, TOO_LARGE - 1, 2**1024, 10**400, -(10**400), TOO_LARGE + 1, -TOO_LARGE, 10**308,
    )  # fmt: skip
    return _lists(("mean",), values, least=1, most=4)


@clause("extreme-is-a-value", sources.MAX, sources.MIN)
def extremes_of_one_sign() -> Cases:
    """The maximum and the minimum are one of the values, of any sign and size."""
    negative = -1, -0.5, -2, -INFINITY, -5e-324, -(10**400)
    positive = 2, 1.5, 0.5, 3, INFINITY, 10**400
    return st.one_of(
        _lists(("max",), negative, least=1, most=4), _lists(("min",), positive, least=1, most=3)
    )


@clause("extreme-with-nan", sources.MAX, sources.MIN, level=_RARE)
def extremes_with_nan() -> Cases:
    """The maximum and the minimum keep the first value until a later one is greater or less, so a
    nan is the result in first place and nowhere else."""
    return _lists(EXTREMES, (NAN, 0, 1, 0.5, -1, INFINITY, -INFINITY))


@clause("extreme-compares-exactly", sources.MAX, sources.MIN, level=_RARE)
def extremes_of_close_values() -> Cases:
    """The maximum and the minimum compare integers and floats by their exact values and return the
    value itself."""
    near = 2**53, 2**53 + 1, float(2**53), 2**53 - 1, 2**53 + 2, float(2**53 + 2)
    far = 2**64 + 1, float(2**64), 2**64 - 1, 2**64
    large = 10**22 + 1, 1e22, 10**22 - 1, 10**23, 1e23
    return st.one_of(*(_lists(EXTREMES, values, most=4) for values in (near, far, large)))


@clause("extreme-beyond-floats", sources.MAX, sources.MIN, level=_EXTREME)
def extremes_beyond_floats() -> Cases:
    """The maximum and the minimum compare integers beyond binary64 with floats without an error,
    and infinities lie farther out than any integer."""
    values = 10**400, 1.0, INFINITY, -(10**400), -INFINITY, 10**400 + 1, 1.7976931348623157e308
    return _lists(EXTREMES, (*values, TOO_LARGE, 0), most=4)
