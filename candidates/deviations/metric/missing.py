"""Other ways to treat trials, names and lists of trials that have nothing."""

import math
from collections.abc import Callable

from candidates.deviations.deviation import Changes, Deviation, Parameter, Step, around, before
from candidates.deviations.metric.names import on_trials
from candidates.deviations.numbers import read_number
from candidates.reference.metric import MetricInput, Rewards, Trials, reward_names
from candidates.reference.summation import Number


def _without(unwanted: Rewards | None) -> Callable[[MetricInput], MetricInput]:
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


def _forward(trials: Trials) -> Trials:
    """Carry a name's last value forward to trials that lack the name."""
    last: Rewards = dict.fromkeys(reward_names(trials), 0)
    filled: Trials = []
    for trial in trials:
        last = last | (trial or dict.fromkeys(last, 0))
        filled.append(last)
    return filled


def _by_rewarded(metric: Step) -> Step:
    """Divide the sum by the number of trials that have any rewards."""

    def answer(question: MetricInput) -> Rewards:
        if question["metric"] != "mean":
            return metric(question)  # type: ignore[no-any-return] # a step
        trials = question["rewards"]
        rewarded = sum(bool(trial) for trial in trials)
        sums = metric({**question, "metric": "sum"})
        means = {name: value / (rewarded or len(trials)) for name, value in sums.items()}
        return {"mean": means["sum"]} if len(reward_names(trials)) <= 1 else means

    return answer


def _of_no_trials(*metrics: str, answer: Callable[[str], Rewards]) -> Changes:
    """Return the change that has another answer of these metrics where there is no trial."""

    def guarded(metric: Step) -> Step:
        def guard(question: MetricInput) -> Rewards:
            if question["metric"] in metrics and not question["rewards"]:
                return answer(question["metric"])
            return metric(question)  # type: ignore[no-any-return] # a step

        return guard

    return around(metric=guarded)


def _is_of_no_trials(*metrics: str) -> Callable[[Number], Changes]:
    """Return the change to one number of no trials."""
    return lambda value: _of_no_trials(*metrics, answer=lambda name: {name: value})


def _value_error(_: str) -> Rewards:
    raise ValueError("no trials")


DEVIATIONS = (
    Deviation(
        "skips-trials-without-rewards",
        "metric.none-counts-zero",
        "a trial that failed is left out",
        before(metric=_without(None)),
    ),
    Deviation(
        "nan-for-trials-without-rewards",
        "metric.none-counts-zero",
        "no rewards are read as not a number",
        before(metric=on_trials(lambda trials: _filled(trials, None, math.nan))),
    ),
    Deviation(
        "skips-empty-rewards",
        "metric.empty-object-counts-zero",
        "an empty object is left out, null is not",
        before(metric=_without({})),
    ),
    Deviation(
        "minus-one-for-empty-rewards",
        "metric.empty-object-counts-zero",
        "an empty object gets a value that marks an error",
        before(metric=on_trials(lambda trials: _filled(trials, {}, -1))),
    ),
    Deviation(
        "repeats-the-last-value",
        "metric.missing-name-counts-zero",
        "gaps in a table are filled from the row above",
        before(metric=on_trials(_forward)),
    ),
    Deviation(
        "missing-is-a-float",
        "metric.missing-is-integer-zero",
        "what is missing is filled with 0.0",
        parameter=Parameter("value", "0.0", float, _filled_with),
    ),
    Deviation(
        "divides-by-rewarded-trials",
        "metric.mean-divides-by-all-trials",
        "trials without rewards are summed as 0 but not counted",
        around(metric=_by_rewarded),
    ),
    Deviation(
        "mean-of-nothing-is-zero",
        "metric.mean-of-nothing",
        "a division by zero is guarded against",
        parameter=Parameter(
            "value", "0.0", read_number, _is_of_no_trials("mean"), usual=("0", "1.0", "-1")
        ),
    ),
    Deviation(
        "mean-of-nothing-is-nan",
        "metric.mean-of-nothing",
        "0.0 / 0 is nan in most languages",
        _of_no_trials("mean", answer=lambda name: {name: math.nan}),
    ),
    Deviation(
        "mean-of-nothing-is-a-value-error",
        "metric.mean-of-nothing",
        "all empty lists are refused alike",
        _of_no_trials("mean", answer=_value_error),
    ),
    Deviation(
        "extreme-of-nothing-is-zero",
        "metric.extreme-of-nothing",
        "an empty list gets a default",
        parameter=Parameter(
            "value", "0", read_number, _is_of_no_trials("max", "min"), usual=("0.0", "nan", "-1")
        ),
    ),
    Deviation(
        "extreme-of-nothing-is-infinite",
        "metric.extreme-of-nothing",
        "the search starts from an infinity",
        _of_no_trials(
            "max", "min", answer=lambda name: {name: -math.inf if name == "max" else math.inf}
        ),
    ),
    Deviation(
        "minimum-of-nothing-is-zero",
        "metric.extreme-of-nothing",
        "only the maximum refuses an empty list",
        parameter=Parameter(
            "value", "0", read_number, _is_of_no_trials("min"), usual=("0.0", "1", "1.0")
        ),
    ),
    Deviation(
        "maximum-of-nothing-is-zero",
        "metric.extreme-of-nothing",
        "the search for the greatest starts from a number, 0 as a rule, and nothing is greater",
        parameter=Parameter(
            "value", "0", read_number, _is_of_no_trials("max"), usual=("0.0", "1", "-1")
        ),
    ),
    Deviation(
        "sum-of-nothing-is-an-error",
        "metric.sum-of-nothing",
        "all empty lists are refused alike",
        _of_no_trials("sum", answer=_value_error),
    ),
    Deviation(
        "sum-of-nothing-has-no-names",
        "metric.sum-of-nothing",
        "without trials there is no name to answer under",
        _of_no_trials("sum", answer=lambda _: {}),
    ),
)
"""Each breaks one clause about what is missing."""
