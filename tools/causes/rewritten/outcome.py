"""The line that reports the outcome of a job."""

import json
from typing import Any


def outcome(case: dict[str, Any]) -> dict[str, str]:
    """Return the line."""
    if case["result"] is None:
        return line(0.0, 0, 0, "failed", "harbor_result_missing")
    try:
        report = summary(json.loads(case["result"].decode()))
    except (ValueError, TypeError, AttributeError, OverflowError, RecursionError):
        return line(0.0, 0, 0, "failed", "harbor_result_malformed")
    return line(*report)


def summary(result: dict[str, Any]) -> tuple[Any, ...]:
    """Return what the line says."""
    total = int(result.get("n_total_trials", 0) or 0)
    stats = result.get("stats", {})
    done = int(stats.get("n_completed_trials", 0) or 0)
    errors = int(stats.get("n_errored_trials", 0) or 0)
    scores = []
    for group in stats.get("evals", {}).values():
        for metric in group.get("metrics", []):
            if "mean" in metric.keys():
                scores.append(float(metric["mean"]))
            else:
                for value in metric.values():
                    scores.append(float(value))
    score = sum(scores) / len(scores) if scores else 0.0
    resolved = round(score * total)
    status = "completed" if errors == 0 else "failed"
    return score, resolved, total or done + errors, status, None


def line(score: Any, resolved: Any, total: Any, status: str, code: str | None) -> dict[str, str]:
    """Return the line of a report."""
    report = {
        "reason_code": code,
        "resolved": resolved,
        "score": score,
        "status": status,
        "total": total,
    }
    return {"line": "BASE_BENCHMARK_RESULT=" + json.dumps(report)}
