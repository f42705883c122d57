"""Wrong ways to add at the limits of binary64: infinities, nan and subnormal numbers."""

import math

from candidates.broken.metric_sums import two_sum
from candidates.broken.metric_tools import Number, with_sum
from candidates.broken.metric_values import is_nan
from candidates.broken.variant import Variant
from candidates.reference.summation import total

_LARGEST = 1.7976931348623157e308
_LEAST_NORMAL = 2.2250738585072014e-308


def _always_corrected(values: list[Number]) -> Number:
    """Add the correction even where it is infinite or nan."""
    if not values or not all(isinstance(value, float) for value in values):
        return total(values)
    subtotal = correction = 0.0
    for value in values:
        subtotal, lost = two_sum(subtotal, float(value))
        correction += lost
    return subtotal + correction


def _flushed(value: Number) -> Number:
    return 0.0 if isinstance(value, float) and abs(value) < _LEAST_NORMAL else value


def _flushing(values: list[Number]) -> Number:
    return _flushed(total([_flushed(value) for value in values]))


def _refuses_overflow(values: list[Number]) -> Number:
    result = total(values)
    if isinstance(result, float) and math.isinf(result) and math.inf not in map(abs, values):
        message = "the sum is too large"
        raise OverflowError(message)
    return result


def _saturates(values: list[Number]) -> Number:
    result = total(values)
    if isinstance(result, float) and math.isinf(result) and math.inf not in map(abs, values):
        return math.copysign(_LARGEST, result)
    return result


def _refuses_infinities(values: list[Number]) -> Number:
    if {math.inf, -math.inf} <= set(values):
        message = "-inf + inf"
        raise ValueError(message)
    return total(values)


def _skips_nan(values: list[Number]) -> Number:
    return total([0 if is_nan(value) else value for value in values])


def _nan_for_infinity(values: list[Number]) -> Number:
    """Give nan for any infinity."""
    result = total(values)
    return math.nan if isinstance(result, float) and math.isinf(result) else result


VARIANTS = (
    Variant(
        "always-corrected",
        "metric.correction-is-finite",
        "the correction is added without a look at it",
        with_sum(_always_corrected),
    ),
    Variant(
        "flushes-subnormals",
        "metric.subnormals",
        "the processor flushes subnormal numbers to zero",
        with_sum(_flushing),
    ),
    Variant(
        "refuses-overflow",
        "metric.float-overflow-is-infinite",
        "a sum beyond binary64 is an error, as in math.fsum",
        with_sum(_refuses_overflow),
    ),
    Variant(
        "saturates-floats",
        "metric.float-overflow-is-infinite",
        "a sum beyond binary64 stays at the greatest float",
        with_sum(_saturates),
    ),
    Variant(
        "refuses-infinities",
        "metric.infinities-and-nan",
        "infinities of both signs are an error, as in math.fsum",
        with_sum(_refuses_infinities),
    ),
    Variant(
        "skips-nan",
        "metric.infinities-and-nan",
        "a nan is left out of the sum, as by nansum",
        with_sum(_skips_nan),
    ),
    Variant(
        "nan-for-infinity",
        "metric.infinities-and-nan",
        "everything that is not finite is one value",
        with_sum(_nan_for_infinity),
    ),
)
"""Each breaks one clause about numbers at the limits of binary64."""
