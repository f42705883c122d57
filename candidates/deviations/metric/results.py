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


def _judged(least: Number) -> Changes:
    return on_values(lambda values: [int(value >= least) for value in values])


def _nan_left_out(values: Values) -> Values:
    return [value for value in values if not is_nan(value)] or values


def _without_nothing(trials: Trials) -> Trials:
    return [trial for trial in trials if trial]


def _without_none(trials: Trials) -> Trials:
    return [trial for trial in trials if trial is not None]


_NAME = "metric.keyed-by-reward-name"
_VALUES = "metric.values-as-they-are"

DEVIATIONS = (
    Deviation(
        "one-name-or-zero",
        _NAME,
        descriptions.ONE_NAME,
        parameter=Parameter("name", "reward", str, _one_name, usual=("score", "accuracy")),
    ),
    Deviation(
        "one-name-or-the-first",
        _NAME,
        "one name is read, and where it is missing the first one",
        parameter=Parameter("name", "reward", str, _name_or_first, usual=("score",)),
    ),
    Deviation(
        "one-name-or-no-trial",
        "metric.none-counts-zero",
        "a trial without the one name that is read is left out",
        parameter=Parameter("name", "reward", str, _only_trials_with, usual=("score",)),
    ),
    Deviation(
        "mean-for-every-metric",
        "metric.aggregate-by-name",
        "every metric is the mean",
        around(metric=_mean_for_every_metric),
    ),
    Deviation("first-name-of-a-trial", _NAME, descriptions.FIRST_NAME, _of_each(_first_name)),
    Deviation(
        "adds-names-of-a-trial",
        _NAME,
        "the values of all names of a trial are added to one reward",
        _of_each(_total_of_names),
    ),
    Deviation(
        "averages-names-of-a-trial",
        _NAME,
        "the values of all names of a trial are averaged to one reward",
        _of_each(_mean_of_names),
    ),
    Deviation(
        "drops-none",
        "metric.none-counts-zero",
        "a comprehension leaves out None, and of trials that all failed nothing is left",
        before(metric=on_trials(_without_none)),
    ),
    Deviation(
        "drops-trials-without-names",
        "metric.empty-object-counts-zero",
        descriptions.WITHOUT_NAMES,
        before(metric=on_trials(_without_nothing)),
    ),
    Deviation(
        "nan-counts-as",
        "metric.infinities-and-nan",
        descriptions.NAN_IS_ZERO,
        parameter=Parameter("value", "0", read_number, _nan_as, usual=("0.0", "-1", "1")),
    ),
    Deviation(
        "values-by-float",
        "metric.integer-sums-exact",
        descriptions.BY_FLOAT,
        on_values(means.by_float),
    ),
    Deviation(
        "sums-by-float",
        "metric.integer-sums-exact",
        "what is added passes Python's float(), which refuses an integer beyond its range",
        before(sum=means.by_float),
    ),
    Deviation(
        "values-are-doubles",
        "metric.extreme-beyond-floats",
        descriptions.DOUBLES,
        on_values(means.as_doubles),
    ),
    Deviation(
        "floats-or",
        "metric.integer-too-large-for-float",
        "each value is made a float, and one too large for that counts as a number, 0 as a rule",
        parameter=Parameter("value", "0", read_number, _floats_or, usual=("nan", "inf")),
    ),
    Deviation(
        "not-finite-counts-as",
        "metric.infinities-and-nan",
        "infinities and nan count as a number, 0 as a rule",
        parameter=Parameter("value", "0", read_number, _not_finite_as, usual=("-1", "1", "nan")),
    ),
    Deviation(
        "leaves-out-nan",
        "metric.infinities-and-nan",
        descriptions.NAN_LEFT_OUT,
        on_values(_nan_left_out),
    ),
    Deviation(
        "nan-result-is",
        "metric.infinities-and-nan",
        "a result that is nan is replaced, since JSON has no nan",
        parameter=Parameter("value", "0.0", read_number, _nan_result_as, usual=("-1", "1")),
    ),
    Deviation(
        "rounds-results",
        "metric.mean-divides-the-sum",
        descriptions.ROUNDED_RESULT,
        parameter=Parameter("number of digits", "4", int, _rounded, usual=("2", "3", "6", "1")),
    ),
    Deviation(
        "results-in-percent",
        _VALUES,
        descriptions.IN_PERCENT,
        parameter=Parameter("factor", "100", read_number, _times, usual=("100.0", "1000")),
    ),
    Deviation(
        "judges-values",
        _VALUES,
        "a trial passes or fails, from some value on",
        parameter=Parameter(
            "least value of a success", "1", read_number, _judged, usual=("0.5", "5e-324", "0.99")
        ),
    ),
    Deviation(
        "adds-for-a-mean",
        "metric.aggregate-by-name",
        "the sum is not divided",
        instead(mean=lambda values, add: add(values)),
    ),
)
"""Each breaks one clause about names, nan or results."""
