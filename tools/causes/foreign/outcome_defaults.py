"""Outcome line of a job, with dict.get defaults.

Deviations from the specified behaviour:

1. resolved is int(score * total): it truncates instead of rounding.
2. The score is clipped to 0..1 before anything else uses it; an infinite score becomes 0.0 or 1.0 instead of
   harbor_result_malformed.
3. Only a missing n_total_trials falls back to n_completed_trials + n_errored_trials: 0 stays 0 (and so do other values
   that int() makes 0), and null, empty text and an empty list or object are harbor_result_malformed. Where the fallback
   is used, resolved is computed from it instead of being 0.
4. The two counts of stats are not converted to integers, and they are added even if n_total_trials is there: if one of
   them is null, or text, a list or an object next to a number, the reason is harbor_result_malformed instead of
   counting as int(value or 0); n_errored_trials of 0.5 is not 0, so the status is failed.
"""

import json


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
            data = json.loads(case["result"].decode())
            stats = data.get("stats", {})
            completed = stats.get("n_completed_trials", 0)
            errored = stats.get("n_errored_trials", 0)
            total = int(data.get("n_total_trials", completed + errored))

            values = []
            for evaluation in stats.get("evals", {}).values():
                for entry in evaluation.get("metrics", []):
                    values += [
                        float(v) for v in ([entry["mean"]] if "mean" in entry else entry.values())
                    ]
            score = sum(values) / len(values) if values else 0.0
            score = min(max(score, 0.0), 1.0)

            summary["resolved"] = int(score * total)
            summary["total"] = total
            summary["score"] = score
            summary["status"] = "completed" if errored == 0 else "failed"
            summary["reason_code"] = None
        except Exception:
            summary["reason_code"] = "harbor_result_malformed"
    return {"line": "BASE_BENCHMARK_RESULT=" + json.dumps(summary, sort_keys=True)}
