"""Other ways to average the values of one name over steps."""

import math
from collections.abc import Callable

from candidates.deviations import descriptions, means, sums
from candidates.deviations.deviation import (
    Changes,
    Deviation,
    Parameter,
    Step,
    after,
    around,
    before,
    instead,
)
from candidates.deviations.means import Mean, Values
from candidates.deviations.numbers import is_finite, is_nan, read_number, to_float
from candidates.reference.metric import Aggregate, quotient
from candidates.reference.summation import Number, neumaier


def _on_values(change: Callable[[Values], Values]) -> Changes:
    """Return the change of the values of each name."""
    return before({"average.mean": change})


def _mean(mean: Mean) -> Changes:
    """Return the change to another mean of the values of a name."""
    return instead({"average.mean": mean})


def _sum(add: Aggregate) -> Changes:
    """Return the change to another sum."""
    return instead({"average.sum": add})


def _running(values: Values, add: Aggregate) -> Number:
    """Move the mean a little with each value, where all of them are floats."""
    floats = all(isinstance(value, float) for value in values)
    return (means.running if floats else quotient)(values, add)


def _by_floats(values: Values, add: Aggregate) -> Number:
    """Round a sum of integers to binary64 before it is divided."""
    result = add(values)
    return to_float(result) / len(values) if abs(result) < 2**1023 else result / len(values)


def _scaled(mean: Step) -> Step:
    """Divide before adding where the sum would overflow."""

    def scaled(values: Values, add: Aggregate) -> Number:
        result: Number = mean(values, add)
        overflows = math.isinf(result) and all(map(is_finite, values))
        return means.of_quotients(values, add) if overflows else result

    return scaled


DEVIATIONS = (
    Deviation(
        "values-of-steps-by-float",
        "multi_step.integers-join-uncorrected",
        descriptions.BY_FLOAT,
        _on_values(means.by_float),
    ),
    Deviation(
        "values-of-steps-are-doubles",
        "multi_step.integer-too-large-for-float",
        descriptions.DOUBLES,
        _on_values(means.as_doubles),
    ),
    Deviation(
        "clamps-values-of-steps",
        "multi_step.values-as-they-are",
        "rewards are thought to lie between 0 and 1",
        parameter=Parameter(
            "greatest value", "1", read_number, lambda greatest: _on_values(means.clamped(greatest))
        ),
    ),
    Deviation(
        "rounds-values-of-steps",
        "multi_step.values-as-they-are",
        "rewards are kept with four digits",
        parameter=Parameter(
            "number of digits", "4", int, lambda digits: _on_values(means.rounded(digits))
        ),
    ),
    Deviation(
        "counts-equal-steps-once",
        "multi_step.equal-values-all-count",
        "values are gathered in a set",
        _on_values(means.distinct),
    ),
    Deviation(
        "last-step-first",
        "multi_step.step-order",
        "values are folded from the right",
        _on_values(lambda values: values[::-1]),
    ),
    Deviation(
        "running-mean-of-steps",
        "multi_step.divides-the-sum",
        descriptions.RUNNING_MEAN,
        _mean(_running),
    ),
    Deviation(
        "adds-parts-of-the-mean",
        "multi_step.divides-the-sum",
        descriptions.DIVIDED_FIRST,
        _mean(means.of_quotients),
    ),
    Deviation(
        "naive-sum-of-steps",
        "multi_step.compensated-sum",
        descriptions.LEFT_TO_RIGHT,
        _sum(sums.naive),
    ),
    Deviation(
        "exact-sum-of-steps",
        "multi_step.compensated-sum",
        "the exact sum is rounded once, as in math.fsum",
        _sum(sums.exact),
    ),
    Deviation(
        "corrects-integers-of-steps",
        "multi_step.integers-join-uncorrected",
        "the correction takes in what the rounding of integers lost",
        instead({"average.sum.integer_loss": neumaier}),
    ),
    Deviation(
        "converts-integers-of-steps",
        "multi_step.integers-join-uncorrected",
        "the sum is a binary64 from the start",
        _sum(sums.from_a_float),
    ),
    Deviation(
        "goes-on-correcting-steps",
        "multi_step.integers-join-uncorrected",
        "an integer beyond 64 bits is added like any other",
        instead({"average.sum.joining_fits": lambda _value: True}),
    ),
    Deviation(
        "whole-mean-of-steps",
        "multi_step.mean-of-integers",
        "two integers are divided into an integer",
        _mean(means.floored),
    ),
    Deviation(
        "integers-of-steps-as-floats",
        "multi_step.mean-of-integers",
        "the sum is rounded to binary64 and then divided",
        _mean(_by_floats),
    ),
    Deviation(
        "refuses-large-sums-of-steps",
        "multi_step.mean-of-large-integers",
        "the sum is converted to a float before it is divided",
        _mean(means.of_convertible),
    ),
    Deviation(
        "infinite-mean-of-steps",
        "multi_step.mean-too-large",
        "a quotient beyond binary64 is infinite",
        _mean(means.infinite),
    ),
    Deviation(
        "large-integers-of-steps-are-infinite",
        "multi_step.integer-too-large-for-float",
        "an integer beyond binary64 becomes an infinity among floats",
        instead({"average.sum.convert": to_float}),
    ),
    Deviation(
        "refuses-overflow-of-steps",
        "multi_step.float-overflow-is-infinite",
        "a sum beyond binary64 is an error, as in math.fsum",
        _sum(sums.refusing_overflow),
    ),
    Deviation(
        "scales-steps-that-overflow",
        "multi_step.float-overflow-is-infinite",
        "values are divided first where their sum is too large",
        around({"average.mean": _scaled}),
    ),
    Deviation(
        "skips-nan-of-steps",
        "multi_step.infinities-and-nan",
        "a nan is left out of the mean",
        _on_values(lambda values: [v for v in values if not is_nan(v)] or values),
    ),
    Deviation(
        "nan-for-infinite-steps",
        "multi_step.infinities-and-nan",
        "no mean is infinite",
        _sum(sums.nan_for_infinity),
    ),
    Deviation(
        "flushes-means-of-steps",
        "multi_step.subnormals",
        "the processor flushes subnormal numbers to zero",
        after({"average.mean": sums.flushed}),
    ),
)
"""Each breaks one clause about means."""
