"""Other ways to name what a metric gives, and to treat what is missing."""

import math
from collections.abc import Callable
from functools import partial

from candidates.deviations.deviation import Changes, Step, Table, before, calling, instead
from candidates.deviations.forms import where
from candidates.deviations.means import Values
from candidates.deviations.parameters import taking, taking_number
from candidates.reference.metric import MetricInput, Rewards, Trials, reward_names
from candidates.reference.summation import Number


def on_trials(change: Callable[[Trials], Trials]) -> Changes:
    """Return the change of the trials of a case."""
    return before(metric=lambda case: {**case, "rewards": change(list(case["rewards"]))})


def of_each(change: Callable[[Rewards], Rewards]) -> Changes:
    """Return the change of the rewards of each trial that has any."""
    return on_trials(lambda trials: [change(trial) if trial else trial for trial in trials])


def _nothing_without_names(metric: Step, case: MetricInput) -> object:
    rewards = metric(case)
    return rewards if reward_names(case["rewards"]) else {}


def _of_several(change: Callable[[MetricInput, Rewards], Rewards]) -> Changes:
    """Return the change of a result for several names."""

    def changed(metric: Step, case: MetricInput) -> Rewards:
        rewards: Rewards = metric(case)
        return change(case, rewards) if len(reward_names(case["rewards"])) > 1 else rewards

    return calling(metric=changed)


def _prefixed(case: MetricInput, rewards: Rewards) -> Rewards:
    return {f"{case['metric']}_{name}": value for name, value in rewards.items()}


def _only_common(case: MetricInput, rewards: Rewards) -> Rewards:
    common = set.intersection(*(set(trial) for trial in case["rewards"] if trial))
    return {name: value for name, value in rewards.items() if name in common}


def _pooled(metric: Step, case: MetricInput) -> object:
    """Aggregate the values of all names into one number, name by name."""
    trials = case["rewards"]
    names = reward_names(trials)
    if len(names) <= 1:
        return metric(case)
    values = [(trial or {}).get(name, 0) for name in names for trial in trials]
    return metric({**case, "rewards": [{"": value} for value in values]})


def _metric_wins(metric: Step, case: MetricInput) -> Rewards:
    rewards: Rewards = metric(case)
    name = case["metric"]
    return {name: rewards[name]} if name in rewards else rewards


def _filled(trials: Trials, unwanted: Rewards | None, value: Number) -> Trials:
    names = reward_names(trials) or ["reward"]
    return [dict.fromkeys(names, value) if trial == unwanted else trial for trial in trials]


def _filled_with(missing: Number) -> Changes:
    """Return the change that gives every trial every name."""

    def fill(trials: Trials) -> Trials:
        names = reward_names(trials) or ["reward"]
        return [{name: (trial or {}).get(name, missing) for name in names} for trial in trials]

    return on_trials(fill)


def _of_no_trials(*metrics: str, answer: Callable[[str], Rewards]) -> Changes:
    """Return the change that has another answer of these metrics where there is no trial."""

    def guarded(metric: Step, case: MetricInput) -> object:
        without = case["metric"] in metrics and not case["rewards"]
        return answer(case["metric"]) if without else metric(case)

    return calling(metric=guarded)


def _is_of_no_trials(*metrics: str) -> Callable[[Number], Changes]:
    """Return the change to one number of no trials."""
    return lambda value: _of_no_trials(*metrics, answer=lambda name: {name: value})


def _value_error(_: str) -> Rewards:
    raise ValueError("no trials")


type Columns = dict[str, Values]
type Counts = Callable[[Rewards | None], bool]

_NAMELESS: dict[str, Counts] = {
    "null-or-empty": lambda trial: not trial,
    "null": lambda trial: trial is None,
    "empty": lambda trial: trial == {},
    "none": lambda _: False,
}
"""Which of the trials without any name count as 0 under each of several."""


def _read_nameless(text: str) -> Counts:
    if text not in _NAMELESS:
        raise ValueError(text)
    return _NAMELESS[text]


def _only_present(counts: Counts) -> Changes:
    """Return the change that aggregates each of several names over the trials that have it."""

    def kept(values: Values, trials: Trials, name: str) -> Values:
        pairs = zip(values, trials, strict=True)
        return [value for value, trial in pairs if counts(trial) or name in (trial or {})]

    def collected(columns: Step, metric: str, trials: Trials) -> Columns:
        values: Columns = columns(metric, trials)
        names = reward_names(trials)
        return {
            name: kept(column, trials, name) if len(names) > 1 and name in names else column
            for name, column in values.items()
        }

    return calling(columns=collected)


def _in_one_list(columns: Step, metric: str, trials: Trials) -> object:
    """Put the values of several names into one list, trial by trial."""
    if len(reward_names(trials)) <= 1:
        return columns(metric, trials)
    return {metric: [value for trial in trials for value in (trial or {"": 0}).values()]}


ROWS: Table = {
    "keeps-the-reward-name": instead(
        "columns.label", lambda metric, names: names[0] if names else metric
    ),
    "metric-results-keyed": {
        "by-both": _of_several(_prefixed),
        "by-metric": calling(metric=_pooled),
        "by-reward": calling(metric=_nothing_without_names),
    },
    "metric-keys-of": {
        "the-first-trial": calling(
            "columns.names",
            lambda names, trials: names(trials) if len(next(iter(trials), None) or ()) > 1 else [],
        ),
        "all-trials": _of_several(_only_common),
    },
    "metric-keys-read": {
        "dropped": of_each(
            lambda trial: {
                name.encode("utf-8", "ignore").decode(): one for name, one in trial.items()
            }
        ),
        "without-proto": of_each(where(lambda name, _: name != "__proto__")),
    },
    "metric-name-wins": calling(metric=_metric_wins),
    "skips-trials-without-rewards": on_trials(
        lambda trials: [trial for trial in trials if trial is not None] or trials
    ),
    "no-value-is": {
        "nan": on_trials(partial(_filled, unwanted=None, value=math.nan)),
        "minus-one": on_trials(partial(_filled, unwanted={}, value=-1)),
    },
    "missing-is-a-float": taking("value", float, _filled_with, ("0.0", "nan")),
    "mean-of-nothing-is-zero": taking_number(_is_of_no_trials("mean"), ("0.0", "0", "1.0", "-1")),
    "of-no-trials": {
        "mean-is-nan": _of_no_trials("mean", answer=lambda name: {name: math.nan}),
        "mean-is-value-error": _of_no_trials("mean", answer=_value_error),
        "extreme-is-infinite": _of_no_trials(
            "max", "min", answer=lambda name: {name: -math.inf if name == "max" else math.inf}
        ),
        "sum-is-error": _of_no_trials("sum", answer=_value_error),
        "sum-has-no-key": _of_no_trials("sum", answer=lambda _: {}),
    },
    "extreme-of-nothing-is-zero": taking_number(
        _is_of_no_trials("max", "min"), ("0", "0.0", "nan", "-1")
    ),
    "skips-missing-names": taking(
        "trials without names that count all the same",
        _read_nameless,
        _only_present,
        ("null-or-empty", "none", "null"),
    ),
    "pools-values-of-trials": calling(columns=_in_one_list),
}
