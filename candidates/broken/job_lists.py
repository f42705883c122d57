"""Wrong ways to list the trials of a job under their rewards."""

import math
from collections.abc import Callable, Sequence

from candidates.broken.job_steps import Steps, Tree, listed, with_groups, with_rewards
from candidates.broken.variant import Variant
from candidates.reference.harbor_json import Json, Members, number_text
from candidates.reference.job import RewardGroup, Stats, stats_of
from candidates.reference.job_trial import Number, Trial, rewards_of
from candidates.reference.pass_at_k import evals_key


def first_reward(trial: Trial) -> Trial:
    """Keep the first of the rewards."""
    rewards = rewards_of(trial)
    return with_rewards(trial, rewards and dict([next(iter(rewards.items()))]))


def positive_rewards(trial: Trial) -> Trial:
    """Keep the rewards that are not 0."""
    rewards = rewards_of(trial)
    return with_rewards(trial, rewards and {n: v for n, v in rewards.items() if v})


def as_floats(trial: Trial) -> Trial:
    """Hold all rewards in floats."""
    rewards = rewards_of(trial)
    return with_rewards(trial, rewards and {n: float(v) for n, v in rewards.items()})


def grouped(
    alike: Callable[[Number], object], kept: Callable[[RewardGroup, RewardGroup], Number]
) -> Steps:
    """Make a candidate that tells rewards apart in another way.

    ``kept`` returns the value that names a list to which another is added.
    """

    def regroup(rewards: Sequence[tuple[Number, str]]) -> list[RewardGroup]:
        groups: dict[object, RewardGroup] = {}
        for value, trial_name in rewards:
            new = RewardGroup(value, [trial_name])
            if group := groups.get(alike(value)):
                group.value = kept(group, new)
                group.trial_names.append(trial_name)
            else:
                groups[alike(value)] = new
        return list(groups.values())

    def stats(trials: Sequence[Trial]) -> Stats:
        made = stats_of(trials)
        for key, evals in made.evals.items():
            for name in evals.rewards:
                evals.rewards[name] = regroup(
                    [
                        (rewards[name], trial["trial_name"])
                        for trial in trials
                        if evals_key(trial) == key
                        and (rewards := rewards_of(trial))
                        and name in rewards
                    ]
                )
        return made

    return Steps(stats=stats)


def first_name(group: RewardGroup, _: RewardGroup) -> Number:
    """Name a list after its first value."""
    return group.value


def last_name(_: RewardGroup, new: RewardGroup) -> Number:
    """Name a list after its last value."""
    return new.value


def equal_or_nan(value: Number) -> object:
    """Take one nan for another."""
    return "nan" if math.isnan(value) else value


def own_nan(value: Number) -> object:
    """Tell nans apart, whatever objects they are."""
    return object() if math.isnan(value) else value


def renamed(name: Callable[[str], str]) -> Steps:
    """Make a candidate that names the lists of values in another way."""

    def changed(group: Tree) -> Tree:
        by_reward = group["reward_stats"]
        kept: Tree = {}
        for reward, lists in by_reward.items() if isinstance(by_reward, dict) else ():
            pairs: list[tuple[str, Json]] = lists.pairs if isinstance(lists, Members) else []
            kept[reward] = Members([(name(value), trials) for value, trials in pairs])
        return {**group, "reward_stats": kept}

    return with_groups(changed)


def as_value(text: str) -> str:
    """Write a number as a name as it is written as a value."""
    return text if text.lstrip("-").isdecimal() else number_text(float(text))


def whole_without_point(text: str) -> str:
    """Write a whole float as an integer, as JavaScript does."""
    return text.removesuffix(".0")


VARIANTS = (
    Variant(
        "job-first-reward-listed",
        "job.reward-stats",
        "a trial is listed under its first reward alone",
        listed(first_reward),
    ),
    Variant(
        "job-rewards-of-0-not-listed",
        "job.reward-stats",
        "a reward of 0 is taken for none",
        listed(positive_rewards),
    ),
    Variant(
        "job-values-apart-by-text",
        "job.equal-rewards",
        "1 and 1.0 have a list each",
        grouped(lambda value: object() if math.isnan(value) else str(value), first_name),
    ),
    Variant(
        "job-lists-named-by-last",
        "job.equal-rewards",
        "a list is named after the last of its values",
        grouped(own_nan, last_name),
    ),
    Variant(
        "job-values-as-floats",
        "job.equal-rewards",
        "integers become floats",
        listed(as_floats),
    ),
    Variant(
        "job-values-nearly-equal",
        "job.equal-rewards",
        "an integer is compared as a float",
        grouped(lambda value: object() if math.isnan(value) else float(value), first_name),
    ),
    Variant(
        "job-one-nan",
        "job.nan-rewards",
        "all nans share a list",
        grouped(equal_or_nan, first_name),
    ),
    Variant(
        "job-value-names-as-values",
        "job.reward-names",
        "a number as a name is written as one as a value",
        renamed(as_value),
    ),
    Variant(
        "job-whole-names-without-point",
        "job.reward-names",
        "a whole float loses its point",
        renamed(whole_without_point),
    ),
    Variant(
        "job-infinity-spelled-out",
        "job.reward-names",
        "an infinity has its long name",
        renamed(lambda text: text.replace("inf", "Infinity")),
    ),
)
