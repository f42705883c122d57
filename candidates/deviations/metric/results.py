"""Other ways to choose a trial's one reward, to treat nan, and to give the result."""

from collections.abc import Callable

from candidates.deviations import descriptions, means
from candidates.deviations.deviation import (
    Changes,
    Deviation,
    Parameter,
    after,
    around,
    before,
    family,
    instead,
)
from candidates.deviations.means import Values, rounded
from candidates.deviations.metric.names import on_trials
from candidates.deviations.metric.values import on_values
from candidates.deviations.numbers import is_finite, is_nan, read_number
from candidates.reference.metric import MetricInput, Rewards, Trials
from candidates.reference.summation import Number

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

    def answer(question: MetricInput) -> Rewards:
        result = metric({**question, "metric": "mean"})
        return {question["metric"]: result["mean"]} if [*result] == ["mean"] else result

    return answer


def _nan_left_out(values: Values) -> Values:
    return [value for value in values if not is_nan(value)] or values


def _without_none(trials: Trials) -> Trials:
    return [trial for trial in trials if trial is not None]


_NAME = "metric.keyed-by-reward-name"
_VALUES = "metric.values-as-they-are"

DEVIATIONS = (
    Deviation(
        "one-name-or-zero",
        _NAME,
        "only the key {} is read, and counts 0 where it is missing",
        parameter=Parameter("name", "reward", str, _one_name, usual=("score", "accuracy")),
        advice="Aggregate every key of the rewards.",
    ),
    Deviation(
        "one-name-or-the-first",
        _NAME,
        "only the key {} is read, or the first key where it is missing",
        parameter=Parameter("name", "reward", str, _name_or_first, usual=("score",)),
        advice="Aggregate every key of the rewards.",
    ),
    Deviation(
        "one-name-or-no-trial",
        "metric.none-counts-zero",
        "only trials with the key {} count",
        parameter=Parameter("name", "reward", str, _only_trials_with, usual=("score",)),
        advice="Count a trial without the key as 0.",
    ),
    Deviation(
        "mean-for-every-metric",
        "metric.aggregate-by-name",
        "the same aggregate for every metric, the mean",
        around(metric=_mean_for_every_metric),
        advice="Compute the metric that is named: sum, min, max or mean.",
    ),
    Deviation(
        "first-name-of-a-trial",
        _NAME,
        descriptions.FIRST_NAME,
        _of_each(_first_name),
        advice="Aggregate every key of the rewards.",
    ),
    family(
        "keys-joined",
        "metric.keyed-by-reward-name",
        "the values of all keys of a trial are {}",
        {
            "added": ("added to one reward", _of_each(_total_of_names)),
            "averaged": ("averaged to one reward", _of_each(_mean_of_names)),
        },
        advice="Aggregate each key by itself.",
    ),
    Deviation(
        "drops-none",
        "metric.none-counts-zero",
        "trials whose rewards are null are left out, and nothing is left where all are",
        before(metric=on_trials(_without_none)),
        advice="Count a trial without rewards as 0.",
    ),
    Deviation(
        "drops-trials-without-names",
        "metric.empty-object-counts-zero",
        descriptions.WITHOUT_NAMES,
        before(metric=on_trials(lambda trials: [trial for trial in trials if trial])),
        advice="Count a trial without rewards, or with empty ones, as 0.",
    ),
    Deviation(
        "nan-counts-as",
        "metric.infinities-and-nan",
        "a nan counts as {}",
        parameter=Parameter("value", "0", read_number, _nan_as, usual=("0.0", "-1", "1")),
        advice="Pass nan on to the sum, and compare it as Python does.",
    ),
    Deviation(
        "values-by-float",
        "metric.integer-sums-exact",
        descriptions.BY_FLOAT,
        on_values(means.by_float),
        advice="Keep integers as integers.",
    ),
    Deviation(
        "values-are-doubles",
        "metric.extreme-beyond-floats",
        descriptions.DOUBLES,
        on_values(means.as_doubles),
        advice="Keep integers exact until one is added to a float.",
    ),
    Deviation(
        "floats-or",
        "metric.integer-too-large-for-float",
        "each value is converted to float, and counts as {} if it is too large",
        parameter=Parameter("value", "0", read_number, _floats_or, usual=("nan", "inf")),
        advice=(
            "Keep integers as integers; raise OverflowError where one that exceeds binary64"
            " meets a float."
        ),
    ),
    Deviation(
        "not-finite-counts-as",
        "metric.infinities-and-nan",
        "infinities and nan count as {}",
        parameter=Parameter("value", "0", read_number, _not_finite_as, usual=("-1", "1", "nan")),
        advice="Pass infinities and nan on to the metric.",
    ),
    Deviation(
        "leaves-out-nan",
        "metric.infinities-and-nan",
        descriptions.NAN_LEFT_OUT,
        on_values(_nan_left_out),
        advice="Pass nan on to the metric.",
    ),
    Deviation(
        "nan-result-is",
        "metric.infinities-and-nan",
        "a result of nan is replaced by {}",
        parameter=Parameter("value", "0.0", read_number, _nan_result_as, usual=("-1", "1")),
        advice="Return nan where the metric is nan.",
    ),
    Deviation(
        "rounds-results",
        "metric.mean-divides-the-sum",
        "results are rounded to {} digits",
        parameter=Parameter("number of digits", "4", int, _rounded, usual=("2", "3", "6", "1")),
        advice="Return results unrounded.",
    ),
    Deviation(
        "results-in-percent",
        _VALUES,
        "results are multiplied by {}",
        parameter=Parameter("factor", "100", read_number, _times, usual=("100.0", "1000")),
        advice="Return results unscaled.",
    ),
    Deviation(
        "adds-for-a-mean",
        "metric.aggregate-by-name",
        "the mean is the sum",
        instead(mean=lambda values, add: add(values)),
        advice="Divide the sum by the number of trials.",
    ),
)
"""Each breaks one clause about names, nan or results."""
