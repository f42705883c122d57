"""From the results of steps to the rewards of a trial: section 4 of spec/000, its last part."""

from typing import Any

from candidates.spec_000.metrics import mean

type Result = dict[str, Any] | None


def multi_step(case: dict[str, Any]) -> Result:
    """Return the last step's result, or the mean over the steps that have one."""
    steps: list[Result] = case["steps"]
    if case["strategy"] == "final":
        return steps[-1] if steps else None
    results = [step["rewards"] or {} for step in steps if step is not None]
    if not results:
        return None
    names = sorted({name for rewards in results for name in rewards})
    return {
        "rewards": {name: mean([rewards.get(name, 0) for rewards in results]) for name in names}
    }
