"""How the values of one name are added over steps.

How Python adds is examined for ``metric``; these are the cases whose answers show
that a mean over steps is made in the same way.
"""

from functools import partial

from hypothesis import strategies as st

from conformance.operations.clause import (
    Cases,
    Check,
    asked_both_ways,
    clause,
    common,
    extreme,
    rare,
)
from conformance.operations.comparing import diverges
from conformance.operations.metric import integers, sums
from conformance.operations.multi_step import inputs, sources
from conformance.operations.multi_step.means import fractions
from conformance.operations.strategies.additions import layered_rewards
from conformance.operations.strategies.drawing import build, some
from conformance.operations.strategies.sizes import MANY, counts

LEVEL = rare("steps whose rewards differ much in size, or are not finite")
_EXTREME = extreme("no reward lies beyond 1e308 or below 1e-308")


@clause("step-order", sources.VALID, sources.MEAN)
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


@clause(
    "compensated-sum",
    sources.MEAN,
    level=common("agent-learning-bench/web-exploration averages 187 steps"),
)
def compensated_sum() -> tuple[Check, ...]:
    """The sum of floats is compensated, as Python's sum() is since 3.12."""
    return (Check("fractions", fractions(), effort=0.5),)


@clause("integers-join-uncorrected", sources.MEAN)
def integers_join_uncorrected() -> tuple[Check, ...]:
    """Among floats an integer is rounded to binary64 and not corrected, the integers before the
    first float are added exactly, and one beyond 64 bits ends the correction."""
    integers_among_floats = inputs.of_metrics(
        st.one_of(integers.integers_among_floats(), integers.integers_before_floats())
    )
    return (
        Check("integers-among-floats", integers_among_floats),
        Check("integers-at-64-bits", inputs.of_metrics(integers.integers_at_64_bits())),
    )


@clause("integer-too-large-for-float", sources.MEAN, level=_EXTREME)
def integers_too_large_for_floats() -> Cases:
    """A mean in whose sum an integer beyond binary64 meets a float is an OverflowError."""
    return inputs.of_metrics(integers.integers_too_large_for_floats())


@clause("float-overflow-is-infinite", sources.MEAN, level=_EXTREME)
def floats_that_overflow() -> Cases:
    """A sum of floats beyond binary64 is infinite, not an error, and stays so when divided."""
    largest = 1.7976931348623157e308
    return inputs.values_of(1e308, largest, -1e308, -largest, 1.0, 9.9e291, 1, least=2)


@clause("infinities-and-nan", sources.MEAN)
def infinities_and_nan() -> Cases:
    """Infinities of one sign have themselves as their mean, those of both signs nan, and a nan
    makes the mean of its name nan."""
    return inputs.values_of(float("inf"), float("-inf"), 1.0, float("nan"), 1, most=4)


@clause("subnormals", sources.MEAN, level=_EXTREME)
def subnormals() -> Cases:
    """Means below the least normal binary64 are rounded to a subnormal, not flushed to zero."""
    # Values at the lower end of binary64, whose means may be halfway to nothing.
    return inputs.values_of(5e-324, 0, 1e-323, -5e-324, 2.2250738585072014e-308, 1.5e-323, 0.0)
