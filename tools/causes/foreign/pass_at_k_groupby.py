"""pass@k by pandas groupby.

Deviations from the specified behaviour:

1. Trials whose model is null disappear: groupby drops groups with a missing key, so such groups have no pass@k.
2. An empty model still has a place in the evals key ("agent____dataset" instead of "agent__dataset").
3. Multiples of five stop below the smallest number of attempts: k = 5 is missing if that is exactly 5, 10 if it is
   exactly 10, and so on.
4. Groups are by agent, model and source, not by the evals key made of them: where two groups have the same key (because a
   name contains "__"), they are not merged, and the later one in sorted order replaces the earlier.
5. The estimator is 1 - comb(n - c, k) / comb(n, k), and the tasks are averaged by pandas in sorted order, which may
   differ in the last bits.
6. A name with a lone surrogate is a UnicodeEncodeError (columns of text are stored as UTF-8 where pyarrow is
   installed).
"""

from math import comb

import pandas as pd


def _k_values(limit):
    ks = set(range(5, limit, 5))
    k = 2
    while k <= limit:
        ks.add(k)
        k *= 2
    return sorted(ks)


def pass_at_k(case):
    rows = []
    for trial in case["trials"]:
        rewards = trial["verifier_result"] and trial["verifier_result"]["rewards"]
        if rewards is None:
            rewards = {"reward": 0}
        row = {
            "agent": trial["agent"],
            "model": trial["model"],
            "source": trial["source"] or "adhoc",
        }
        row["task"] = trial["task_name"]
        row["binary"] = len(rewards) == 1 and all(value in (0, 1) for value in rewards.values())
        row["passed"] = 1 in rewards.values()
        rows.append(row)
    if not rows:
        return {}

    scores = {}
    for (agent, model, source), group in pd.DataFrame(rows).groupby(["agent", "model", "source"]):
        if not group["binary"].all():
            continue
        tasks = group.groupby("task")["passed"].agg(["size", "sum"])
        by_k = {}
        for k in _k_values(int(tasks["size"].min())):
            per_task = [
                1 - comb(int(n - c), k) / comb(int(n), k)
                for n, c in zip(tasks["size"], tasks["sum"])
            ]
            by_k[str(k)] = float(pd.Series(per_task).mean())
        if by_k:
            scores[f"{agent}__{model}__{source}"] = by_k
    return scores
