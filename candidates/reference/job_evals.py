"""From the trials of a job to its stats for each agent, model and dataset."""

import math
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import NamedTuple

from candidates.reference.harbor_json import Json, Members
from candidates.reference.job_progress import Computed
from candidates.reference.job_trial import (
    JobInput,
    MetricName,
    MetricTable,
    Number,
    Rewards,
    Trial,
    rewards_of,
)
from candidates.reference.pass_at_k import Key, PassAtKInput, evals_key, pass_at_k


class Group(NamedTuple):
    """The trials of one agent, model and dataset, and the metrics of all datasets."""

    key: str
    trials: list[Trial]
    metrics: MetricTable


def rewarded(group: Group) -> int:
    """Count the trials whose rewards are not null."""
    return sum(rewards_of(trial) is not None for trial in group.trials)


def errors(group: Group) -> int:
    """Count the trials with an exception."""
    return sum(trial["exception"] is not None for trial in group.trials)


def dataset_of(group: Group) -> str:
    """Return the last part of a group's key, cut from the left at each two underscores.

    Of three underscores the third belongs to what follows: ``a__s___t`` ends in ``_t``.
    """
    return group.key.split("__")[-1]


def configured(metrics: MetricTable, dataset: str) -> Sequence[MetricName]:
    """Return the names of a dataset's metrics."""
    return metrics.get(dataset, ())


@dataclass(frozen=True, slots=True)
class Metrics:
    """The steps to a group's metrics: the dataset, the names of its metrics, and their values."""

    dataset: Callable[[Group], str] = dataset_of
    names: Callable[[MetricTable, str], Sequence[MetricName]] = configured
    compute: Callable[[Sequence[MetricName], Iterable[Rewards | None]], list[Rewards]] = field(
        default_factory=Computed
    )

    def __call__(self, group: Group) -> list[Rewards]:
        """Return the metrics over all trials; raises OverflowError."""
        names = self.names(group.metrics, self.dataset(group))
        return self.compute(names, map(rewards_of, group.trials))


@dataclass(frozen=True, slots=True)
class Estimates:
    """The step to a group's pass@k."""

    pass_at_k: Callable[[PassAtKInput], dict[str, dict[str, Number]]] = pass_at_k

    def __call__(self, group: Group) -> dict[str, Number]:
        """Return the group's pass@k, by k."""
        return self.pass_at_k({"trials": [*group.trials]}).get(group.key, {})


def alike(value: Number) -> Hashable:
    """Return what equal rewards have in common.

    1 equals 1.0 and 0 equals -0.0; an integer equals a float only if the two are the
    same number exactly; nan equals nothing, so each has a list of its own.
    """
    return object() if isinstance(value, float) and math.isnan(value) else value


def first(earlier: Number, _later: Number) -> Number:
    """Have the first of equal values name their list."""
    return earlier


@dataclass(frozen=True, slots=True)
class RewardStats:
    """The steps that list trials by reward: which rewards share a list, and under which key."""

    alike: Callable[[Number], Hashable] = alike
    name: Callable[[Number, Number], Number] = first

    def __call__(self, group: Group) -> dict[str, Members]:
        """Return by name of a reward, and by its value, the names of the trials that have it."""
        lists: dict[str, dict[Hashable, tuple[Number, list[str]]]] = {}
        for trial in group.trials:
            for reward, value in (rewards_of(trial) or {}).items():
                by_value = lists.setdefault(reward, {})
                shared = self.alike(value)
                named, trials = by_value.get(shared, (value, []))
                by_value[shared] = self.name(named, value), [*trials, trial["trial_name"]]
        return {reward: Members([*by_value.values()]) for reward, by_value in lists.items()}


def exception_stats(group: Group) -> dict[str, list[str]]:
    """Return by name of an exception the names of the trials that have it."""
    lists: dict[str, list[str]] = {}
    for trial in group.trials:
        if trial["exception"] is not None:
            lists.setdefault(trial["exception"], []).append(trial["trial_name"])
    return lists


@dataclass(frozen=True, slots=True)
class Evals:
    """The steps from a group to the members of its stats: a step a member, in harbor's order.

    ``key`` is no member: it groups the trials.
    """

    key: Key = evals_key
    n_trials: Callable[[Group], Json] = rewarded
    n_errors: Callable[[Group], Json] = errors
    metrics: Callable[[Group], Json] = field(default_factory=Metrics)
    pass_at_k: Callable[[Group], Json] = field(default_factory=Estimates)
    reward_stats: Callable[[Group], Mapping[str, Json]] = field(default_factory=RewardStats)
    exception_stats: Callable[[Group], Json] = exception_stats

    def __call__(self, case: JobInput) -> dict[str, dict[str, Json]]:
        """Return the stats of each group by its key, in the order of their first trials."""
        groups: dict[str, list[Trial]] = {}
        for trial in case["trials"]:
            groups.setdefault(self.key(trial), []).append(trial)
        return {
            key: self._members(Group(key, trials, case["metrics"]))
            for key, trials in groups.items()
        }

    def _members(self, group: Group) -> dict[str, Json]:
        return {step.name: getattr(self, step.name)(group) for step in fields(self)[1:]}
