"""A trial as it is submitted: whether it is uploaded, its reward, and whether it passes.

The steps are those of harbor/upload/uploader.py and of both files of harbor/leaderboard.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypedDict

from candidates.reference.metric import Rewards
from candidates.reference.pass_at_k import VerifierResult
from candidates.reference.summation import Number


class Configuration(TypedDict):
    """The task of a trial, None for one of a local folder, and the settings that it changes."""

    task: str | None
    ref: str | None
    settings: dict[str, int]


class Submitted(TypedDict):
    """A trial; ``verdict`` is kept of its analysis, which maps criteria to outcomes."""

    trial_name: str
    task_name: str
    configuration: Configuration | None
    verifier_result: VerifierResult | None
    exception: str | None
    finished: bool
    trajectory: bool
    verdict: str | None
    analysis: dict[str, str] | None


class LeaderboardInput(TypedDict):
    """The tasks of the dataset with their digests, and the submitted trials."""

    tasks: dict[str, str]
    trials: list[Submitted]


type Rows = list[Submitted]


def rewards_if_any(trial: Submitted) -> Rewards | None:
    """Return a trial's rewards; None where there are none at all."""
    result = trial["verifier_result"]
    return (result["rewards"] or None) if result is not None else None


def primary(rewards: Rewards) -> Number:
    """Return the value of the key ``reward`` or, without it, the first value."""
    return rewards["reward"] if "reward" in rewards else next(iter(rewards.values()))


def is_sent(trial: Submitted) -> bool:
    """Return whether JSON has a form for all that is uploaded of a trial.

    It has none for nan, infinities, integers of more than 4300 digits and lone surrogates.
    """
    names = ("trial_name", "task_name", "configuration", "verifier_result", "exception")
    row = [trial[name] for name in names]  # type: ignore[literal-required] # the names above
    try:
        json.dumps(row, ensure_ascii=False, allow_nan=False).encode()
    except ValueError:
        return False
    return True


def is_one(reward: float) -> bool:
    """Return whether a reward is that of a pass."""
    return reward == 1


def is_readable(trial: Submitted) -> bool:
    """Return whether the hub has a configuration of the trial."""
    return trial["configuration"] is not None


@dataclass(frozen=True, slots=True)
class TrialRules:
    """The facts about one trial: its reward, and whether it is complete and passes."""

    primary: Callable[[Rewards], Number | None] = primary
    one: Callable[[float], bool] = is_one
    counts_as_failed: Callable[[Submitted], bool] = lambda trial: trial["exception"] is not None
    readable: Callable[[Submitted], bool] = is_readable
    finished: Callable[[Submitted], bool] = lambda trial: trial["finished"]

    def sent(self, trial: Submitted) -> Number | None:
        """Return the reward that is reported of the upload."""
        rewards = rewards_if_any(trial)
        return None if rewards is None else self.primary(rewards)

    def reward(self, trial: Submitted) -> float | None:
        """Return the reward as a float; raises OverflowError beyond binary64."""
        value = self.sent(trial)
        return None if value is None else float(value)

    def has_result(self, trial: Submitted) -> bool:
        """Return whether a trial has finished with an exception or a reward."""
        if not self.finished(trial):
            return False
        return self.counts_as_failed(trial) or self.reward(trial) is not None

    def completed(self, trial: Submitted) -> bool:
        """Return whether a trial counts in the accuracy."""
        return self.readable(trial) and self.has_result(trial)

    def passes(self, trial: Submitted) -> bool:
        """Return whether a trial passes: without an exception, and with a reward of 1."""
        if self.counts_as_failed(trial):
            return False
        reward = self.reward(trial)
        return reward is not None and self.one(reward)


def is_blank(text: str | None) -> bool:
    """Return whether a text is absent or has nothing but white space."""
    return text is None or not text.strip()


def share_of(passed: int, of: int) -> float | None:
    """Return the quotient; None of nothing."""
    return passed / of if of else None
