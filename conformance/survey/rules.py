"""What readers do with rewards that no operation covers: each rule is run, not only told."""

from collections.abc import Callable, Mapping, Sequence

type Rewards = Mapping[str, float]
"""The rewards of a trial by key."""

type Scores = Sequence[float | None]
"""What a reader has of each trial of a job; None where it has an error."""

type Mean = Callable[[Sequence[float]], float | None]


def reward_only(rewards: Rewards) -> float | None:
    """Return the reward of the key ``reward``, if there is one."""
    return rewards.get("reward")


def reward_or_first(rewards: Rewards) -> float | None:
    """Return the reward of the key ``reward``, or else the first."""
    return rewards.get("reward", next(iter(rewards.values()), None))


def reward_or_first_or_zero(rewards: Rewards) -> float | None:
    """Return the reward of the key ``reward``, or else the first, or else 0."""
    return rewards.get("reward", next(iter(rewards.values()), 0.0))


def all_keys(rewards: Rewards) -> float | None:
    """Return the mean over all keys."""
    return sum(rewards.values()) / len(rewards) if rewards else 0.0


TRIAL: dict[str, Callable[[Rewards], float | None]] = {
    "reward-only": reward_only,
    "reward-or-first": reward_or_first,
    "reward-or-first-or-zero": reward_or_first_or_zero,
    "all-keys": all_keys,
}
"""How one number is made of a trial's keys; without a rule it is that of the key ``reward``."""


def errors_left_out_or_nothing(scores: Scores, mean: Mean) -> float | None:
    """Return the mean over the trials without errors, if there are any."""
    kept = [score for score in scores if score is not None]
    return mean(kept) if kept else None


def errors_left_out(scores: Scores, mean: Mean) -> float | None:
    """Return the mean over the trials without errors; 0 where there are none."""
    found = errors_left_out_or_nothing(scores, mean)
    return 0.0 if found is None else found


def error_ends_job(scores: Scores, mean: Mean) -> float | None:
    """Return the mean, or nothing where a trial has an error."""
    kept = [score for score in scores if score is not None]
    return mean(kept) if len(kept) == len(scores) else None


JOB: dict[str, Callable[[Scores, Mean], float | None]] = {
    "errors-left-out": errors_left_out,
    "errors-left-out-or-nothing": errors_left_out_or_nothing,
    "error-ends-job": error_ends_job,
}
"""How a job's number is made of its trials'; without a rule a trial with an error counts 0."""


def plain_mean(values: Sequence[float]) -> float:
    """Return the mean of a sum that is added from left to right, without a correction."""
    total = 0.0
    for value in values:
        total += value
    return total / len(values)


SUM: dict[str, Callable[[Sequence[float]], float]] = {"plain-sum": plain_mean}
"""How trials are added; without a rule as harbor does."""

DIGITS = {"two-digits": 2, "four-digits": 4}
"""How many digits a number has; without a rule all."""

OUTCOME = "outcome"
"""A job's number is the score in the line of the operation ``outcome``."""
