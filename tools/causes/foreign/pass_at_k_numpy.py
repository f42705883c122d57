"""pass@k with the numpy estimator of the Codex paper.

Deviations from the specified behaviour:

1. A trial without rewards (no verifier result, or null rewards) is skipped instead of counting as a failed attempt; it
   adds nothing to its task's number of attempts.
2. Only the key "reward" is read and only a value equal to 1 is a success: rewards without that key, with several
   keys, empty, or with a value other than 0 and 1 count as a success or a failure instead of disabling
   pass@k for the whole group.
3. k runs over powers of two alone: 5, 10, 15 and the other multiples of five are never there.
4. The estimator is 1 - prod(1 - k / arange(n - c + 1, n + 1)) and the tasks are averaged by numpy, which may differ
   in the last bits.
"""

from collections import defaultdict

import numpy as np


def _estimate(n, c, k):
    if n - c < k:
        return 1.0
    return 1.0 - np.prod(1.0 - k / np.arange(n - c + 1, n + 1))


def pass_at_k(case):
    groups = defaultdict(lambda: defaultdict(list))
    for trial in case["trials"]:
        parts = [trial["agent"], trial["source"] or "adhoc"]
        if trial["model"]:
            parts.insert(1, trial["model"])
        result = trial["verifier_result"]
        if result is None or result["rewards"] is None:
            continue
        passed = result["rewards"].get("reward", 0) == 1
        groups["__".join(parts)][trial["task_name"]].append(passed)

    scores = {}
    for key, tasks in groups.items():
        counts = [(len(attempts), sum(attempts)) for attempts in tasks.values()]
        limit = min(n for n, _ in counts)
        k = 2
        while k <= limit:
            mean = np.mean([_estimate(n, c, k) for n, c in counts])
            scores.setdefault(key, {})[str(k)] = float(mean)
            k *= 2
    return scores
