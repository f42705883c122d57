"""Other ways to list the trials of a job under their rewards."""

import math
from collections.abc import Callable, Hashable

from candidates.deviations.deviation import Changes, Deviation, Parameter, after, before, instead
from candidates.deviations.job.trials import in_group, with_rewards
from candidates.reference.harbor_json import number_text
from candidates.reference.job_trial import Number, Rewards, Trial, rewards_of


def _listed(change: Callable[[Rewards], Rewards]) -> Changes:
    """Return the change of the rewards that a trial is listed under."""

    def changed(trial: Trial) -> Trial:
        rewards = rewards_of(trial)
        return with_rewards(trial, rewards and change(rewards))

    return before({"stats.evals.reward_stats": in_group(changed)})


def _first_reward(rewards: Rewards) -> Rewards:
    return dict([next(iter(rewards.items()))])


def _positive_rewards(rewards: Rewards) -> Rewards:
    return {name: value for name, value in rewards.items() if value}


def _as_floats(rewards: Rewards) -> Rewards:
    return {name: float(value) for name, value in rewards.items()}


def _sharing(common: Callable[[Number], Hashable]) -> Changes:
    """Return the change to what rewards that share a list have in common; nans have nothing."""
    return instead({"stats.evals.reward_stats.alike": _unless_nan(common)})


def _unless_nan(common: Callable[[Number], Hashable]) -> Callable[[Number], Hashable]:
    """Refuse, as math.isnan does, integers that binary64 cannot hold."""
    return lambda value: object() if math.isnan(value) else common(value)


def _equal_or_nan(value: Number) -> Hashable:
    return "nan" if math.isnan(value) else value


def _infinity_named(name: str) -> Changes:
    return after({"text.number_name": lambda text: text.replace("inf", name)})


DEVIATIONS = (
    Deviation(
        "job-first-reward-listed",
        "job.reward-stats",
        "a trial is listed under its first reward alone",
        _listed(_first_reward),
    ),
    Deviation(
        "job-rewards-of-0-not-listed",
        "job.reward-stats",
        "a reward of 0 is taken for none",
        _listed(_positive_rewards),
    ),
    Deviation(
        "job-values-apart-by-text",
        "job.equal-rewards",
        "1 and 1.0 have a list each",
        _sharing(str),
    ),
    Deviation(
        "job-lists-named-by-last",
        "job.equal-rewards",
        "a list is named after the last of its values",
        _sharing(lambda value: value)
        + instead({"stats.evals.reward_stats.name": lambda _, later: later}),
    ),
    Deviation(
        "job-values-as-floats",
        "job.equal-rewards",
        "integers become floats",
        _listed(_as_floats),
    ),
    Deviation(
        "job-values-nearly-equal",
        "job.equal-rewards",
        "an integer is compared as a float",
        _sharing(float),
    ),
    Deviation(
        "job-one-nan",
        "job.nan-rewards",
        "all nans share a list",
        instead({"stats.evals.reward_stats.alike": _equal_or_nan}),
    ),
    Deviation(
        "job-value-names-as-values",
        "job.reward-names",
        "a number as a name is written as one as a value",
        instead({"text.number_name": number_text}),
    ),
    Deviation(
        "job-whole-names-without-point",
        "job.reward-names",
        "a whole float loses its point",
        after({"text.number_name": lambda text: text.removesuffix(".0")}),
    ),
    Deviation(
        "job-infinity-spelled-out",
        "job.reward-names",
        "an infinity has its long name",
        parameter=Parameter("name", "Infinity", str, _infinity_named),
    ),
)
"""Each breaks one clause about the lists of trials by reward."""
