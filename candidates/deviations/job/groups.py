"""Other ways to group the trials of a job, and to count them in their groups."""

from collections.abc import Callable

from candidates.deviations.deviation import Changes, Deviation, before, instead
from candidates.deviations.job.trials import in_group, with_each_trial, with_rewards
from candidates.reference.job_trial import Trial, rewards_of


def _counting(counts: Callable[[Trial], bool]) -> Changes:
    return instead({"stats.evals.n_trials": lambda group: sum(map(counts, group.trials))})


def _exceptions_named(rename: Callable[[str], str]) -> Changes:
    def renamed(trial: Trial) -> Trial:
        exception = trial["exception"]
        return {**trial, "exception": exception and rename(exception)}

    return before({"stats.evals.exception_stats": in_group(renamed)})


def _exception_or_reward(trial: Trial) -> Trial:
    return trial if trial["exception"] is None else with_rewards(trial, None)


def _reward_or_exception(trial: Trial) -> Trial:
    return trial if rewards_of(trial) is None else {**trial, "exception": None}


DEVIATIONS = (
    Deviation(
        "job-groups-without-model",
        "job.groups",
        "groups are named by agent and source",
        with_each_trial(lambda trial: {**trial, "model": None}),
    ),
    Deviation(
        "job-groups-without-source",
        "job.groups",
        "groups are named by agent and model",
        with_each_trial(lambda trial: {**trial, "source": None}),
    ),
    Deviation(
        "job-n-trials-of-all",
        "job.rewarded-trials",
        "a group counts all its trials",
        _counting(lambda _: True),
    ),
    Deviation(
        "job-n-trials-with-a-reward",
        "job.rewarded-trials",
        "trials with empty rewards are not counted",
        _counting(lambda trial: bool(rewards_of(trial))),
    ),
    Deviation(
        "job-n-trials-with-a-result",
        "job.rewarded-trials",
        "trials whose rewards are null are counted",
        _counting(lambda trial: trial.get("verifier_result") is not None),
    ),
    Deviation(
        "job-exception-trimmed",
        "job.exception-stats",
        "an exception's name is trimmed",
        _exceptions_named(str.strip),
    ),
    Deviation(
        "job-exception-in-lower-case",
        "job.exception-stats",
        "exceptions are compared in lower case",
        _exceptions_named(str.lower),
    ),
    Deviation(
        "job-exception-or-reward",
        "job.reward-and-exception",
        "a trial that failed has no rewards",
        with_each_trial(_exception_or_reward),
    ),
    Deviation(
        "job-reward-or-exception",
        "job.reward-and-exception",
        "a trial that has rewards did not fail",
        with_each_trial(_reward_or_exception),
    ),
)
"""Each breaks one clause about groups."""
