"""Other ways to name what a metric gives, and to treat what is missing."""

import math
from collections.abc import Callable

from candidates.deviations.deviation import Changes, Step, around, before, instead
from candidates.deviations.means import Values
from candidates.deviations.parameters import taking, taking_number
from candidates.deviations.rows import Table
from candidates.reference.metric import MetricInput, Rewards, Trials, reward_names
from candidates.reference.summation import Number


def on_trials(change: Callable[[Trials], Trials]) -> Callable[[MetricInput], MetricInput]:
    """Return the change of a case that changes its trials."""
    return lambda case: {**case, "rewards": change(list(case["rewards"]))}


def renaming(rename: Callable[[str], str]) -> Callable[[MetricInput], MetricInput]:
    """Return the change of a case that renames all rewards; of two alike the last stays."""
    return on_trials(
        lambda trials: [
            None if trial is None else {rename(name): value for name, value in trial.items()}
            for trial in trials
        ]
    )


def _without(unwanted: str) -> Callable[[MetricInput], MetricInput]:
    return on_trials(
        lambda trials: [
            trial and {name: value for name, value in trial.items() if name != unwanted}
            for trial in trials
        ]
    )


def _reward_or_metric(metric: str, names: list[str]) -> str:
    return names[0] if names else metric


def _nothing_without_names(metric: Step) -> Step:
    def answer(case: MetricInput) -> Rewards:
        rewards: Rewards = metric(case)
        return rewards if reward_names(case["rewards"]) else {}

    return answer


def _prefixed(metric: Step) -> Step:
    def answer(case: MetricInput) -> Rewards:
        rewards: Rewards = metric(case)
        if len(reward_names(case["rewards"])) <= 1:
            return rewards
        return {f"{case['metric']}_{name}": value for name, value in rewards.items()}

    return answer


def _pooled(metric: Step) -> Step:
    """Aggregate the values of all names into one number, name by name."""

    def answer(case: MetricInput) -> Rewards:
        trials = case["rewards"]
        names = reward_names(trials)
        if len(names) <= 1:
            return metric(case)  # type: ignore[no-any-return] # a step
        values = [(trial or {}).get(name, 0) for name in names for trial in trials]
        return metric({**case, "rewards": [{"": value} for value in values]})  # type: ignore[no-any-return] # a step

    return answer


def _named_by_the_first(names: Step) -> Step:
    return lambda trials: names(trials) if len(next(iter(trials), None) or ()) > 1 else []


def _only_common(metric: Step) -> Step:
    """Keep the names that all trials with rewards have."""

    def answer(case: MetricInput) -> Rewards:
        rewards: Rewards = metric(case)
        if len(reward_names(case["rewards"])) <= 1:
            return rewards
        common = set.intersection(*(set(trial) for trial in case["rewards"] if trial))
        return {name: value for name, value in rewards.items() if name in common}

    return answer


def _metric_wins(metric: Step) -> Step:
    def answer(case: MetricInput) -> Rewards:
        rewards: Rewards = metric(case)
        name = case["metric"]
        return {name: rewards[name]} if name in rewards else rewards

    return answer


def _without_trials_of(unwanted: Rewards | None) -> Callable[[MetricInput], MetricInput]:
    return on_trials(lambda trials: [trial for trial in trials if trial != unwanted] or trials)


def _filled(trials: Trials, unwanted: Rewards | None, value: Number) -> Trials:
    names = reward_names(trials) or ["reward"]
    return [dict.fromkeys(names, value) if trial == unwanted else trial for trial in trials]


def _filled_with(missing: Number) -> Changes:
    """Return the change that gives every trial every name."""

    def fill(trials: Trials) -> Trials:
        names = reward_names(trials) or ["reward"]
        return [{name: (trial or {}).get(name, missing) for name in names} for trial in trials]

    return before(metric=on_trials(fill))


def _of_no_trials(*metrics: str, answer: Callable[[str], Rewards]) -> Changes:
    """Return the change that has another answer of these metrics where there is no trial."""

    def guarded(metric: Step) -> Step:
        def guard(case: MetricInput) -> Rewards:
            if case["metric"] in metrics and not case["rewards"]:
                return answer(case["metric"])
            return metric(case)  # type: ignore[no-any-return] # a step

        return guard

    return around(metric=guarded)


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

    def present(columns: Step) -> Step:
        def collected(metric: str, trials: Trials) -> Columns:
            values: Columns = columns(metric, trials)
            names = reward_names(trials)
            return {
                name: kept(column, trials, name) if len(names) > 1 and name in names else column
                for name, column in values.items()
            }

        return collected

    return around(columns=present)


def _values_of(trial: Rewards | None) -> Values:
    return list(trial.values()) if trial else [0]


def _in_one_list(columns: Step) -> Step:
    """Put the values of several names into one list, trial by trial."""

    def collected(metric: str, trials: Trials) -> Columns:
        if len(reward_names(trials)) <= 1:
            return columns(metric, trials)  # type: ignore[no-any-return] # a step
        return {metric: [value for trial in trials for value in _values_of(trial)]}

    return collected


def _of_the_first(trials: Trials) -> list[str]:
    """Return the names of the first trial that has any."""
    return sorted(next(filter(None, trials), {}))


ROWS: Table = {
    "keeps-the-reward-name": instead({"columns.label": _reward_or_metric}),
    "metric-results-keyed": {
        "by-both": around(metric=_prefixed),
        "by-metric": around(metric=_pooled),
        "by-reward": around(metric=_nothing_without_names),
    },
    "metric-keys-of": {
        "the-first-trial": around({"columns.names": _named_by_the_first}),
        "all-trials": around(metric=_only_common),
    },
    "metric-keys-read": {
        "dropped": before(
            metric=renaming(lambda name: name.encode("utf-8", "ignore").decode("utf-8"))
        ),
        "without-proto": before(metric=_without("__proto__")),
    },
    "metric-name-wins": around(metric=_metric_wins),
    "skips-trials-without-rewards": before(metric=_without_trials_of(None)),
    "no-value-is": {
        "nan": before(metric=on_trials(lambda trials: _filled(trials, None, math.nan))),
        "minus-one": before(metric=on_trials(lambda trials: _filled(trials, {}, -1))),
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
    "pools-values-of-trials": around(columns=_in_one_list),
    "names-of-the-first-rewards": instead({"columns.names": _of_the_first}),
}
