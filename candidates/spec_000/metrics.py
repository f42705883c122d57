"""From the rewards of trials to a metric: section 3 of spec/000, added up as section 6 says."""

from collections.abc import Callable, Sequence
from typing import Any

from candidates.spec_000.rewards import Rewards

type Number = int | float


def metric(case: dict[str, Any]) -> dict[str, Number]:
    """Return the metric by its own name or, with several reward names, by theirs."""
    name, rewards = case["metric"], case["rewards"]
    aggregate = AGGREGATES[name]
    names = sorted({key for found in rewards if found is not None for key in found})
    if len(names) <= 1:
        return {name: aggregate([_only_value(found) for found in rewards])}
    return {key: aggregate([_value(found, key) for found in rewards]) for key in names}


def add(values: Sequence[Number]) -> Number:
    """Return the sum, added from left to right, rounded at each step."""
    total: Number = 0
    for value in values:
        total += value
    return total


def mean(values: Sequence[Number]) -> float:
    """Return the sum divided by the count."""
    return add(values) / len(values)


AGGREGATES: dict[str, Callable[[Sequence[Number]], Number]] = {
    "mean": mean,
    "max": max,
    "min": min,
    "sum": add,
}


def _only_value(rewards: Rewards) -> Number:
    return 0 if rewards is None else next(iter(rewards.values()), 0)


def _value(rewards: Rewards, name: str) -> Number:
    return 0 if rewards is None else rewards.get(name, 0)
