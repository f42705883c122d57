"""Changes of trials: before a job is read at all, or in a group of them."""

from collections.abc import Callable, Iterable

from candidates.deviations.deviation import Changes, before
from candidates.reference.job_evals import Group
from candidates.reference.job_trial import JobInput, Rewards, Trial


def with_trials(change: Callable[[list[Trial]], Iterable[Trial]]) -> Changes:
    """Return the change of a job's trials before anything else."""

    def changed(question: JobInput) -> JobInput:
        return {**question, "trials": [*change(question["trials"])]}

    return before(job=changed)


def with_each_trial(change: Callable[[Trial], Trial]) -> Changes:
    """Return the change of each trial before anything else."""
    return with_trials(lambda trials: map(change, trials))


def in_group(change: Callable[[Trial], Trial]) -> Callable[[Group], Group]:
    """Return the change of a group that changes each of its trials."""
    return lambda group: group._replace(trials=[change(trial) for trial in group.trials])


def with_rewards(trial: Trial, rewards: Rewards | None) -> Trial:
    """Return the trial with other rewards."""
    return {**trial, "verifier_result": None if rewards is None else {"rewards": rewards}}
