"""Wrong ways to average the values of one name over steps."""

import math
from collections.abc import Callable
from fractions import Fraction

from candidates.broken.metric_integers import Adder
from candidates.broken.metric_tools import Number
from candidates.broken.metric_values import is_finite, is_nan, to_float
from candidates.broken.multi_step_tools import with_mean_of_values, with_sum
from candidates.broken.variant import Function, Variant
from candidates.reference.summation import total

_LEAST_NORMAL = 2.2250738585072014e-308


def _mean(values: list[Number]) -> Number:
    return total(values) / len(values)


def _naive(values: list[Number]) -> Number:
    subtotal: Number = 0
    for value in values:
        subtotal += value
    return subtotal


def _exact(values: list[Number]) -> Number:
    floats = any(isinstance(value, float) for value in values)
    if not floats or not all(map(is_finite, values)):
        return total(values)
    return float(sum(map(Fraction, values)))


def _running(values: list[Number]) -> Number:
    if not all(isinstance(value, float) for value in values):
        return _mean(values)
    mean = 0.0
    for count, value in enumerate(values, start=1):
        mean += (value - mean) / count
    return mean


def _of_parts(values: list[Number]) -> Number:
    """Add the values' shares of the mean."""
    return total([value / len(values) for value in values])


def _whole(values: list[Number]) -> Number:
    result = total(values)
    return result // len(values) if isinstance(result, int) else result / len(values)


def _by_floats(values: list[Number]) -> Number:
    """Round a sum of integers to binary64 before it is divided."""
    result = total(values)
    return to_float(result) / len(values) if abs(result) < 2**1023 else result / len(values)


def _refuses_large_sums(values: list[Number]) -> Number:
    return float(total(values)) / len(values)


def _infinite(values: list[Number]) -> Number:
    """Give an infinity for a quotient of integers that is too large."""
    result = total(values)
    try:
        return result / len(values)
    except OverflowError:
        return math.inf if result > 0 else -math.inf


def _refuses_overflow(values: list[Number]) -> Number:
    result = _mean(values)
    if math.isinf(result) and math.inf not in map(abs, values):
        message = "the sum is too large"
        raise OverflowError(message)
    return result


def _scaled(values: list[Number]) -> Number:
    """Divide before adding where the sum would overflow."""
    result = _mean(values)
    if math.isinf(result) and all(map(is_finite, values)):
        return total([value / len(values) for value in values])
    return result


def _without_nan(values: list[Number]) -> Number:
    kept = [value for value in values if not is_nan(value)]
    return total(kept) / len(kept) if kept else math.nan


def _nan_for_infinity(values: list[Number]) -> Number:
    result = _mean(values)
    return math.nan if math.isinf(result) else result


def _flushed(values: list[Number]) -> Number:
    result = _mean(values)
    return 0.0 if abs(result) < _LEAST_NORMAL else result


def _after(change: Callable[[list[Number]], list[Number]]) -> Function:
    return with_mean_of_values(lambda values: _mean(change(values)))


def _clamped(values: list[Number]) -> list[Number]:
    return [value if is_nan(value) else min(max(value, 0), 1) for value in values]


def _rounded(values: list[Number]) -> list[Number]:
    return [value if isinstance(value, int) else round(value, 4) for value in values]


def _distinct(values: list[Number]) -> list[Number]:
    return list(dict.fromkeys(values))


VARIANTS = (
    Variant(
        "clamps-values-of-steps",
        "multi_step.values-as-they-are",
        "rewards are thought to lie between 0 and 1",
        _after(_clamped),
    ),
    Variant(
        "rounds-values-of-steps",
        "multi_step.values-as-they-are",
        "rewards are kept with four digits",
        _after(_rounded),
    ),
    Variant(
        "counts-equal-steps-once",
        "multi_step.equal-values-all-count",
        "values are gathered in a set",
        _after(_distinct),
    ),
    Variant(
        "last-step-first",
        "multi_step.step-order",
        "values are folded from the right",
        _after(lambda values: values[::-1]),
    ),
    Variant(
        "running-mean-of-steps",
        "multi_step.divides-the-sum",
        "the mean is kept up to date step by step",
        with_mean_of_values(_running),
    ),
    Variant(
        "adds-parts-of-the-mean",
        "multi_step.divides-the-sum",
        "each value is divided by the number of steps",
        with_mean_of_values(_of_parts),
    ),
    Variant(
        "naive-sum-of-steps",
        "multi_step.compensated-sum",
        "floats are added one after the other, as the text says",
        with_sum(_naive),
    ),
    Variant(
        "exact-sum-of-steps",
        "multi_step.compensated-sum",
        "the exact sum is rounded once, as in math.fsum",
        with_sum(_exact),
    ),
    Variant(
        "corrects-integers-of-steps",
        "multi_step.integers-join-uncorrected",
        "the correction takes in what the rounding of integers lost",
        with_sum(Adder(corrects_integers=True)),
    ),
    Variant(
        "converts-integers-of-steps",
        "multi_step.integers-join-uncorrected",
        "the sum is a binary64 from the start",
        with_sum(Adder(converts_leading_integers=True)),
    ),
    Variant(
        "goes-on-correcting-steps",
        "multi_step.integers-join-uncorrected",
        "an integer beyond 64 bits is added like any other",
        with_sum(Adder(goes_on_correcting=True)),
    ),
    Variant(
        "whole-mean-of-steps",
        "multi_step.mean-of-integers",
        "two integers are divided into an integer",
        with_mean_of_values(_whole),
    ),
    Variant(
        "integers-of-steps-as-floats",
        "multi_step.mean-of-integers",
        "the sum is rounded to binary64 and then divided",
        with_mean_of_values(_by_floats),
    ),
    Variant(
        "refuses-large-sums-of-steps",
        "multi_step.mean-of-large-integers",
        "the sum is converted to a float before it is divided",
        with_mean_of_values(_refuses_large_sums),
    ),
    Variant(
        "infinite-mean-of-steps",
        "multi_step.mean-too-large",
        "a quotient beyond binary64 is infinite",
        with_mean_of_values(_infinite),
    ),
    Variant(
        "large-integers-of-steps-are-infinite",
        "multi_step.integer-too-large-for-float",
        "an integer beyond binary64 becomes an infinity among floats",
        with_sum(Adder(large_integers_are_infinite=True)),
    ),
    Variant(
        "refuses-overflow-of-steps",
        "multi_step.float-overflow-is-infinite",
        "a sum beyond binary64 is an error, as in math.fsum",
        with_mean_of_values(_refuses_overflow),
    ),
    Variant(
        "scales-steps-that-overflow",
        "multi_step.float-overflow-is-infinite",
        "values are divided first where their sum is too large",
        with_mean_of_values(_scaled),
    ),
    Variant(
        "skips-nan-of-steps",
        "multi_step.infinities-and-nan",
        "a nan is left out of the mean",
        with_mean_of_values(_without_nan),
    ),
    Variant(
        "nan-for-infinite-steps",
        "multi_step.infinities-and-nan",
        "no mean is infinite",
        with_mean_of_values(_nan_for_infinity),
    ),
    Variant(
        "flushes-means-of-steps",
        "multi_step.subnormals",
        "the processor flushes subnormal numbers to zero",
        with_mean_of_values(_flushed),
    ),
)
"""Each breaks one clause about means."""
