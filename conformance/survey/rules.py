"""What readers do with rewards that no operation covers: each rule is run, not only told."""

from collections.abc import Callable, Mapping, Sequence

type Rewards = Mapping[str, float]
"""The rewards of a trial by key."""

type Scores = Sequence[float | None]
"""What a reader has of each trial of a job; None where it has an error."""

type Mean = Callable[[Sequence[float]], float]

TRIAL: dict[str, Callable[[Rewards], float | None]] = {
    "reward-only": lambda rewards: rewards.get("reward"),
    "reward-or-first": lambda rewards: rewards.get("reward", next(iter(rewards.values()), None)),
    "reward-or-first-or-zero": lambda rewards: rewards.get(
        "reward", next(iter(rewards.values()), 0.0)
    ),
    "all-keys": lambda rewards: sum(rewards.values()) / len(rewards) if rewards else 0.0,
}
"""How one number is made of a trial's keys; without a rule it is that of the key ``reward``."""


def _kept(scores: Scores) -> list[float]:
    return [score for score in scores if score is not None]


JOB: dict[str, Callable[[Scores, Mean], float | None]] = {
    "errors-left-out": lambda scores, mean: mean(kept) if (kept := _kept(scores)) else 0.0,
    "errors-left-out-or-nothing": lambda scores, mean: (
        mean(kept) if (kept := _kept(scores)) else None
    ),
    "ones-only": lambda scores, mean: mean([float(score == 1) for score in scores]),
    "error-ends-job": lambda scores, mean: None if None in scores else mean(_kept(scores)),
}
"""How a job's number is made of its trials'; without a rule a trial with an error counts 0."""


def _plain_mean(values: Sequence[float]) -> float:
    total = 0.0
    for value in values:
        total += value
    return total / len(values)


SUM: dict[str, Mean] = {"plain-sum": _plain_mean}
"""How trials are added; without a rule as harbor does."""

DIGITS = {"two-digits": 2, "three-digits": 3, "four-digits": 4}
"""How many digits a number has; without a rule all."""

OUTCOME = "outcome"
"""A job's number is the score in the line of the operation ``outcome``."""
