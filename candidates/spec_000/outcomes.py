"""From a job's result.json to the summary line: section 5 of spec/000."""

import json
from collections.abc import Iterator
from typing import Any

LABEL = "BASE_BENCHMARK_RESULT="

type Summary = dict[str, Any]

NOTHING: Summary = {"status": "failed", "score": 0.0, "resolved": 0, "total": 0}


def outcome(case: dict[str, bytes | None]) -> dict[str, str]:
    """Return the line that the runner prints."""
    return {"line": LABEL + json.dumps(summary_of(case["result"]), sort_keys=True)}


def summary_of(content: bytes | None) -> Summary:
    """Return status, score, resolved, total and reason code of a result.json."""
    if content is None:
        return {**NOTHING, "reason_code": "harbor_result_missing"}
    try:
        return _summary(json.loads(content.decode()))
    except Exception:  # noqa: BLE001 - the text: any error is one code
        return malformed()


def malformed() -> Summary:
    """Return the summary of a result.json that cannot be parsed or aggregated."""
    return {**NOTHING, "reason_code": "harbor_result_malformed"}


def _summary(data: Any) -> Summary:  # noqa: ANN401 - any JSON; what does not fit raises
    stats = data.get("stats", {})
    total = int(data.get("n_total_trials") or 0)
    completed = int(stats.get("n_completed_trials") or 0)
    errored = int(stats.get("n_errored_trials") or 0)
    values = list(_metric_values(stats))
    score = sum(values) / len(values) if values else 0.0
    return {
        "status": "failed" if errored else "completed",
        "score": score,
        "resolved": round(score * total),
        "total": total or completed + errored,
        "reason_code": None,
    }


def _metric_values(stats: Any) -> Iterator[float]:  # noqa: ANN401 - as above
    for group in stats.get("evals", {}).values():
        for entry in group.get("metrics", []):
            if "mean" in entry:
                yield float(entry["mean"])
            else:
                yield from map(float, entry.values())
