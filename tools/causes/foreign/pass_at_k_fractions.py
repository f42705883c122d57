"""pass@k in exact arithmetic.

Deviations from the specified behaviour:

1. A trial without rewards (no verifier result, or null rewards) disables pass@k for its whole group, as rewards that are not
   exactly one key do, instead of counting as a failed attempt.
2. k = 1 is reported too, because 1 passes as a power of two.
3. A group without pass@k appears in the result with {} instead of being left out.
4. pass@k of each task and the mean over tasks are exact fractions, rounded to a float once at the end, which may
   differ in the last bits.
"""

from fractions import Fraction
from math import comb


def _successes(trials):
    """Successes by task, or None where the rewards are not binary."""
    tasks = {}
    for trial in trials:
        rewards = (trial["verifier_result"] or {}).get("rewards") or {}
        if len(rewards) != 1:
            return None
        (value,) = rewards.values()
        if value not in (0, 1):
            return None
        tasks.setdefault(trial["task_name"], []).append(int(value))
    return tasks


def _scores(tasks):
    if not tasks:
        return {}
    limit = min(map(len, tasks.values()))
    scores = {}
    for k in range(1, limit + 1):
        if k & (k - 1) and k % 5:
            continue
        per_task = [1 - Fraction(comb(len(s) - sum(s), k), comb(len(s), k)) for s in tasks.values()]
        scores[str(k)] = float(sum(per_task) / len(per_task))
    return scores


def pass_at_k(case):
    groups = {}
    for trial in case["trials"]:
        agent, model, dataset = trial["agent"], trial["model"], trial["source"] or "adhoc"
        key = f"{agent}__{model}__{dataset}" if model else f"{agent}__{dataset}"
        groups.setdefault(key, []).append(trial)
    return {key: _scores(_successes(trials)) for key, trials in groups.items()}
