"""Means over steps: of which values, how these are added, and of how many steps and names."""

from functools import partial

from hypothesis import strategies as st

from conformance.operations import sources
from conformance.operations.clause import (
    Cases,
    Check,
    Subject,
    asked_both_ways,
    clause,
    common,
    extreme,
    rare,
)
from conformance.operations.comparing import diverges
from conformance.operations.metric import integers as with_integers
from conformance.operations.metric import numbers, sizes, sums
from conformance.operations.multi_step import inputs
from conformance.operations.strategies.drawing import build, drawn, some
from conformance.operations.strategies.sizes import LETTERS, MANY, counts, layered_rewards, lengths
from conformance.protocol.values import Case

LEVEL = common("agent-learning-bench/web-exploration averages 187 steps")
_EXTREME = extreme("no reward is an integer beyond 2**53")


@clause("values-as-they-are", sources.STEP_REWARDS, sources.STEP_MEAN)
def plain_values() -> Cases:
    """Values are neither clamped, rounded nor converted before they are averaged."""
    # Numbers beyond 0 to 1 and with many digits, as verifiers that measure write them.
    return inputs.values_of(
        0.5, 1, 100, -3, 1 / 3, 2 / 3, 1e-9, -0.125, 12345.678, 1e300, 7, most=4
    )


@clause("equal-values-all-count", sources.VALID, sources.STEP_MEAN)
def equal_values() -> Cases:
    """Equal values of several steps count once for each step."""
    return inputs.values_of(1, 0.5, -1, 0, least=2, most=6)


@clause("divides-the-sum", sources.STEP_MEAN)
def fractions() -> Cases:
    """A mean is the sum, rounded as sums are, divided once."""
    return inputs.of_metrics(numbers.means_of_fractions())


@clause("mean-of-integers", sources.STEP_MEAN, effort=1)
def integers() -> Cases:
    """The mean of integers is the binary64 nearest to the exact quotient, and a float even if it is
    whole."""
    return inputs.of_metrics(numbers.means_of_integers())


@clause("mean-of-large-integers", sources.STEP_MEAN, level=_EXTREME)
def large_integers() -> tuple[Check, ...]:
    """The mean of integers is a number if the quotient fits binary64, whether or not the sum
    does."""
    return (
        Check("wide-integers", inputs.of_metrics(numbers.means_of_wide_integers())),
        Check("huge-integers", inputs.of_metrics(numbers.means_of_huge_integers()), effort=0.5),
        Check("many-integers", inputs.of_metrics(numbers.means_of_many_integers()), effort=0.04),
    )


@clause("mean-too-large", sources.STEP_MEAN, level=_EXTREME)
def integers_beyond_floats() -> Cases:
    """A mean of integers whose quotient is too large for binary64 is an OverflowError."""
    # Integers on both sides of the least quotient that is too large.
    return inputs.of_metrics(numbers.means_beyond_floats())


SUMS = Subject("sums", rare("steps whose rewards differ much in size, or are not finite"))
_FAR = extreme("no reward lies beyond 1e308 or below 1e-308")


@clause("step-order", sources.VALID, sources.STEP_MEAN, of=SUMS)
def step_order() -> tuple[Check, ...]:
    """Values are added from the first step to the last; another order may give a different number
    or an error."""
    # Values whose order decides about the mean, in one order or in the opposite one.
    values = some((1, 3, 5), 2, 4)
    ordered = build(
        partial(sums.enclosed, inputs.of_values), inputs.MEANS, sums.ENDS, values, st.booleans()
    )
    long_additions = counts(MANY, often=40).map(
        lambda count: inputs.case_with(
            "mean", [{"rewards": {**one}} for one in layered_rewards(count)]
        )
    )
    return (
        Check("in-an-order-that-counts", ordered, **asked_both_ways("steps", 0.3, diverges)),
        Check("scales", inputs.of_metrics(st.one_of(sums.scales(), sums.layers()))),
        Check("long-additions", long_additions, effort=0.04),
    )


@clause("compensated-sum", sources.STEP_MEAN, level=LEVEL, check="fractions", of=SUMS)
def compensated_sum() -> Cases:
    """The sum of floats is compensated, as Python's sum() is since 3.12."""
    return fractions()


@clause("integers-join-uncorrected", sources.STEP_MEAN, of=SUMS)
def integers_join_uncorrected() -> tuple[Check, ...]:
    """Among floats an integer is rounded to binary64 and not corrected, the integers before the
    first float are added exactly, and one beyond 64 bits ends the correction."""
    integers_among_floats = inputs.of_metrics(
        st.one_of(with_integers.integers_among_floats(), with_integers.integers_before_floats())
    )
    return (
        Check("integers-among-floats", integers_among_floats),
        Check("integers-at-64-bits", inputs.of_metrics(with_integers.integers_at_64_bits())),
    )


@clause("integer-too-large-for-float", sources.STEP_MEAN, level=_FAR, of=SUMS)
def integers_too_large_for_floats() -> Cases:
    """A mean in whose sum an integer beyond binary64 meets a float is an OverflowError."""
    return inputs.of_metrics(with_integers.integers_too_large_for_floats())


@clause("float-overflow-is-infinite", sources.STEP_MEAN, level=_FAR, of=SUMS)
def floats_that_overflow() -> Cases:
    """A sum of floats beyond binary64 is infinite, not an error, and stays so when divided."""
    largest = 1.7976931348623157e308
    return inputs.values_of(1e308, largest, -1e308, -largest, 1.0, 9.9e291, 1, least=2)


@clause("infinities-and-nan", sources.STEP_MEAN, of=SUMS)
def infinities_and_nan() -> Cases:
    """Infinities of one sign have themselves as their mean, those of both signs nan, and a nan
    makes the mean of its name nan."""
    return inputs.values_of(float("inf"), float("-inf"), 1.0, float("nan"), 1, most=4)


@clause("subnormals", sources.STEP_MEAN, level=_FAR, of=SUMS)
def subnormals() -> Cases:
    """Means below the least normal binary64 are rounded to a subnormal, not flushed to zero."""
    # Values at the lower end of binary64, whose means may be halfway to nothing.
    return inputs.values_of(5e-324, 0, 1e-323, -5e-324, 2.2250738585072014e-308, 1.5e-323, 0.0)


SIZES = Subject("sizes", extreme("no step has a thousand keys, or keys of thousands of characters"))

_STRATEGIES = ("mean", "final", None)


@clause(
    "any-number-of-steps",
    sources.VALID,
    sources.STEP_MEAN,
    sources.FINAL,
    level=rare("a task of up to a thousand steps"),
    effort=0.15,
    of=SIZES,
)
@drawn(_STRATEGIES, counts(), (1, 10, 4), ("values", "idle at first", "another name at last"))
def many_steps(strategy: str | None, count: int, divisor: int, kind: str) -> Case:
    """All steps count, or the last of them, however many there are."""
    # Steps of which each one changes the rewards of the trial.
    return inputs.as_steps(strategy, sizes.trials_of_size("sum", count, divisor, kind))


@clause("any-number-of-names", sources.STEP_NAMES, sources.STEP_MEAN, effort=0.15, of=SIZES)
@drawn(_STRATEGIES, counts(), st.integers(1, 3))
def many_names(strategy: str | None, count: int, steps: int) -> Case:
    """Each key is kept, however many there are: of all steps in a mean, of the last with final."""
    return inputs.as_steps(strategy, sizes.names_of_size("sum", count, steps))


@clause("names-of-any-length", sources.STEP_NAMES, sources.STEP_MEAN, effort=0.15, of=SIZES)
@drawn(_STRATEGIES, lengths(), LETTERS, st.booleans())
def long_names(strategy: str | None, length: int, letter: str, together: bool) -> Case:  # noqa: FBT001 - a draw
    """Names are kept and told apart to their last character, however long they are."""
    return inputs.as_steps(strategy, sizes.names_of_length("sum", length, letter, together))
