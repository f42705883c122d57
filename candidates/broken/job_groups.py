"""Wrong ways to group the trials of a job, and to count them in their groups."""

from collections.abc import Callable, Sequence

from candidates.broken.job_steps import Steps, listed, with_each_trial, with_rewards
from candidates.broken.variant import Variant
from candidates.reference.job import Stats, stats_of
from candidates.reference.job_progress import progress_of
from candidates.reference.job_trial import Trial, rewards_of
from candidates.reference.pass_at_k import evals_key


def without_model(trial: Trial) -> Trial:
    """Leave the model out of a group's name."""
    return {**trial, "model": None}


def counted_trials(counts: Callable[[Trial], bool]) -> Steps:
    """Make a candidate that counts other trials as a group's."""

    def stats(trials: Sequence[Trial]) -> Stats:
        made = stats_of(trials)
        for key, evals in made.evals.items():
            evals.n_trials = sum(counts(t) for t in trials if evals_key(t) == key)
        return made

    return Steps(stats=stats)


def exception_trimmed(trial: Trial) -> Trial:
    """Trim the exception's name."""
    exception = trial["exception"]
    return {**trial, "exception": exception and exception.strip()}


def exception_in_lower_case(trial: Trial) -> Trial:
    """Bring the exception's name into lower case."""
    exception = trial["exception"]
    return {**trial, "exception": exception and exception.lower()}


def exception_or_reward(trial: Trial) -> Trial:
    """Take no rewards from a trial that failed."""
    return trial if trial["exception"] is None else with_rewards(trial, None)


def reward_or_exception(trial: Trial) -> Trial:
    """Forget the exception of a trial that has rewards."""
    return trial if rewards_of(trial) is None else {**trial, "exception": None}


VARIANTS = (
    Variant(
        "job-groups-without-model",
        "job.groups",
        "groups are named by agent and source",
        with_each_trial(without_model),
    ),
    Variant(
        "job-groups-without-source",
        "job.groups",
        "groups are named by agent and model",
        with_each_trial(lambda trial: {**trial, "source": None}),
    ),
    Variant(
        "job-n-trials-of-all",
        "job.rewarded-trials",
        "a group counts all its trials",
        counted_trials(lambda _: True),
    ),
    Variant(
        "job-n-trials-with-a-reward",
        "job.rewarded-trials",
        "trials with empty rewards are not counted",
        counted_trials(lambda trial: bool(rewards_of(trial))),
    ),
    Variant(
        "job-n-trials-with-a-result",
        "job.rewarded-trials",
        "trials whose rewards are null are counted",
        counted_trials(lambda trial: trial.get("verifier_result") is not None),
    ),
    Variant(
        "job-exception-trimmed",
        "job.exception-stats",
        "an exception's name is trimmed",
        listed(exception_trimmed),
    ),
    Variant(
        "job-exception-in-lower-case",
        "job.exception-stats",
        "exceptions are compared in lower case",
        listed(exception_in_lower_case),
    ),
    Variant(
        "job-exception-or-reward",
        "job.reward-and-exception",
        "a trial that failed has no rewards",
        with_each_trial(exception_or_reward),
    ),
    Variant(
        "job-reward-or-exception",
        "job.reward-and-exception",
        "a trial that has rewards did not fail",
        Steps(
            stats=lambda trials: stats_of([reward_or_exception(trial) for trial in trials]),
            progress=lambda trials, table: progress_of(
                [reward_or_exception(trial) for trial in trials], table
            ),
        ),
    ),
)
