"""From trials to pass@k: section 4 of spec/000."""

from typing import Any

from candidates.spec_000.metrics import mean

type Trial = dict[str, Any]


def pass_at_k(case: dict[str, Any]) -> dict[str, dict[str, float]]:
    """Return, for each group of trials that has any, k as text and pass@k."""
    groups: dict[str, list[Trial]] = {}
    for trial in case["trials"]:
        groups.setdefault(evals_key(trial), []).append(trial)
    found = {key: _of_group(trials) for key, trials in groups.items()}
    return {key: by_k for key, by_k in found.items() if by_k}


def evals_key(trial: Trial) -> str:
    """Return agent, model where it is set, and dataset."""
    dataset = trial.get("source") or "adhoc"
    if trial.get("model"):
        return f"{trial['agent']}__{trial['model']}__{dataset}"
    return f"{trial['agent']}__{dataset}"


def k_values(fewest: int) -> list[int]:
    """Return the powers of two from 2 and the multiples of five, up to the fewest attempts."""
    powers = {2**exponent for exponent in range(1, fewest.bit_length())}
    return sorted(k for k in powers | set(range(5, fewest + 1, 5)) if k <= fewest)


def estimate(n: int, c: int, k: int) -> float:
    """Return 1 - C(n - c, k) / C(n, k) for c successes of n attempts."""
    if n - c < k:
        return 1.0
    product = 1.0
    for i in range(k):
        product *= (n - c - i) / (n - i)
    return 1.0 - product


def _of_group(trials: list[Trial]) -> dict[str, float]:
    tasks: dict[str, list[int]] = {}
    for trial in trials:
        success = _success(trial.get("verifier_result"))
        if success is None:
            return {}
        tasks.setdefault(trial["task_name"], []).append(success)
    fewest = min(len(attempts) for attempts in tasks.values())
    return {
        str(k): mean([estimate(len(attempts), sum(attempts), k) for attempts in tasks.values()])
        for k in k_values(fewest)
    }


def _success(result: dict[str, Any] | None) -> int | None:
    """Return 1 or 0, or None for rewards that leave the group without pass@k."""
    rewards = None if result is None else result["rewards"]
    if rewards is None:
        return 0
    if len(rewards) != 1:
        return None
    (value,) = rewards.values()
    return int(value) if value in (0, 1) else None
