"""From the trials of a job to pass@k, group by group.

The steps are those of harbor/utils/pass_at_k.py.
"""

from typing import NotRequired, TypedDict

from candidates.reference.summation import total

Number = int | float


class VerifierResult(TypedDict):
    """What a verifier gave: rewards by name, or None."""

    rewards: dict[str, Number] | None


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


def pass_at_k(question: PassAtKInput) -> dict[str, dict[str, float]]:
    """Return evals key → k as text → pass@k; a group without any k is left out."""
    groups: dict[str, list[Trial]] = {}
    for trial in question["trials"]:
        groups.setdefault(evals_key(trial), []).append(trial)
    estimates = {key: _estimates_of_group(trials) for key, trials in groups.items()}
    return {key: by_k for key, by_k in estimates.items() if by_k}


def evals_key(trial: Trial) -> str:
    """Return the name of a trial's group; an empty model or source counts as none."""
    parts = [trial["agent"], trial.get("model") or "", trial.get("source") or "adhoc"]
    if not parts[1]:
        del parts[1]
    return "__".join(parts)


def _estimates_of_group(trials: list[Trial]) -> dict[str, float]:
    successes: dict[str, list[int]] = {}
    for trial in trials:
        success = success_of(trial)
        if success is None:
            return {}
        successes.setdefault(trial["task_name"], []).append(success)
    fewest = min(len(attempts) for attempts in successes.values())
    return {
        str(k): _mean_over_tasks(list(successes.values()), k) for k in eligible_k_values(fewest)
    }


def success_of(trial: Trial) -> int | None:
    """Return 1 or 0, or None where the trial switches its group off.

    No rewards count as a failure; anything but exactly one reward that equals 0 or 1
    switches the group off.
    """
    verifier_result = trial.get("verifier_result")
    rewards = None if verifier_result is None else verifier_result["rewards"]
    if rewards is None:
        return 0
    if len(rewards) != 1:
        return None
    (value,) = rewards.values()
    return int(value) if value in (0, 1) else None


def eligible_k_values(fewest: int) -> list[int]:
    """Return the powers of two from 2 and the multiples of five up to ``fewest``, ascending."""
    return [k for k in range(2, fewest + 1) if k % 5 == 0 or k & (k - 1) == 0]


def _mean_over_tasks(tasks: list[list[int]], k: int) -> float:
    estimates = [estimate(len(attempts), sum(attempts), k) for attempts in tasks]
    return total(estimates) / len(estimates)


def estimate(n: int, c: int, k: int) -> float:
    """Return the chance that k of n attempts, c of them successful, hold a success.

    The product runs from the first attempt to the k-th; another order rounds otherwise.
    """
    if n - c < k:
        return 1.0
    all_fail = 1.0
    for i in range(k):
        all_fail *= (n - c - i) / (n - i)
    return 1.0 - all_fail
