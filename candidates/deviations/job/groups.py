"""Other ways to group the trials of a job, and to count them in their groups."""

from collections.abc import Callable

from candidates.deviations.deviation import Changes, Deviation, before, family, instead
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
    family(
        "job-n-trials",
        "job.rewarded-trials",
        "n_trials counts {}",
        {
            "all": ("all trials of a group", _counting(lambda _: True)),
            "with-keys": (
                "trials with a reward key",
                _counting(lambda trial: bool(rewards_of(trial))),
            ),
            "with-results": (
                "trials with a verifier result",
                _counting(lambda trial: trial.get("verifier_result") is not None),
            ),
        },
        advice="Count the trials whose rewards are not null.",
    ),
    Deviation(
        "job-exception-in-lower-case",
        "job.exception-stats",
        "exceptions are compared in lower case",
        _exceptions_named(str.lower),
        advice="List a trial under the unchanged name of its exception.",
    ),
    family(
        "job-reward-or-exception",
        "job.reward-and-exception",
        "a trial with both is listed {}",
        {
            "by-exception": ("under its exception only", with_each_trial(_exception_or_reward)),
            "by-reward": ("under its rewards only", with_each_trial(_reward_or_exception)),
        },
        advice="List a trial with rewards and an exception under both.",
    ),
)
"""Each breaks one clause about groups."""
