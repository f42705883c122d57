"""auto-harness's reading of a jobs folder, as spec/003 describes it.

``expected.toml`` lists where its headline differs from harbor's mean.
"""

import json
from typing import Any

from candidates.spec_003.results import TaskReward, read_result, val_score

__all__ = ["TaskReward", "metric", "val_score"]


def metric(case: dict[str, Any]) -> dict[str, float]:
    """Return ``{"mean": val_score}`` for trials that each are a task of their own.

    Each trial's result.json is written as harbor writes it, with only the fields that are read; a
    number that is not finite is null. Raises NotImplementedError for the other metrics.
    """
    if case["metric"] != "mean":
        raise NotImplementedError("there is one headline, the mean")
    results = [
        read_result(_result_json(f"task-{place}", rewards), f"trial-{place}")
        for place, rewards in enumerate(case["rewards"])
    ]
    return {"mean": val_score(results)}


def _result_json(task: str, rewards: dict[str, int | float] | None) -> bytes:
    written = None if rewards is None else {n: _as_written(v) for n, v in rewards.items()}
    result = {"task_name": task, "verifier_result": {"rewards": written}}
    return json.dumps(result).encode()


def _as_written(value: float) -> float | None:
    is_finite = isinstance(value, int) or value - value == 0
    return value if is_finite else None
