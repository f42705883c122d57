"""pass@k as the share of tasks that are solved within k attempts.

Deviations from the specified behaviour:

1. pass@k of a task is 1 if one of its first k attempts, in trial order, succeeds and 0 otherwise, instead of the
   unbiased estimator over all its attempts.
2. The evals key always has a model: a model that is null gives "agent__None__dataset" and an empty one
   "agent____dataset", instead of "agent__dataset".
3. A trial with several keys, with none, or with a value other than 0 and 1 is skipped, adding nothing to its task's
   attempts, instead of disabling pass@k for the whole group.
"""

from collections import OrderedDict


def _ks(n):
    powers = {2**e for e in range(1, n.bit_length() + 1)}
    fives = set(range(5, n + 1, 5))
    return sorted(k for k in powers | fives if k <= n)


def pass_at_k(case):
    evals = OrderedDict()
    for trial in case["trials"]:
        key = "{}__{}__{}".format(trial["agent"], trial["model"], trial["source"] or "adhoc")
        verdict = trial["verifier_result"]
        if verdict is None or verdict["rewards"] is None:
            solved = False
        else:
            values = list(verdict["rewards"].values())
            if len(values) != 1 or values[0] not in (0, 1):
                continue
            solved = values[0] == 1
        evals.setdefault(key, OrderedDict()).setdefault(trial["task_name"], []).append(solved)

    report = {}
    for key, tasks in evals.items():
        attempts = list(tasks.values())
        ks = _ks(min(len(a) for a in attempts))
        if ks:
            report[key] = {str(k): sum(any(a[:k]) for a in attempts) / len(attempts) for k in ks}
    return report
