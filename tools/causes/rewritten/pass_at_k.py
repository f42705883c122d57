"""pass@k of each group of trials."""

from typing import Any


def key_of(trial: dict[str, Any]) -> str:
    """Return the key of a trial's group."""
    agent = trial["agent"]
    model = trial.get("model") or ""
    source = trial.get("source") or "adhoc"
    return f"{agent}__{model}__{source}" if model else f"{agent}__{source}"


def pass_at_k(case: dict[str, Any]) -> dict[str, dict[str, float]]:
    """Return pass@k by group and k."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for trial in case["trials"]:
        groups.setdefault(key_of(trial), []).append(trial)
    table = {}
    for key, trials in groups.items():
        by_k = of_group(trials)
        if by_k:
            table[key] = by_k
    return table


def of_group(trials: list[dict[str, Any]]) -> dict[str, float]:
    """Return pass@k of one group, by k."""
    tasks: dict[str, list[int]] = {}
    for trial in trials:
        outcome = passed(trial)
        if outcome is None:
            return {}
        tasks.setdefault(trial["task_name"], []).append(outcome)
    counts = [(len(each), sum(each)) for each in tasks.values()]
    if not counts:
        return {}
    most = min(n for n, _ in counts)
    return {str(k): sum(chance(n, c, k) for n, c in counts) / len(counts) for k in ks(most)}


def passed(trial: dict[str, Any]) -> int | None:
    """Return 1 or 0, None where the group has no pass@k."""
    result = trial.get("verifier_result")
    if result is None or result["rewards"] is None:
        return 0
    values = list(result["rewards"].values())
    if len(values) != 1 or values[0] not in (0, 1):
        return None
    return int(values[0])


def ks(most: int) -> list[int]:
    """Return the ks of a group."""
    chosen = []
    for k in range(2, most + 1):
        if k % 5 == 0 or k in (2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096):
            chosen.append(k)
    return chosen


def chance(n: int, c: int, k: int) -> float:
    """Return the chance of a success in k of n attempts."""
    failed = n - c
    if failed < k:
        return 1.0
    none = 1.0
    for i in range(k):
        none *= (failed - i) / (n - i)
    return 1.0 - none
