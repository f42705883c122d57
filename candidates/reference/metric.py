"""From the rewards of many trials to one metric.

The steps are those of harbor/metrics/base.py:16-37 and harbor/metrics/mean.py,
max.py, min.py and sum.py.
"""

from collections.abc import Callable, Sequence
from typing import Literal, TypedDict

from candidates.reference.summation import total

Number = int | float
Rewards = dict[str, Number]


class MetricInput(TypedDict):
    """A metric's name and the rewards of each trial, in trial order; None: no rewards."""

    metric: Literal["mean", "max", "min", "sum"]
    rewards: list[Rewards | None]


def metric(question: MetricInput) -> Rewards:
    """Return the metric, under its own name or, with several reward names, under each of those.

    Raises ZeroDivisionError for a mean and ValueError for a maximum or minimum of no
    trials, and OverflowError where an integer beyond the range of binary64 meets a float.
    """
    name, trials = question["metric"], question["rewards"]
    aggregate = _AGGREGATES[name]
    reward_names = sorted({reward_name for rewards in trials for reward_name in rewards or ()})
    if len(reward_names) <= 1:
        return {name: aggregate([_only_value(rewards) for rewards in trials])}
    return {
        reward_name: aggregate([(rewards or {}).get(reward_name, 0) for rewards in trials])
        for reward_name in reward_names
    }


def _only_value(rewards: Rewards | None) -> Number:
    for value in (rewards or {}).values():
        return value
    return 0


def _mean(values: Sequence[Number]) -> Number:
    """Divide the sum by the count; two integers give the binary64 nearest to their quotient."""
    return total(values) / len(values)


def _maximum(values: Sequence[Number]) -> Number:
    """Keep the first value until a later one is greater, so a leading nan stays."""
    return _keep_first(values, replaces=lambda later, kept: later > kept)


def _minimum(values: Sequence[Number]) -> Number:
    """Keep the first value until a later one is less, so a leading nan stays."""
    return _keep_first(values, replaces=lambda later, kept: later < kept)


def _keep_first(values: Sequence[Number], replaces: Callable[[Number, Number], bool]) -> Number:
    if not values:
        message = "no values"
        raise ValueError(message)
    kept = values[0]
    for later in values[1:]:
        if replaces(later, kept):
            kept = later
    return kept


_AGGREGATES: dict[str, Callable[[Sequence[Number]], Number]] = {
    "mean": _mean,
    "max": _maximum,
    "min": _minimum,
    "sum": total,
}
