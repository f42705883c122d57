"""How a metric adds floats, in sums and in means.

harbor leaves it to Python's ``sum()``. What follows is CPython's in 3.12 and 3.13 where
a C long has 64 bits, as on Linux and macOS; ``Python/bltinmodule.c`` has it.
"""

from collections.abc import Callable, Iterable
from functools import partial

from hypothesis import strategies as st

from conformance.operations import sources
from conformance.operations.clause import (
    Cases,
    Check,
    Examination,
    asked_both_ways,
    clause,
    common,
    extreme,
    rare,
)
from conformance.operations.comparing import diverges
from conformance.operations.metric import inputs
from conformance.operations.metric.numbers import INFINITY, NAN
from conformance.operations.strategies.drawing import build, some
from conformance.operations.strategies.sizes import MANY_ADDED, counts, layered_rewards
from conformance.protocol.values import Case

LEVEL = rare("rewards that differ much in size, or are not finite")
_EXTREME = extreme("no reward lies beyond 1e308 or below 1e-308")

_FRACTIONS = (0.1, 0.2, 0.3, 0.7, 1.0, 0.6, 1 / 3, 2 / 3, 0.05, 0.9)

_SCALES = (1.0, 1e16, -1e16, 0.1, 1e32, -1e32, 3.0, 1e100, -1e100)

_LARGEST = 1.7976931348623157e308

type Ends = tuple[tuple[inputs.Number, ...], tuple[inputs.Number, ...]]


ENDS: tuple[Ends, ...] = (
    ((1e16,), ()), ((1e308, 1e308), (-1e308,)), ((0.5, 10**400), (-(10**400),)),
    ((0.1, 0.2, 0.3), (2**53,)),
)  # fmt: skip
"""Values before and after others, whose order then decides about the sum."""


def enclosed[Of](
    make: Callable[[Of, Iterable[inputs.Number]], Case],
    of: Of,
    ends: Ends,
    values: list[inputs.Number],
    backwards: bool,  # noqa: FBT001 - st.builds draws it
) -> Case:
    """Return the case of values between two ends, in this order or in the opposite one."""
    run = [*ends[0], *values, *ends[1]]
    return make(of, reversed(run) if backwards else run)


@clause(
    "trial-order",
    sources.BASE.lines(28),
    sources.VALUE_OF_NAME,
    **asked_both_ways("rewards", 0.3, diverges),
)
def any_order() -> Cases:
    """Values are aggregated from the first trial to the last; another order may give a different
    number or an error."""
    # Values whose order decides about the answer, in one order or in the opposite one.
    run = partial(enclosed, inputs.of_values)
    sums = build(run, inputs.SUMS, ENDS, some((1, 3, 5), 2, 4), st.booleans())
    first, rest = st.just(((NAN,), ())), some((1, 2, NAN, -1), 1, 5)
    return st.one_of(sums, build(run, inputs.METRICS[1:3], first, rest, st.booleans()))


def scales() -> Cases:
    """Floats of very different sizes that mostly cancel each other."""
    return inputs.sums_of(_SCALES, least=3, most=10)


@clause(
    "compensated-sum",
    sources.SUM,
    sources.MEAN,
    level=common(
        "NVIDIA-NeMo/nemo-platform#1792: a reward of 0.8; sums of such fractions are not exact"
    ),
)
def fractions() -> Cases:
    """A sum of floats is compensated: what rounding loses at each addition is added up and joins
    the sum at the end."""
    return inputs.sums_of(_FRACTIONS, least=3, most=12)


def layers() -> Cases:
    """Floats of three sizes, so that the correction itself loses the smallest."""

    def layered(
        metric: str, place: int, sizes: tuple[float, float], *smallest: list[inputs.Number]
    ) -> Case:
        (large, middle), (first, second) = sizes, smallest
        inside = [large, middle, *first, -large, *second, -middle]
        between = [middle, *first, large, *second, -middle, -large]
        return inputs.of_values(metric, (inside, between)[place])

    sizes = ((1e32, 1e16), (1e32, -1e16), (1e100, 1e16), (1e32, 2.0**53))
    small = some((1.0, 0.1, 3.0, 0.7, 0.2), 1, 3)
    return build(layered, inputs.SUMS, (0, 1), sizes, small, small)


@clause("correction-joins-last", sources.SUM, sources.MEAN)
def correction_joins_last() -> tuple[Check, ...]:
    """The correction is Neumaier's: of sum and value, the greater in magnitude comes first in it,
    and it joins the sum only at the end, or at an integer beyond 64 bits."""
    return (Check("scales", scales()), Check("layers", layers()))


@clause("sum-is-not-exact", sources.SUM, sources.MEAN)
def sum_is_not_exact() -> tuple[Check, ...]:
    """The correction is a binary64 and rounded at each step, so the sum is not always the binary64
    nearest to the exact sum, however many values there are."""
    long_additions = counts(MANY_ADDED, often=40).map(
        lambda count: inputs.case_with("mean", layered_rewards(count))
    )
    return (
        Check("layers", layers()),
        Check("long-additions", long_additions, sum_and_mean, effort=0.04),
    )


def sum_and_mean(examination: Examination, case: Case) -> None:
    """Ask the case as one about a sum and about a mean, where that is meant for the candidate."""
    metrics = ("sum", "mean")
    examination.agree_on_each([Case("metric", {**case.input, "metric": one}) for one in metrics])


@clause("correction-is-finite", sources.SUM, sources.MEAN, level=_EXTREME)
def overflow_after_rounding() -> Cases:
    """A correction that is infinite or nan is dropped, so a sum that overflows stays infinite."""
    # An infinity among values that leave a correction behind.
    return inputs.in_parts(
        some((0.1, 0.2, 1e16, 1.0), 0, 3),
        inputs.among((INFINITY,), (-INFINITY,), (_LARGEST, _LARGEST), (1e308, 1e308)),
        some((0.1, 1.0, 1e16, 1), 0, 3),
    )


@clause("float-overflow-is-infinite", sources.SUM, sources.MEAN, level=_EXTREME)
def floats_that_overflow() -> Cases:
    """A sum of floats beyond binary64 is infinite, not an error, and stays so."""
    values = 1e308, _LARGEST, -1e308, -_LARGEST, 1.0, 9.9e291, 1
    return inputs.sums_of(values, least=2, most=5)


@clause("infinities-and-nan", sources.SUM, sources.MEAN)
def infinities_and_nan() -> Cases:
    """Infinities of one sign sum to themselves, those of both signs to nan, and a nan makes the sum
    nan."""
    return inputs.sums_of((INFINITY, -INFINITY, 1.0, NAN, 1), least=1, most=4)


@clause("subnormals", sources.SUM, sources.MEAN, sources.MAX, level=_EXTREME)
def subnormals() -> Cases:
    """Values and sums below the least normal binary64 are kept, not flushed to zero."""
    values = 5e-324, 1e-323, -5e-324, 2.2250738585072014e-308, 2.225073858507201e-308, 1.5e-323, 0
    return build(inputs.of_values, inputs.METRICS, some((*values, -2.2250738585072014e-308), 1, 5))
