"""Other ways to treat values, to add, average and compare them, and to give the result."""

from collections.abc import Callable
from functools import partial

from candidates.deviations import adding, means, sums
from candidates.deviations.deviation import Changes, Step, Table, after, before, calling, instead
from candidates.deviations.forms import each_value
from candidates.deviations.means import Extreme, Mean, Values, from_infinity
from candidates.deviations.metric.keys import of_each, on_trials
from candidates.deviations.numbers import is_finite, is_nan, read_number, to_float, wrapped
from candidates.deviations.parameters import (
    first_of,
    rounded_to,
    taking,
    taking_name,
    taking_number,
)
from candidates.reference.metric import MetricInput, Rewards, Trials, keep_first, maximum, minimum
from candidates.reference.summation import Number, total


def on_values(change: Callable[[Values], Values]) -> Changes:
    """Return the change of each list of values, before it is aggregated."""
    return after(columns=each_value(change))


def _on_each_value(change: Callable[[Number], Number]) -> Changes:
    return on_values(lambda values: [change(value) for value in values])


def of_some(mean: Mean) -> Changes:
    """Return the change to another mean of at least one value; that of none stays an error."""
    return instead(mean=means.of_some(mean))


def _from(start: Number) -> Callable[[Values], Values]:
    """Return the change that starts a search at a value, the result for no trials as well."""
    return lambda values: [start, *values]


def _by(is_less: Callable[[Number, Number], bool]) -> Changes:
    """Return the change to another comparison in maximum and minimum."""
    return instead(
        max=lambda values: keep_first(values, lambda later, kept: is_less(kept, later)),
        min=lambda values: keep_first(values, is_less),
    )


def _only_trials_with(name: str) -> Changes:
    def kept(trials: Trials) -> Trials:
        return [{name: trial[name]} for trial in trials if trial and name in trial]

    return on_trials(kept)


def _float_or(value: Number, number: Number) -> Number:
    try:
        return float(number)
    except OverflowError:
        return value


def _results(change: Callable[[Number], Number]) -> Changes:
    return after(metric=each_value(change))


def _mean_for_every_metric(metric: Step, case: MetricInput) -> Rewards:
    result: Rewards = metric({**case, "metric": "mean"})
    return {case["metric"]: result["mean"]} if [*result] == ["mean"] else result


def limits(least: int, widest: int) -> Changes:
    """Return the changes that correct only a sum of integers from ``least`` to ``widest``."""

    def fit(*values: int) -> bool:
        return all(least <= value <= widest for value in values)

    return instead(("sum.leading_fit", "sum.joining_fits"), fit)


def _wrapped(values: Values) -> Number:
    return wrapped(int(total(values)), signed=True, bits=64)


def both(greatest: Extreme, least: Extreme | None = None) -> Changes:
    """Return the change to other ways of finding the greatest and the least value."""
    return instead(max=partial(greatest, maximum), min=partial(least or greatest, minimum))


ROWS: Table = {
    "max-is-min": instead(max=minimum),
    "mean-divides": {
        "by-reciprocal": of_some(lambda values, add: add(values) * (1 / len(values))),
        "single-value-kept": of_some(means.single_kept),
        "floored": of_some(means.floored),
        "truncated": of_some(means.truncated),
        "large-refused": of_some(means.of_convertible),
        "large-infinite": of_some(lambda values, add: to_float(add(values)) / len(values)),
        "too-large-infinite": of_some(means.infinite),
    },
    "exact-mean": of_some(means.exact),
    "greatest-from-zero": taking(
        "start", read_number, lambda start: before(max=_from(start)), ("0", "0.0", "-1", "-inf")
    ),
    "least-from-one": taking(
        "start", read_number, lambda start: before(min=_from(start)), ("1", "0", "1.0", "inf")
    ),
    "extremes-compare": {
        "nan-skipped": before(("max", "min"), partial(sorted, key=is_nan)),
        "later-unless-beaten": _by(lambda less, greater: not less > greater),
        "nan-wins": before(("max", "min"), partial(sorted, key=is_nan, reverse=True)),
        "as-floats": _by(lambda less, greater: to_float(less) < to_float(greater)),
        "large-refused": _by(lambda less, greater: float(less) < float(greater)),
    },
    "one-name-or-zero": taking_name(
        lambda name: of_each(lambda trial: {name: trial.get(name, 0)}),
        ("reward", "score", "accuracy"),
    ),
    "one-name-or-the-first": taking_name(
        lambda name: of_each(lambda trial: {name: trial.get(name, next(iter(trial.values())))}),
        ("reward", "score"),
    ),
    "one-name-or-no-trial": taking_name(_only_trials_with, ("reward", "score")),
    "mean-for-every-metric": calling(metric=_mean_for_every_metric),
    "first-name-of-a-trial": of_each(lambda trial: {"reward": next(iter(trial.values()))}),
    "keys-joined": {
        "added": of_each(lambda trial: {"reward": sum(trial.values())}),
        "averaged": of_each(lambda trial: {"reward": sum(trial.values()) / len(trial)}),
    },
    "drops-none": on_trials(lambda trials: [trial for trial in trials if trial is not None]),
    "drops-trials-without-names": on_trials(lambda trials: [trial for trial in trials if trial]),
    "values-by-float": on_values(means.by_float),
    "floats-or": taking_number(
        lambda value: _on_each_value(partial(_float_or, value)), ("0", "nan", "inf")
    ),
    "not-finite-counts-as": taking_number(
        lambda value: _on_each_value(lambda one: one if is_finite(one) else value),
        ("0", "-1", "1", "nan"),
    ),
    "rounds-results": rounded_to(_results, "4", "2", "3", "6", "1"),
    "adds-for-a-mean": instead(mean=lambda values, add: add(values)),
    "naive-sum": instead(sum=sums.naive),
    "pairwise-sum": instead(sum=sums.pairwise),
    "kahan-sum": calling(sum=lambda add, v: (sums.kahan if {*map(type, v)} == {float} else add)(v)),
    "sorts-values": on_values(sorted),
    "integers-added": {
        "are-floats": instead(sum=partial(sums.of_integers, sums.as_floats)),
        "wrap": instead(sum=partial(sums.of_integers, _wrapped)),
        "converted-first": instead(sum=sums.from_a_float),
        "large-infinite": instead("sum.convert", to_float),
    },
    "corrected": adding.corrected("sum"),
    "wide-integers-added": {"limit-53": limits(-(2**53), 2**53)},
    "sums-by": adding.sum_by("sum", "array-reduce"),
    "means-by": adding.mean_by("mean"),
    "array-reduce-sum": instead(sum=sums.reduced),
    "extremes-by": {
        "numpy": both(means.numpy_extreme),
        "pandas": both(means.pandas_extreme),
        "polars": both(means.polars_extreme),
        "math": both(partial(from_infinity, nan_wins=True)),
        "f64": both(partial(from_infinity, nan_wins=False)),
        "jq": both(means.polars_extreme, means.numpy_extreme),
    },
    "first-trials": first_of("number of trials", on_trials, 12, 24, 64, 100, 200, 255, 512),
}
