"""pass@k in replaceable steps: a broken candidate replaces one and keeps the reference's others."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from candidates.reference.pass_at_k import eligible_k_values, estimate, evals_key
from candidates.reference.pass_at_k import success_of as success
from candidates.reference.summation import total

type Trial = dict[str, Any]
type Question = dict[str, list[Trial]]
type Estimates = dict[str, float]
type Formula = Callable[[int, int, int], float]


def rewards_of(trial: Trial) -> dict[str, Any] | None:
    """Return a trial's rewards, None where there are none to read."""
    result = trial["verifier_result"]
    return None if result is None else result["rewards"]


def task_name(trial: Trial) -> str:
    """Return what the attempts at one task have in common."""
    return str(trial["task_name"])


def k_of_fewest(counts: list[int]) -> list[int]:
    """Return the k of a group whose tasks have these numbers of attempts."""
    return eligible_k_values(min(counts))


def mean(estimates: list[float]) -> float:
    """Return the mean over tasks."""
    return total(estimates) / len(estimates)


def by_counts(formula: Formula) -> Callable[[list[int], int], float]:
    """Make a step of a formula of n, c and k."""
    return lambda attempts, k: formula(len(attempts), sum(attempts), k)


estimate_of_task = by_counts(estimate)
"""The reference's estimate of the attempts at one task."""


@dataclass(frozen=True)
class Steps:
    """The steps from trials to estimates; as they are, they give what the reference gives."""

    key: Callable[[Any], str] = evals_key
    success: Callable[[Any], int | None] = success
    task: Callable[[Trial], str] = task_name
    k_values: Callable[[list[int]], list[int]] = k_of_fewest
    estimate: Callable[[list[int], int], float] = estimate_of_task
    mean: Callable[[list[float]], float] = mean

    def __call__(self, question: Question) -> dict[str, Estimates]:
        """Return evals key → k as text → pass@k."""
        groups: dict[str, list[Trial]] = {}
        for trial in question["trials"]:
            groups.setdefault(self.key(trial), []).append(trial)
        estimates = {key: self.of_group(trials) for key, trials in groups.items()}
        return {key: by_k for key, by_k in estimates.items() if by_k}

    def of_group(self, trials: list[Trial]) -> Estimates:
        """Return k as text → pass@k of the trials of one group."""
        tasks: dict[str, list[int]] = {}
        for trial in trials:
            success = self.success(trial)
            if success is None:
                return {}
            tasks.setdefault(self.task(trial), []).append(success)
        return self.of_tasks(list(tasks.values()))

    def of_tasks(self, tasks: list[list[int]]) -> Estimates:
        """Return k as text → pass@k of the attempts at each task; no attempts, no k."""
        counts = [len(attempts) for attempts in tasks]
        return {
            str(k): self.mean([self.estimate(attempts, k) for attempts in tasks])
            for k in (self.k_values(counts) if counts else ())
        }
