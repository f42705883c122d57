"""Other ways to handle values, and to find the mean, the greatest and the least of them."""

import statistics
from collections.abc import Callable

from candidates.deviations import means
from candidates.deviations.deviation import (
    Changes,
    Deviation,
    Parameter,
    after,
    before,
    family,
    instead,
)
from candidates.deviations.means import Mean, Values
from candidates.deviations.numbers import is_nan, read_number, to_float
from candidates.reference.metric import Aggregate, keep_first, minimum
from candidates.reference.summation import Number


def on_values(change: Callable[[Values], Values]) -> Changes:
    """Return the change of each list of values, before it is aggregated."""
    return after(columns=lambda columns: {name: change(values) for name, values in columns.items()})


def of_some(mean: Mean) -> Changes:
    """Return the change to another mean of at least one value; that of none stays an error."""
    return instead(mean=means.of_some(mean))


def _truncated_mean(values: Values, add: Aggregate) -> Number:
    """Divide in whole numbers first and convert the quotient and the rest."""
    result = add(values)
    if isinstance(result, float):
        return result / len(values)
    whole, rest = divmod(result, len(values))
    return float(whole) + rest / len(values)


def _from(start: Number) -> Callable[[Values], Values]:
    """Return the change that begins a search at some value; one of nothing stays one of nothing."""
    return lambda values: [start, *values] if values else values


def _by(is_less: Callable[[Number, Number], bool]) -> Changes:
    """Return the change to another comparison in maximum and minimum."""
    return instead(
        max=lambda values: keep_first(values, lambda later, kept: is_less(kept, later)),
        min=lambda values: keep_first(values, is_less),
    )


def _nan_first(values: Values) -> Values:
    return sorted(values, key=lambda value: not is_nan(value))


def _nan_last(values: Values) -> Values:
    return sorted(values, key=is_nan)


DEVIATIONS = (
    Deviation(
        "max-is-min",
        "metric.aggregate-by-name",
        "max and min are swapped",
        instead(max=minimum),
        advice="Return the greatest value for max and the least for min.",
    ),
    Deviation(
        "median-for-mean",
        "metric.aggregate-by-name",
        "the mean is a median",
        of_some(lambda values, _: statistics.median(values)),
        advice="Divide the sum by the number of trials.",
    ),
    Deviation(
        "drops-repeated-values",
        "metric.equal-values-all-count",
        "equal values count once",
        on_values(means.distinct),
        advice="Count the values of all trials, equal ones too.",
    ),
    family(
        "mean-divides",
        "metric.mean-divides-the-sum",
        "the mean {}",
        {
            "by-reciprocal": (
                "is the sum times the reciprocal of the count",
                of_some(lambda values, add: add(values) * (1 / len(values))),
            ),
            "floored": (
                "of integers is rounded down",
                of_some(means.floored),
                "metric.mean-of-integers",
            ),
            "truncated": (
                "of integers is truncated, as by / in C, Go, Java and Rust",
                of_some(means.truncated),
                "metric.mean-of-integers",
            ),
            "in-two-parts": (
                "of integers is rounded in two steps",
                of_some(_truncated_mean),
                "metric.mean-of-integers",
            ),
            "large-refused": (
                "of integers raises OverflowError where the sum exceeds binary64",
                of_some(means.of_convertible),
                "metric.mean-of-large-integers",
            ),
            "large-infinite": (
                "of integers is a quotient of binary64s, infinite where the sum exceeds them",
                of_some(lambda values, add: to_float(add(values)) / len(values)),
                "metric.mean-of-large-integers",
            ),
            "too-large-infinite": (
                "is infinite where it exceeds binary64",
                of_some(means.infinite),
                "metric.mean-too-large",
            ),
        },
        advice="Divide Python's exact or compensated sum by the number of trials with Python's"
        " true division.",
    ),
    Deviation(
        "exact-mean",
        "metric.mean-divides-the-sum",
        "the mean is exact and rounded once, as by statistics.mean()",
        of_some(means.exact),
        advice="Divide the compensated sum by the number of trials.",
    ),
    Deviation(
        "greatest-from-zero",
        "metric.extreme-is-a-value",
        "the search for the maximum starts from {}",
        parameter=Parameter(
            "start", "0", read_number, lambda start: before(max=_from(start)), usual=("0.0", "-1")
        ),
        advice="Start the search for the maximum from the first value.",
    ),
    Deviation(
        "least-from-one",
        "metric.extreme-is-a-value",
        "the search for the minimum starts from {}",
        parameter=Parameter(
            "start", "1", read_number, lambda start: before(min=_from(start)), usual=("1.0", "100")
        ),
        advice="Start the search for the minimum from the first value.",
    ),
    family(
        "extremes-compare",
        "metric.extreme-with-nan",
        "max and min {}",
        {
            "nan-wins": ("are nan where any value is", before(max=_nan_first, min=_nan_first)),
            "nan-skipped": (
                "skip nan, as fmax() and fmin() do",
                before(max=_nan_last, min=_nan_last),
            ),
            "nan-replaced": (
                "replace a nan by any later value",
                _by(lambda less, greater: not less >= greater),
            ),
            "as-floats": (
                "compare integers as binary64s",
                _by(lambda less, greater: to_float(less) < to_float(greater)),
                "metric.extreme-compares-exactly",
            ),
            "return-floats": (
                "are converted to binary64",
                after(max=to_float, min=to_float),
                "metric.extreme-compares-exactly",
            ),
            "large-refused": (
                "raise OverflowError for integers that exceed binary64",
                _by(lambda less, greater: float(less) < float(greater)),
                "metric.extreme-beyond-floats",
            ),
        },
        advice="Compare as Python's max() and min() do: the first value stays until a later"
        " one is greater or less.",
    ),
)
"""Each breaks one clause about values, the mean or the extremes."""
