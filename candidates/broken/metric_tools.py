"""What wrong ways to do metrics are made of."""

from collections.abc import Callable
from typing import Literal

from candidates import reference
from candidates.broken.variant import Function
from candidates.reference.metric import MetricInput, Rewards

type Number = int | float
type Metric = Literal["mean", "max", "min", "sum"]
type Trials = list[Rewards | None]
type Aggregate = Callable[[list[Number]], Number]


def columns(question: MetricInput) -> dict[str, list[Number]]:
    """Return the values of all trials by the name that their aggregate has in the answer."""
    trials = [trial or {} for trial in question["rewards"]]
    names = sorted({name for trial in trials for name in trial})
    if len(names) <= 1:
        return {question["metric"]: [next(iter(trial.values()), 0) for trial in trials]}
    return {name: [trial.get(name, 0) for trial in trials] for name in names}


def aggregate_of(metric: Metric) -> Aggregate:
    """Return the reference's aggregate of a list of numbers."""

    def aggregate(values: list[Number]) -> Number:
        rewards: Trials = [{"reward": value} for value in values]
        return reference.metric({"metric": metric, "rewards": rewards})[metric]

    return aggregate


def with_aggregates(**replaced: Aggregate) -> Function:
    """Return the reference with other aggregates of trials for these metrics."""

    def metric(question: MetricInput) -> Rewards:
        aggregate = replaced.get(question["metric"])
        if aggregate is None or not question["rewards"]:
            return reference.metric(question)
        return {name: aggregate(values) for name, values in columns(question).items()}

    return metric


def with_sum(total: Aggregate) -> Function:
    """Return the reference with another sum, in the mean as well."""
    return with_aggregates(sum=total, mean=lambda values: total(values) / len(values))


def with_extremes(is_less: Callable[[Number, Number], bool]) -> Function:
    """Return the reference with another comparison in maximum and minimum."""

    def extreme(values: list[Number], replaces: Callable[[Number, Number], bool]) -> Number:
        kept = values[0]
        for later in values[1:]:
            if replaces(later, kept):
                kept = later
        return kept

    return with_aggregates(
        max=lambda values: extreme(values, lambda later, kept: is_less(kept, later)),
        min=lambda values: extreme(values, is_less),
    )


def on_values(change: Callable[[list[Number]], list[Number]]) -> Function:
    """Return the reference after a change of each list of values."""

    def metric(question: MetricInput) -> Rewards:
        aggregate = aggregate_of(question["metric"])
        return {name: aggregate(change(values)) for name, values in columns(question).items()}

    return metric


def on_trials(change: Callable[[Trials], Trials]) -> Function:
    """Return the reference after a change of the trials."""

    def metric(question: MetricInput) -> Rewards:
        return reference.metric({**question, "rewards": change(list(question["rewards"]))})

    return metric


def on_names(rename: Callable[[str], str]) -> Function:
    """Return the reference after a change of every reward name; of two alike the last stays."""

    def renamed(trials: Trials) -> Trials:
        return [
            None if trial is None else {rename(name): value for name, value in trial.items()}
            for trial in trials
        ]

    return on_trials(renamed)
