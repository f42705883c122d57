"""Other ways to list the trials of a job under their rewards."""

import math
from collections.abc import Callable, Hashable

from candidates.deviations.deviation import (
    Changes,
    Deviation,
    Parameter,
    after,
    before,
    family,
    instead,
)
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
    family(
        "job-reward-stats",
        "job.reward-stats",
        "{}",
        {
            "first-reward": (
                "a trial is listed under its first reward only",
                _listed(_first_reward),
            ),
            "no-zeros": ("rewards of 0 are not listed", _listed(_positive_rewards)),
            "by-text": ("1 and 1.0 have separate lists", _sharing(str), "job.equal-rewards"),
            "named-by-last": (
                "a list is named after the last of its values",
                _sharing(lambda value: value)
                + instead({"stats.evals.reward_stats.name": lambda _, later: later}),
                "job.equal-rewards",
            ),
            "as-floats": (
                "integers are listed as floats",
                _listed(_as_floats),
                "job.equal-rewards",
            ),
            "nearly-equal": (
                "integers are compared as floats",
                _sharing(float),
                "job.equal-rewards",
            ),
            "one-nan": (
                "all nans share a list",
                instead({"stats.evals.reward_stats.alike": _equal_or_nan}),
                "job.nan-rewards",
            ),
        },
        advice="List a trial under each of its rewards, in a list for each value; equal"
        " numbers share one, named after the first.",
    ),
    family(
        "job-reward-names",
        "job.reward-names",
        "a value's list is named {}",
        {
            "as-value": ("as the value is written", instead({"text.number_name": number_text})),
            "without-point": (
                "without the point of a whole float",
                after({"text.number_name": lambda text: text.removesuffix(".0")}),
            ),
        },
        advice="Name a list by str() of the number.",
    ),
    Deviation(
        "job-infinity-spelled-out",
        "job.reward-names",
        "the list of an infinity is named {}",
        parameter=Parameter("name", "Infinity", str, _infinity_named),
        advice="Name a list by str() of the number.",
    ),
)
"""Each breaks one clause about the lists of trials by reward."""
