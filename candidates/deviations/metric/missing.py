"""Other ways to treat trials, names and lists of trials that have nothing."""

import math
from collections.abc import Callable

from candidates.deviations.deviation import (
    Changes,
    Deviation,
    Parameter,
    Step,
    around,
    before,
    family,
)
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
        "a trial without rewards is left out",
        before(metric=_without(None)),
        advice="Count a trial without rewards as 0.",
    ),
    family(
        "no-value-is",
        "metric.none-counts-zero",
        "{}",
        {
            "nan": (
                "a trial without rewards counts as nan",
                before(metric=on_trials(lambda trials: _filled(trials, None, math.nan))),
            ),
            "minus-one": (
                "a trial with empty rewards counts as -1",
                before(metric=on_trials(lambda trials: _filled(trials, {}, -1))),
                "metric.empty-object-counts-zero",
            ),
            "repeated": (
                "a missing value repeats the one before",
                before(metric=on_trials(_forward)),
                "metric.missing-name-counts-zero",
            ),
        },
        advice="Count a value that is missing as the integer 0.",
    ),
    Deviation(
        "missing-is-a-float",
        "metric.missing-is-integer-zero",
        "a missing value counts as {} instead of the integer 0",
        parameter=Parameter("value", "0.0", float, _filled_with),
        advice="Fill missing values with the integer 0.",
    ),
    Deviation(
        "mean-of-nothing-is-zero",
        "metric.mean-of-nothing",
        "the mean of no trials is {}",
        parameter=Parameter(
            "value", "0.0", read_number, _is_of_no_trials("mean"), usual=("0", "1.0", "-1")
        ),
        advice="Raise ZeroDivisionError for the mean of no trials.",
    ),
    family(
        "of-no-trials",
        "metric.mean-of-nothing",
        "{}",
        {
            "mean-is-nan": (
                "the mean of no trials is nan",
                _of_no_trials("mean", answer=lambda name: {name: math.nan}),
            ),
            "mean-is-value-error": (
                "the mean of no trials raises ValueError",
                _of_no_trials("mean", answer=_value_error),
            ),
            "extreme-is-infinite": (
                "max and min of no trials are infinite",
                _of_no_trials(
                    "max",
                    "min",
                    answer=lambda name: {name: -math.inf if name == "max" else math.inf},
                ),
                "metric.extreme-of-nothing",
            ),
            "sum-is-error": (
                "the sum of no trials raises an error",
                _of_no_trials("sum", answer=_value_error),
                "metric.sum-of-nothing",
            ),
            "sum-has-no-key": (
                "the sum of no trials is an empty object",
                _of_no_trials("sum", answer=lambda _: {}),
                "metric.sum-of-nothing",
            ),
        },
        advice="Without trials, raise ZeroDivisionError for a mean and ValueError for max and"
        " min, and return a sum of 0.",
    ),
    Deviation(
        "extreme-of-nothing-is-zero",
        "metric.extreme-of-nothing",
        "max and min of no trials are {}",
        parameter=Parameter(
            "value", "0", read_number, _is_of_no_trials("max", "min"), usual=("0.0", "nan", "-1")
        ),
        advice="Raise ValueError for max and min of no trials.",
    ),
    Deviation(
        "maximum-of-nothing-is-zero",
        "metric.extreme-of-nothing",
        "the maximum starts from {} instead of the first value",
        parameter=Parameter(
            "value", "0", read_number, _is_of_no_trials("max"), usual=("0.0", "1", "-1")
        ),
        advice="Start the search for the maximum from the first value.",
    ),
)
"""Each breaks one clause about what is missing."""
