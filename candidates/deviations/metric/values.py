"""Other ways to treat values, to average and compare them, and to give the result."""

import statistics
from collections.abc import Callable

from candidates.deviations import means
from candidates.deviations.deviation import Changes, after, around, before, instead
from candidates.deviations.means import Mean, Values, rounded
from candidates.deviations.metric.keys import on_trials
from candidates.deviations.numbers import is_finite, is_nan, read_number, to_float
from candidates.deviations.parameters import taking, taking_name, taking_number
from candidates.deviations.rows import Table
from candidates.reference.metric import MetricInput, Rewards, Trials, keep_first, minimum
from candidates.reference.summation import Number


def on_values(change: Callable[[Values], Values]) -> Changes:
    """Return the change of each list of values, before it is aggregated."""
    return after(columns=lambda columns: {name: change(values) for name, values in columns.items()})


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


def _nan_last(values: Values) -> Values:
    return sorted(values, key=is_nan)


def _nan_first(values: Values) -> Values:
    return sorted(values, key=is_nan, reverse=True)


type Named = Callable[[Rewards], Rewards]


def _of_each(change: Named) -> Changes:
    """Return the change of the rewards of each trial that has any."""

    def changed(trials: Trials) -> Trials:
        return [change(trial) if trial else trial for trial in trials]

    return before(metric=on_trials(changed))


def _one_name(name: str) -> Changes:
    return _of_each(lambda trial: {name: trial.get(name, 0)})


def _name_or_first(name: str) -> Changes:
    return _of_each(lambda trial: {name: trial.get(name, next(iter(trial.values())))})


def _without_name(trials: Trials, name: str) -> Trials:
    return [{name: trial[name]} for trial in trials if trial and name in trial]


def _only_trials_with(name: str) -> Changes:
    return before(metric=on_trials(lambda trials: _without_name(trials, name)))


def _first_name(trial: Rewards) -> Rewards:
    return {"reward": next(iter(trial.values()))}


def _total_of_names(trial: Rewards) -> Rewards:
    return {"reward": sum(trial.values())}


def _mean_of_names(trial: Rewards) -> Rewards:
    return {"reward": sum(trial.values()) / len(trial)}


def _nan_as(value: Number) -> Changes:
    return on_values(lambda values: [value if is_nan(each) else each for each in values])


def _not_finite_as(value: Number) -> Changes:
    return on_values(lambda values: [each if is_finite(each) else value for each in values])


def _floats_or(value: Number) -> Changes:
    return on_values(lambda values: [_float_or(value, each) for each in values])


def _float_or(value: Number, number: Number) -> Number:
    try:
        return float(number)
    except OverflowError:
        return value


def _results(change: Callable[[Number], Number]) -> Changes:
    return after(metric=lambda result: {name: change(value) for name, value in result.items()})


def _rounded(digits: int) -> Changes:
    return _results(lambda value: rounded(digits)([value])[0])


def _times(factor: Number) -> Changes:
    return _results(lambda value: value * factor)


def _nan_result_as(value: Number) -> Changes:
    return _results(lambda result: value if is_nan(result) else result)


def _mean_for_every_metric(
    metric: Callable[[MetricInput], Rewards],
) -> Callable[[MetricInput], Rewards]:
    """Return the mean for every metric, under the name of the metric."""

    def answer(case: MetricInput) -> Rewards:
        result = metric({**case, "metric": "mean"})
        return {case["metric"]: result["mean"]} if [*result] == ["mean"] else result

    return answer


def _nan_left_out(values: Values) -> Values:
    return [value for value in values if not is_nan(value)] or values


def _without_none(trials: Trials) -> Trials:
    return [trial for trial in trials if trial is not None]


ROWS: Table = {
    "max-is-min": instead(max=minimum),
    "median-for-mean": of_some(lambda values, _: statistics.median(values)),
    "drops-repeated-values": on_values(means.distinct),
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
        "nan-skipped": before(max=_nan_last, min=_nan_last),
        "nan-wins": before(max=_nan_first, min=_nan_first),
        "as-floats": _by(lambda less, greater: to_float(less) < to_float(greater)),
        "large-refused": _by(lambda less, greater: float(less) < float(greater)),
    },
    "one-name-or-zero": taking_name(_one_name, ("reward", "score", "accuracy")),
    "one-name-or-the-first": taking_name(_name_or_first, ("reward", "score")),
    "one-name-or-no-trial": taking_name(_only_trials_with, ("reward", "score")),
    "mean-for-every-metric": around(metric=_mean_for_every_metric),
    "first-name-of-a-trial": _of_each(_first_name),
    "keys-joined": {"added": _of_each(_total_of_names), "averaged": _of_each(_mean_of_names)},
    "drops-none": before(metric=on_trials(_without_none)),
    "drops-trials-without-names": before(
        metric=on_trials(lambda trials: [trial for trial in trials if trial])
    ),
    "nan-counts-as": taking_number(_nan_as, ("0", "0.0", "-1", "1")),
    "values-by-float": on_values(means.by_float),
    "values-are-doubles": on_values(means.as_doubles),
    "floats-or": taking_number(_floats_or, ("0", "nan", "inf")),
    "not-finite-counts-as": taking_number(_not_finite_as, ("0", "-1", "1", "nan")),
    "leaves-out-nan": on_values(_nan_left_out),
    "nan-result-is": taking_number(_nan_result_as, ("0.0", "-1", "1")),
    "rounds-results": taking("number of digits", int, _rounded, ("4", "2", "3", "6", "1")),
    "results-in-percent": taking("factor", read_number, _times, ("100", "100.0", "1000")),
    "adds-for-a-mean": instead(mean=lambda values, add: add(values)),
}
