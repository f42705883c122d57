"""Outcome line of a job, averaged group by group.

Deviations from the specified behaviour:

1. The score is the mean of the groups' means (each entry of evals that has values is one sample), instead of one flat mean
   over all metric values of all groups.
2. resolved is floor(score * total + 0.5), so halves round up instead of to even.
3. total is n_total_trials alone: if that is missing, null or 0, total is 0 instead of
   n_completed_trials + n_errored_trials (resolved is 0 as specified); n_completed_trials is not read at all, so a value
   of it that is not a number does no harm.
4. stats, evals and metrics that are null, false, 0, "" or of the other empty container are taken as empty and completed,
   instead of harbor_result_malformed.
5. The JSON is parsed from bytes, so UTF-8 with a byte order mark, UTF-16 and UTF-32 are accepted, and encoded lone
   surrogates too, instead of harbor_result_malformed.
"""

import json
import math


def outcome(case):
    summary = {
        "status": "failed",
        "score": 0.0,
        "resolved": 0,
        "total": 0,
        "reason_code": "harbor_result_missing",
    }
    if case["result"] is not None:
        try:
            summary.update(_summarize(json.loads(case["result"])))
        except Exception:
            summary["reason_code"] = "harbor_result_malformed"
    return {"line": "BASE_BENCHMARK_RESULT=" + json.dumps(summary, sort_keys=True)}


def _summarize(data):
    stats = data.get("stats") or {}
    total = int(data.get("n_total_trials") or 0)
    errored = int(stats.get("n_errored_trials") or 0)

    groups = []
    for group in (stats.get("evals") or {}).values():
        values = []
        for entry in group.get("metrics") or []:
            if "mean" in entry:
                values.append(float(entry["mean"]))
            else:
                values.extend(float(value) for value in entry.values())
        if values:
            groups.append(sum(values) / len(values))

    score = sum(groups) / len(groups) if groups else 0.0
    return {
        "status": "failed" if errored else "completed",
        "score": score,
        "resolved": math.floor(score * total + 0.5),
        "total": total,
        "reason_code": None,
    }
