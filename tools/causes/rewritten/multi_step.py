"""The rewards of a trial of several steps."""

from typing import Any


def multi_step(case: dict[str, Any]) -> dict[str, Any] | None:
    """Return the verifier result of a trial."""
    steps: list[dict[str, Any] | None] = case["steps"]
    if not steps:
        return None
    if case["strategy"] == "final":
        return steps[-1]
    totals: dict[str, list[Any]] = {}
    done = [step["rewards"] or {} for step in steps if step is not None]
    for rewards in done:
        for key in rewards:
            totals.setdefault(key, [])
    if not totals:
        return None
    for key, values in totals.items():
        for rewards in done:
            values.append(rewards.get(key, 0))
    return {"rewards": {key: sum(values) / len(done) for key, values in totals.items()}}
