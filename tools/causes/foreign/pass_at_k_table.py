"""pass@k for a fixed table of k.

Deviations from the specified behaviour:

1. k is one of 2, 4, 5, 8, 10, 16, 20 and 32: 15, 25, 30 and everything above 32 is never there.
2. k is not bounded by the task with the fewest attempts: for each k, the tasks with fewer than k attempts are left out
   of the mean, and k is reported if any task has that many.
3. A trial adds int(value) successes: values other than 0 and 1 do not disable pass@k; 0.5 counts as 0, 1.5 as one
   success, 2 as two, -1 as minus one. nan is a ValueError, inf and -inf are an OverflowError, for the whole call.
4. Rewards that are an empty object count as a failed attempt instead of disabling pass@k for the group (several keys
   do disable it).
"""

from collections import defaultdict

K_VALUES = (2, 4, 5, 8, 10, 16, 20, 32)


def _estimate(n, c, k):
    if n - c < k:
        return 1.0
    failing = 1.0
    for i in range(k):
        failing *= (n - c - i) / (n - i)
    return 1.0 - failing


def _evals_key(trial):
    names = [trial["agent"], trial["model"], trial["source"] or "adhoc"]
    if not names[1]:
        del names[1]
    return "__".join(names)


def pass_at_k(case):
    groups = defaultdict(lambda: defaultdict(list))
    disabled = set()
    for trial in case["trials"]:
        key = _evals_key(trial)
        result = trial["verifier_result"] or {}
        rewards = result.get("rewards") or {}
        if len(rewards) > 1:
            disabled.add(key)
            continue
        value = next(iter(rewards.values()), 0)
        groups[key][trial["task_name"]].append(int(value))

    out = {}
    for key, tasks in groups.items():
        if key in disabled:
            continue
        scores = {}
        for k in K_VALUES:
            values = [_estimate(len(s), sum(s), k) for s in tasks.values() if len(s) >= k]
            if values:
                scores[str(k)] = sum(values) / len(values)
        if scores:
            out[key] = scores
    return out
