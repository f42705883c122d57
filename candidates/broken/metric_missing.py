"""Wrong ways to treat trials, names and lists of trials that have nothing."""

import math
from collections.abc import Callable

from candidates import reference
from candidates.broken.metric_tools import Trials, aggregate_of, on_trials
from candidates.broken.variant import Function, Variant
from candidates.reference.metric import MetricInput, Rewards


def _names(trials: Trials) -> list[str]:
    return sorted({name for trial in trials for name in trial or ()})


def _skips_none(trials: Trials) -> Trials:
    return [trial for trial in trials if trial is not None] or trials


def _skips_empty(trials: Trials) -> Trials:
    return [trial for trial in trials if trial != {}] or trials


def _fills_with(missing: float) -> Callable[[Trials], Trials]:
    """Return the change that gives every trial every name."""

    def fill(trials: Trials) -> Trials:
        names = _names(trials) or ["reward"]
        return [{name: (trial or {}).get(name, missing) for name in names} for trial in trials]

    return fill


def _nan_for_none(trials: Trials) -> Trials:
    names = _names(trials) or ["reward"]
    return [dict.fromkeys(names, math.nan) if trial is None else trial for trial in trials]


def _minus_one_for_empty(trials: Trials) -> Trials:
    names = _names(trials) or ["reward"]
    return [dict.fromkeys(names, -1) if trial == {} else trial for trial in trials]


def skips_missing_names(question: MetricInput) -> Rewards:
    """Aggregate each of several names over the trials that have rewards under it."""
    names = _names(question["rewards"])
    if len(names) <= 1:
        return reference.metric(question)
    aggregate = aggregate_of(question["metric"])
    trials = [trial or dict.fromkeys(names, 0) for trial in question["rewards"]]
    return {name: aggregate([t[name] for t in trials if name in t]) for name in names}


def repeats_the_last_value(question: MetricInput) -> Rewards:
    """Carry a name's last value forward to trials that lack the name."""
    last: Rewards = dict.fromkeys(_names(question["rewards"]), 0)
    filled: Trials = []
    for trial in question["rewards"]:
        last = last | (trial or dict.fromkeys(last, 0))
        filled.append(last)
    return reference.metric({**question, "rewards": filled})


def divides_by_rewarded_trials(question: MetricInput) -> Rewards:
    """Divide the sum by the number of trials that have any rewards."""
    if question["metric"] != "mean":
        return reference.metric(question)
    rewarded = sum(bool(trial) for trial in question["rewards"])
    sums = reference.metric({**question, "metric": "sum"})
    means = {name: value / (rewarded or len(question["rewards"])) for name, value in sums.items()}
    return {"mean": means["sum"]} if len(_names(question["rewards"])) <= 1 else means


def _of_no_trials(*metrics: str, answer: Callable[[str], Rewards]) -> Function:
    """Return the reference with another answer of these metrics where there is no trial."""

    def metric(question: MetricInput) -> Rewards:
        if question["metric"] in metrics and not question["rewards"]:
            return answer(question["metric"])
        return reference.metric(question)

    return metric


def _value_error(_: str) -> Rewards:
    message = "no trials"
    raise ValueError(message)


VARIANTS = (
    Variant(
        "skips-trials-without-rewards",
        "metric.none-counts-zero",
        "a trial that failed is left out",
        on_trials(_skips_none),
    ),
    Variant(
        "nan-for-trials-without-rewards",
        "metric.none-counts-zero",
        "no rewards are read as not a number",
        on_trials(_nan_for_none),
    ),
    Variant(
        "skips-empty-rewards",
        "metric.empty-object-counts-zero",
        "an empty object is left out, null is not",
        on_trials(_skips_empty),
    ),
    Variant(
        "minus-one-for-empty-rewards",
        "metric.empty-object-counts-zero",
        "an empty object gets a value that marks an error",
        on_trials(_minus_one_for_empty),
    ),
    Variant(
        "skips-missing-names",
        "metric.missing-name-counts-zero",
        "each name is aggregated over the trials that have it",
        skips_missing_names,
    ),
    Variant(
        "repeats-the-last-value",
        "metric.missing-name-counts-zero",
        "gaps in a table are filled from the row above",
        repeats_the_last_value,
    ),
    Variant(
        "missing-is-a-float",
        "metric.missing-is-integer-zero",
        "what is missing is filled with 0.0",
        on_trials(_fills_with(0.0)),
    ),
    Variant(
        "divides-by-rewarded-trials",
        "metric.mean-divides-by-all-trials",
        "trials without rewards are summed as 0 but not counted",
        divides_by_rewarded_trials,
    ),
    Variant(
        "mean-of-nothing-is-zero",
        "metric.mean-of-nothing",
        "a division by zero is guarded against",
        _of_no_trials("mean", answer=lambda name: {name: 0.0}),
    ),
    Variant(
        "mean-of-nothing-is-nan",
        "metric.mean-of-nothing",
        "0.0 / 0 is nan in most languages",
        _of_no_trials("mean", answer=lambda name: {name: math.nan}),
    ),
    Variant(
        "mean-of-nothing-is-a-value-error",
        "metric.mean-of-nothing",
        "all empty lists are refused alike",
        _of_no_trials("mean", answer=_value_error),
    ),
    Variant(
        "extreme-of-nothing-is-zero",
        "metric.extreme-of-nothing",
        "an empty list gets a default",
        _of_no_trials("max", "min", answer=lambda name: {name: 0}),
    ),
    Variant(
        "extreme-of-nothing-is-infinite",
        "metric.extreme-of-nothing",
        "the search starts from an infinity",
        _of_no_trials(
            "max", "min", answer=lambda name: {name: -math.inf if name == "max" else math.inf}
        ),
    ),
    Variant(
        "minimum-of-nothing-is-zero",
        "metric.extreme-of-nothing",
        "only the maximum refuses an empty list",
        _of_no_trials("min", answer=lambda name: {name: 0}),
    ),
    Variant(
        "sum-of-nothing-is-an-error",
        "metric.sum-of-nothing",
        "all empty lists are refused alike",
        _of_no_trials("sum", answer=_value_error),
    ),
    Variant(
        "sum-of-nothing-has-no-names",
        "metric.sum-of-nothing",
        "without trials there is no name to answer under",
        _of_no_trials("sum", answer=lambda _: {}),
    ),
)
"""Each breaks one clause about what is missing."""
