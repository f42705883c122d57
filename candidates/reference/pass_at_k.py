"""From the trials of a job to pass@k, group by group.

The steps are those of harbor/utils/pass_at_k.py.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NotRequired, TypedDict

from candidates.reference.metric import Aggregate, Rewards, Values, quotient
from candidates.reference.summation import Number, total


class VerifierResult(TypedDict):
    """What a verifier gave: rewards by name, or None."""

    rewards: Rewards | None


class Trial(TypedDict):
    """The members of a trial that pass@k reads."""

    task_name: str
    agent: str
    model: NotRequired[str | None]
    source: NotRequired[str | None]
    verifier_result: NotRequired[VerifierResult | None]


class PassAtKInput(TypedDict):
    """The trials of a job, in trial order."""

    trials: list[Trial]


Trials = list[Trial]
Key = Callable[[Trial], str]
Attempts = list[int]
"""1 or 0 for each attempt at a task."""
Estimates = dict[str, Number]
"""pass@k by k as text."""


def model_if_any(model: str | None) -> list[str]:
    """Return what a model adds to a key: an empty one nothing."""
    return [model] if model else []


def source_or_adhoc(source: str | None) -> list[str]:
    """Return what a source adds to a key; an empty one counts as none."""
    return [source or "adhoc"]


@dataclass(frozen=True, slots=True)
class EvalsKey:
    """The steps to the name of a trial's group: what its model and source add, joined."""

    model: Callable[[str | None], list[str]] = model_if_any
    source: Callable[[str | None], list[str]] = source_or_adhoc
    join: Callable[[list[str]], str] = "__".join

    def __call__(self, trial: Trial) -> str:
        """Return the name of a trial's group."""
        model, source = self.model(trial.get("model")), self.source(trial.get("source"))
        return self.join([trial["agent"], *model, *source])


evals_key = EvalsKey()


def grouped(trials: Trials, key: Key) -> dict[str, Trials]:
    """Return the trials of each key, in the order of its first trial."""
    groups: dict[str, Trials] = {}
    for trial in trials:
        groups.setdefault(key(trial), []).append(trial)
    return groups


def rewards_of(trial: Trial) -> Rewards | None:
    """Return a trial's rewards, None where its verifier gave none."""
    verifier_result = trial.get("verifier_result")
    return None if verifier_result is None else verifier_result["rewards"]


def only_value(rewards: Rewards) -> Number | None:
    """Return the value of the one reward there is, None where there is none or several."""
    return next(iter(rewards.values())) if len(rewards) == 1 else None


def binary(value: Number) -> int | None:
    """Return 1 or 0 for what equals it, None for any other number."""
    return int(value) if value in (0, 1) else None


@dataclass(frozen=True, slots=True)
class Success:
    """The steps from a trial to a success or a failure."""

    rewards: Callable[[Trial], Rewards | None] = rewards_of
    value: Callable[[Rewards], Number | None] = only_value
    binary: Callable[[Number], int | None] = binary

    def __call__(self, trial: Trial) -> int | None:
        """Return 1 or 0, or None where the trial switches its group off.

        No rewards count as a failure; anything but exactly one reward that equals 0 or 1
        switches the group off.
        """
        rewards = self.rewards(trial)
        if rewards is None:
            return 0
        value = self.value(rewards)
        return None if value is None else self.binary(value)


def task_name(trial: Trial) -> str:
    """Return what the attempts at one task have in common."""
    return trial["task_name"]


def eligible_k_values(fewest: int) -> list[int]:
    """Return the powers of two from 2 and the multiples of five up to ``fewest``, ascending."""
    return [k for k in range(2, fewest + 1) if k % 5 == 0 or k & (k - 1) == 0]


def estimate(n: int, c: int, k: int) -> Number:
    """Return the chance that k of n attempts, c of them successful, hold a success.

    The product runs from the first attempt to the k-th; another order rounds otherwise.
    """
    if n - c < k:
        return 1.0
    all_fail = 1.0
    for i in range(k):
        all_fail *= (n - c - i) / (n - i)
    return 1.0 - all_fail


@dataclass(frozen=True, slots=True)
class Average:
    """The steps from the attempts at each task to the mean of the tasks' estimates."""

    estimate: Callable[[int, int, int], Number] = estimate
    sum: Aggregate = total
    mean: Callable[[Values, Aggregate], Number] = quotient

    def __call__(self, tasks: list[Attempts], k: int) -> Number:
        """Return the pass@k of a group."""
        estimates = [self.estimate(len(attempts), sum(attempts), k) for attempts in tasks]
        return self.mean(estimates, self.sum)


def with_estimates(groups: dict[str, Estimates]) -> dict[str, Estimates]:
    """Leave out the groups that have no k."""
    return {key: estimates for key, estimates in groups.items() if estimates}


@dataclass(frozen=True, slots=True)
class PassAtK:
    """The steps from trials to estimates.

    Trials are grouped by ``key``, and within a group by ``task``. ``fewest`` is the number of
    attempts that decides on the ``k_values`` of a group, and ``present`` keeps the groups
    that the result has.
    """

    key: Key = evals_key
    groups: Callable[[Trials, Key], dict[str, Trials]] = grouped
    success: Callable[[Trial], int | None] = field(default_factory=Success)
    task: Callable[[Trial], str] = task_name
    fewest: Callable[[Sequence[int]], int] = min
    k_values: Callable[[int], list[int]] = eligible_k_values
    average: Callable[[list[Attempts], int], Number] = field(default_factory=Average)
    present: Callable[[dict[str, Estimates]], dict[str, Estimates]] = with_estimates

    def __call__(self, case: PassAtKInput) -> dict[str, Estimates]:
        """Return evals key → k as text → pass@k; a group without any k is left out."""
        groups = self.groups(case["trials"], self.key)
        return self.present({key: self._of_group(trials) for key, trials in groups.items()})

    def _of_group(self, trials: Trials) -> Estimates:
        tasks: dict[str, Attempts] = {}
        for trial in trials:
            success = self.success(trial)
            if success is None:
                return {}
            tasks.setdefault(self.task(trial), []).append(success)
        attempts = list(tasks.values())
        fewest = self.fewest([len(each) for each in attempts])
        return {str(k): self.average(attempts, k) for k in self.k_values(fewest)}


pass_at_k = PassAtK()
