"""Outcome line of a job, for well-formed results.

Deviations from the specified behaviour:

1. Only "mean" entries count: the values of a metric entry without "mean" (several keys, or max, min and sum) are ignored
   instead of each being a sample (so a value there that is not a number does no harm).
2. stats, n_total_trials, n_completed_trials, n_errored_trials and evals, and metrics of each group, are required: if
   one is missing, the reason is harbor_result_malformed, instead of a default of 0 or empty.
3. Only ValueError and KeyError are caught: a result that is not an object, a null where an object or a number is
   expected, or an infinite score ends in an error (TypeError, AttributeError, OverflowError and so on) instead of
   harbor_result_malformed; a count that is null or an empty list or object is a TypeError instead of 0, and one
   that is empty text is harbor_result_malformed instead of 0.
4. The score is numpy's mean, which may differ in the last bits.
5. The keys of the object in the line are not sorted (exact agreement only).
"""

import json

import numpy as np


def outcome(case):
    summary = {
        "status": "failed",
        "score": 0.0,
        "resolved": 0,
        "total": 0,
        "reason_code": "harbor_result_missing",
    }
    raw = case["result"]
    if raw is not None:
        try:
            data = json.loads(raw.decode("utf-8"))
            stats = data["stats"]
            total = int(data["n_total_trials"])
            completed = int(stats["n_completed_trials"])
            errored = int(stats["n_errored_trials"])
            means = [
                float(entry["mean"])
                for group in stats["evals"].values()
                for entry in group["metrics"]
                if "mean" in entry
            ]
            score = float(np.mean(means)) if means else 0.0
            summary = {
                "status": "completed" if errored == 0 else "failed",
                "score": score,
                "resolved": round(score * total),
                "total": total or completed + errored,
                "reason_code": None,
            }
        except (ValueError, KeyError):
            summary["reason_code"] = "harbor_result_malformed"
    return {"line": f"BASE_BENCHMARK_RESULT={json.dumps(summary)}"}
