"""From the trials of a job to the ``stats`` of its result.json.

The steps are those of ``JobStats.increment`` (harbor/models/job/result.py:129-169) and of
the end of ``Job.run`` (harbor/job.py:727-772).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypedDict

from candidates.reference import harbor_json
from candidates.reference.harbor_json import Json, Members, Number
from candidates.reference.job_progress import Progress, progress_of
from candidates.reference.job_trial import MetricName, Rewards, TokenName, Trial, Usage, rewards_of
from candidates.reference.metric import metric
from candidates.reference.pass_at_k import evals_key, pass_at_k


class JobInput(TypedDict):
    """The planned trials, earlier retries, each dataset's metrics, and the trials in order."""

    n_total_trials: int
    n_retries: int
    metrics: dict[str, list[MetricName]]
    trials: list[Trial]


def job(question: JobInput) -> dict[str, str]:
    """Return ``{"stats": text}``.

    Raises ExceptionGroup for what goes wrong while trials end, and OverflowError for
    what goes wrong only in the metrics at the end.
    """
    trials = question["trials"]
    progress = progress_of(trials, question["metrics"])
    stats = stats_of(trials)
    add_metrics(stats.evals, trials, question["metrics"])
    for key, estimates in pass_at_k({"trials": list(trials)}).items():
        stats.evals[key].pass_at_k = estimates
    return {"stats": harbor_json.write(members_of(stats, question, progress))}


TOKENS: tuple[TokenName, ...] = ("n_input_tokens", "n_cache_tokens", "n_output_tokens")


@dataclass
class RewardGroup:
    """The trials in which a reward had a value; the first of equal values names it."""

    value: Number
    trial_names: list[str]


@dataclass
class Evals:
    """What is known of the trials of one agent, model and dataset."""

    n_trials: int = 0
    n_errors: int = 0
    metrics: list[Rewards] = field(default_factory=list)
    pass_at_k: dict[str, float] = field(default_factory=dict)
    rewards: dict[str, list[RewardGroup]] = field(default_factory=dict)
    exceptions: dict[str, list[str]] = field(default_factory=dict)


@dataclass
class Stats:
    """What is known of all trials: groups in the order of their first trial, and sums."""

    evals: dict[str, Evals] = field(default_factory=dict)
    n_errored_trials: int = 0
    tokens: dict[TokenName, int | None] = field(default_factory=lambda: dict.fromkeys(TOKENS))
    cost_usd: float | None = None


def stats_of(trials: Sequence[Trial]) -> Stats:
    """Return what the trials add up to, metrics and pass@k apart."""
    stats = Stats()
    for trial in trials:
        evals = stats.evals.setdefault(evals_key(trial), Evals())
        rewards = rewards_of(trial)
        if rewards is not None:
            evals.n_trials += 1
            for name, value in rewards.items():
                add_reward(evals.rewards.setdefault(name, []), value, trial["trial_name"])
        if trial["exception"] is not None:
            evals.exceptions.setdefault(trial["exception"], []).append(trial["trial_name"])
            evals.n_errors += 1
            stats.n_errored_trials += 1
        add_usage(stats, trial["usage"])
    return stats


def add_reward(groups: list[RewardGroup], value: Number, trial_name: str) -> None:
    """Add a trial to the group of its reward's value.

    1 equals 1.0 and 0 equals -0.0; an integer equals a float only if the two are the
    same number exactly; nan equals nothing, so each has a group of its own.
    """
    for group in groups:
        if group.value == value:
            group.trial_names.append(trial_name)
            return
    groups.append(RewardGroup(value, [trial_name]))


def add_usage(stats: Stats, usage: Usage | None) -> None:
    """Add a trial's tokens and cost; a cost is a binary64, and costs are added one by one."""
    if usage is None:
        return
    for name in TOKENS:
        count = usage[name]
        if count is not None:
            stats.tokens[name] = (stats.tokens[name] or 0) + count
    cost = usage["cost_usd"]
    if cost is not None:
        stats.cost_usd = (0.0 if stats.cost_usd is None else stats.cost_usd) + float(cost)


def add_metrics(
    evals: dict[str, Evals],
    trials: Sequence[Trial],
    metrics: Mapping[str, Sequence[MetricName]],
) -> None:
    """Give each group the metrics of the dataset that the end of its key names."""
    for key, group in evals.items():
        rewards = [rewards_of(trial) for trial in trials if evals_key(trial) == key]
        for name in metrics.get(dataset_of(key), ()):
            group.metrics.append(metric({"metric": name, "rewards": rewards}))


def dataset_of(key: str) -> str:
    """Return the last part of a group's key, cut from the left at each two underscores.

    Of three underscores the third belongs to what follows: ``a__s___t`` ends in ``_t``.
    """
    parts = key.split("__")
    return parts[-1]


def members_of(stats: Stats, question: JobInput, progress: Progress) -> dict[str, Json]:
    """Return the members of ``stats`` in harbor's order."""
    completed = len(question["trials"])
    return {
        "n_completed_trials": completed,
        "n_errored_trials": stats.n_errored_trials,
        "n_running_trials": 0,
        "n_pending_trials": max(question["n_total_trials"] - completed, 0),
        "n_cancelled_trials": progress.n_cancelled_trials,
        "n_retries": question["n_retries"] + progress.n_retries,
        "evals": {key: _evals_members(evals) for key, evals in stats.evals.items()},
        **{name: stats.tokens[name] for name in TOKENS},
        "cost_usd": stats.cost_usd,
    }


def _evals_members(evals: Evals) -> dict[str, Json]:
    return {
        "n_trials": evals.n_trials,
        "n_errors": evals.n_errors,
        "metrics": [dict(values) for values in evals.metrics],
        "pass_at_k": dict(evals.pass_at_k),
        "reward_stats": {
            name: Members(
                [
                    (harbor_json.name_of_number(group.value), list(group.trial_names))
                    for group in groups
                ]
            )
            for name, groups in evals.rewards.items()
        },
        "exception_stats": {name: list(names) for name, names in evals.exceptions.items()},
    }
