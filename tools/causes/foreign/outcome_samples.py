"""Outcome line of a job, one sample per metric entry.

Deviations from the specified behaviour:

1. A metric entry without "mean" is one sample, the mean of its values, instead of each value being a sample; an entry
   that is empty ({}) makes the reason harbor_result_malformed instead of adding nothing.
2. The status is completed only if, besides no errors, n_completed_trials is at least the total (n_total_trials, or the
   sum of both counts if that is 0); a partial job without errors is failed.
3. Bytes that are not UTF-8 are replaced instead of making the reason harbor_result_malformed, so a result with broken text
   inside a string is read.
4. Means are by statistics.fmean, which rounds correctly and may differ in the last bit.
"""

import json
from statistics import fmean

PREFIX = "BASE_BENCHMARK_RESULT="


def _line(status, score, resolved, total, reason):
    fields = {
        "status": status,
        "score": score,
        "resolved": resolved,
        "total": total,
        "reason_code": reason,
    }
    return {"line": PREFIX + json.dumps(fields, sort_keys=True)}


def _sample(entry):
    if "mean" in entry:
        return float(entry["mean"])
    return fmean(float(value) for value in entry.values())


def outcome(case):
    if case["result"] is None:
        return _line("failed", 0.0, 0, 0, "harbor_result_missing")
    try:
        data = json.loads(case["result"].decode("utf-8", errors="replace"))
        stats = data.get("stats", {})
        n_total = int(data.get("n_total_trials") or 0)
        completed = int(stats.get("n_completed_trials") or 0)
        errored = int(stats.get("n_errored_trials") or 0)
        samples = [
            _sample(m) for e in stats.get("evals", {}).values() for m in e.get("metrics", [])
        ]
        score = fmean(samples) if samples else 0.0
        total = n_total or completed + errored
        status = "completed" if errored == 0 and completed >= total else "failed"
        return _line(status, score, round(score * n_total), total, None)
    except Exception:
        return _line("failed", 0.0, 0, 0, "harbor_result_malformed")
