"""A metric of the rewards of many trials."""

from collections.abc import Callable
from typing import Any


def metric(case: dict[str, Any]) -> dict[str, Any]:
    """Return the metric."""
    compute = AGGREGATES[case["metric"]]
    keys: set[str] = set()
    for rewards in case["rewards"]:
        if rewards is not None:
            keys.update(rewards)
    if len(keys) < 2:
        return {case["metric"]: compute([first(rewards) for rewards in case["rewards"]])}
    table: dict[str, list[Any]] = {key: [] for key in sorted(keys)}
    for rewards in case["rewards"]:
        for key, column in table.items():
            column.append(0 if rewards is None or key not in rewards else rewards[key])
    return {key: compute(column) for key, column in table.items()}


def first(rewards: dict[str, Any] | None) -> Any:
    """Return the value of the only key."""
    if rewards is None or len(rewards) == 0:
        return 0
    return [*rewards.values()][0]


def mean(values: list[Any]) -> Any:
    """Return the average."""
    return sum(values) / len(values)


AGGREGATES: dict[str, Callable[[list[Any]], Any]] = {
    "mean": mean,
    "max": max,
    "min": min,
    "sum": sum,
}
