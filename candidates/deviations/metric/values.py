"""Other ways to handle values, and to find the mean, the greatest and the least of them."""

import statistics
from collections.abc import Callable

from candidates.deviations import descriptions, means
from candidates.deviations.deviation import (
    Changes,
    Deviation,
    Parameter,
    after,
    before,
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
    return instead(mean=lambda values, add: mean(values, add) if values else add(values) / 0)


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


def _converted(values: Values) -> Values:
    return [to_float(value) for value in values]


DEVIATIONS = (
    Deviation(
        "max-is-min",
        "metric.aggregate-by-name",
        "the comparison is the wrong way round",
        instead(max=minimum),
    ),
    Deviation(
        "median-for-mean",
        "metric.aggregate-by-name",
        "another average is taken",
        of_some(lambda values, _: statistics.median(values)),
    ),
    Deviation(
        "clamps-to-one",
        "metric.values-as-they-are",
        "rewards are thought to lie between 0 and 1",
        parameter=Parameter(
            "greatest value", "1", read_number, lambda greatest: on_values(means.clamped(greatest))
        ),
    ),
    Deviation(
        "rounds-to-four-digits",
        "metric.values-as-they-are",
        "rewards are rounded for display before they are used",
        parameter=Parameter(
            "number of digits", "4", int, lambda digits: on_values(means.rounded(digits))
        ),
    ),
    Deviation(
        "drops-repeated-values",
        "metric.equal-values-all-count",
        "values are kept as a set, or by value as in reward_stats",
        on_values(means.distinct),
    ),
    Deviation(
        "running-mean",
        "metric.mean-divides-the-sum",
        descriptions.RUNNING_MEAN,
        of_some(means.running),
    ),
    Deviation(
        "multiplies-by-the-reciprocal",
        "metric.mean-divides-the-sum",
        "a division is replaced by a product that is thought to be the same",
        of_some(lambda values, add: add(values) * (1 / len(values))),
    ),
    Deviation(
        "sums-quotients",
        "metric.mean-divides-the-sum",
        descriptions.DIVIDED_FIRST,
        of_some(means.of_quotients),
    ),
    Deviation(
        "exact-mean",
        "metric.mean-divides-the-sum",
        "the mean is exact and rounded once, as in Python's statistics.mean",
        of_some(means.exact),
    ),
    Deviation(
        "mean-of-converted-sum",
        "metric.mean-of-integers",
        "the sum is converted to binary64 before it is divided",
        of_some(lambda values, add: to_float(add(values)) / len(values)),
    ),
    Deviation(
        "floored-mean",
        "metric.mean-of-integers",
        "two integers are divided without a fraction",
        of_some(means.floored),
    ),
    Deviation(
        "truncated-mean",
        "metric.mean-of-integers",
        "two integers divide to an integer, cut off towards zero, as in C, Go, Java and Rust",
        of_some(means.truncated),
    ),
    Deviation(
        "mean-rounded-in-two-parts",
        "metric.mean-of-integers",
        "the whole part is rounded before the fraction is added",
        of_some(_truncated_mean),
    ),
    Deviation(
        "mean-of-convertible-sums",
        "metric.mean-of-large-integers",
        "a sum that binary64 cannot hold is refused",
        of_some(means.of_convertible),
    ),
    Deviation(
        "mean-of-infinite-sums",
        "metric.mean-of-large-integers",
        "a sum that binary64 cannot hold becomes infinite",
        of_some(lambda values, add: to_float(add(values)) / len(values)),
    ),
    Deviation(
        "infinite-mean",
        "metric.mean-too-large",
        "a quotient that binary64 cannot hold becomes infinite",
        of_some(means.infinite),
    ),
    Deviation(
        "greatest-from-zero",
        "metric.extreme-is-a-value",
        "the search for the greatest starts from 0",
        parameter=Parameter(
            "start", "0", read_number, lambda start: before(max=_from(start)), usual=("0.0", "-1")
        ),
    ),
    Deviation(
        "least-from-one",
        "metric.extreme-is-a-value",
        "the search for the least starts from 1",
        parameter=Parameter(
            "start", "1", read_number, lambda start: before(min=_from(start)), usual=("1.0", "100")
        ),
    ),
    Deviation(
        "greatest-from-smallest-float",
        "metric.extreme-is-a-value",
        "the search starts from the least positive float, taken for the least of all",
        before(max=_from(5e-324)),
    ),
    Deviation(
        "nan-always-wins",
        "metric.extreme-with-nan",
        "a nan anywhere makes the result nan, as in JavaScript and NumPy",
        before(max=_nan_first, min=_nan_first),
    ),
    Deviation(
        "nan-never-wins",
        "metric.extreme-with-nan",
        "a nan is left out, as by fmax and fmin",
        before(max=_nan_last, min=_nan_last),
    ),
    Deviation(
        "nan-replaces",
        "metric.extreme-with-nan",
        "a value is kept only while it compares as at least as good",
        _by(lambda less, greater: not less >= greater),
    ),
    Deviation(
        "extreme-of-floats",
        "metric.extreme-compares-exactly",
        "integers are converted to binary64 to be compared",
        _by(lambda less, greater: to_float(less) < to_float(greater)),
    ),
    Deviation(
        "extreme-returns-floats",
        "metric.extreme-compares-exactly",
        "the result is converted to binary64",
        after(max=to_float, min=to_float),
    ),
    Deviation(
        "extreme-refuses-large-integers",
        "metric.extreme-beyond-floats",
        "the conversion to compare integers with floats fails",
        _by(lambda less, greater: float(less) < float(greater)),
    ),
    Deviation(
        "large-integers-are-infinite",
        "metric.extreme-beyond-floats",
        "integers that binary64 cannot hold become infinite",
        before(max=_converted, min=_converted),
    ),
)
"""Each breaks one clause about values, the mean or the extremes."""
