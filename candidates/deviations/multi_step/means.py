"""Other ways to average the values of one name over steps."""

import math
from collections.abc import Callable

from candidates.deviations import descriptions, means, sums
from candidates.deviations.deviation import (
    Changes,
    Deviation,
    Step,
    after,
    around,
    before,
    family,
    instead,
)
from candidates.deviations.means import Mean, Values
from candidates.deviations.numbers import is_finite, to_float
from candidates.reference.metric import Aggregate
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
    family(
        "means-of-steps-divide",
        "multi_step.divides-the-sum",
        "{}",
        {
            "of-a-set": ("equal values of steps count once", _on_values(means.distinct)),
            "backwards": (
                "values are added from the last step to the first",
                _on_values(lambda values: values[::-1]),
                "multi_step.step-order",
            ),
            "integers-truncated": (
                "the mean of integers is truncated to an integer",
                _mean(means.floored),
                "multi_step.mean-of-integers",
            ),
            "integers-as-floats": (
                "the sum of integers is converted to float and then divided",
                _mean(_by_floats),
                "multi_step.mean-of-integers",
            ),
            "large-refused": (
                "the mean raises OverflowError where the sum of integers exceeds binary64",
                _mean(means.of_convertible),
                "multi_step.mean-of-large-integers",
            ),
            "too-large-infinite": (
                "the mean is infinite where it exceeds binary64",
                _mean(means.infinite),
                "multi_step.mean-too-large",
            ),
            "scaled": (
                "values are divided first where their sum overflows",
                around({"average.mean": _scaled}),
                "multi_step.float-overflow-is-infinite",
            ),
            "subnormals-flushed": (
                "subnormal means become 0",
                after({"average.mean": sums.flushed}),
                "multi_step.subnormals",
            ),
            "by-float": (
                descriptions.BY_FLOAT,
                _on_values(means.by_float),
                "multi_step.integers-join-uncorrected",
            ),
            "doubles": (
                descriptions.DOUBLES,
                _on_values(means.as_doubles),
                "multi_step.integer-too-large-for-float",
            ),
        },
        advice="Divide the sum by the number of steps with Python's true division.",
    ),
    Deviation(
        "naive-sum-of-steps",
        "multi_step.compensated-sum",
        descriptions.LEFT_TO_RIGHT,
        _sum(sums.naive),
        advice="Add with compensation, as sum() does in Python 3.12 and later.",
    ),
    family(
        "sums-of-steps-added",
        "multi_step.compensated-sum",
        "{}",
        {
            "exactly": (
                "the exact sum of the steps is rounded once, as by math.fsum()",
                _sum(sums.exact),
            ),
            "integers-corrected": (
                "integers of steps are corrected for their rounding",
                instead({"average.sum.integer_loss": neumaier}),
                "multi_step.integers-join-uncorrected",
            ),
            "integers-converted": (
                "integers of steps are converted from the start, before any float occurs",
                _sum(sums.from_a_float),
                "multi_step.integers-join-uncorrected",
            ),
            "wide-corrected": (
                "compensation continues after an integer beyond 64 bits",
                instead({"average.sum.joining_fits": lambda _value: True}),
                "multi_step.integers-join-uncorrected",
            ),
            "large-infinite": (
                "integers of steps that exceed binary64 become infinite",
                instead({"average.sum.convert": to_float}),
                "multi_step.integer-too-large-for-float",
            ),
            "overflow-refused": (
                "an overflow raises OverflowError, as in math.fsum()",
                _sum(sums.refusing_overflow),
                "multi_step.float-overflow-is-infinite",
            ),
            "infinity-is-nan": (
                "an infinite sum of steps is nan",
                _sum(sums.nan_for_infinity),
                "multi_step.infinities-and-nan",
            ),
        },
        advice="Add as sum() does in Python 3.12 and later: leading integers exactly, then"
        " floats with compensation.",
    ),
)
"""Each breaks one clause about means."""
