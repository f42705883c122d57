"""The summary line of a job's result.json, as spec/000 §5 describes it.

No wheel has this stage, so the text is the clause; its code block has precedence over its words.
``tests/outcome_by_hand.txt`` has cases that were derived from the text by hand.
"""

import json
from collections.abc import Iterable
from typing import Any, cast

from conformance.protocol.values import Value

LABEL = "BASE_BENCHMARK_RESULT="
"""The prefix of the JSON in the line."""

type Summary = dict[str, str | int | float | None]


class OutcomeAdapter:
    """The text's own steps, with Python's ``json``, ``int()``, ``float()`` and ``round()``."""

    def __call__(self, case: dict[str, Value]) -> Value:
        """Return ``{"line": …}`` for ``{"result": bytes or None}``; None: no such file."""
        summary = summarize(cast("bytes | None", case["result"]))
        return {"line": LABEL + json.dumps(summary, sort_keys=True)}


def summarize(content: bytes | None) -> Summary:
    """Return the fields of the line for the bytes of a result.json."""
    if content is None:
        return _failed("harbor_result_missing")
    try:
        return _summary_of(json.loads(content.decode("utf-8")))
    except Exception:  # noqa: BLE001 - the text has one code for every error
        return _failed("harbor_result_malformed")


def _failed(reason_code: str) -> Summary:
    return {
        "status": "failed",
        "score": 0.0,
        "resolved": 0,
        "total": 0,
        "reason_code": reason_code,
    }


def _summary_of(result: Any) -> Summary:  # noqa: ANN401 - any JSON, and what does not fit raises
    stats = result.get("stats", {})
    total = int(result.get("n_total_trials") or 0)
    completed = int(stats.get("n_completed_trials") or 0)
    errored = int(stats.get("n_errored_trials") or 0)
    samples = [
        float(value)
        for group in stats.get("evals", {}).values()
        for metric in group.get("metrics", [])
        for value in _samples_of(metric)
    ]
    score = sum(samples) / len(samples) if samples else 0.0
    return {
        "status": "completed" if errored == 0 else "failed",
        "score": score,
        # Computed before total falls back to the two counts, in binary64 throughout.
        "resolved": round(score * total),
        "total": total or completed + errored,
        "reason_code": None,
    }


def _samples_of(metric: Any) -> Iterable[Any]:  # noqa: ANN401 - any JSON, as above
    return [metric["mean"]] if "mean" in metric else metric.values()
