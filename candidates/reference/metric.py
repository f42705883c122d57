"""From the rewards of many trials to one metric.

The steps are those of harbor/metrics/base.py:16-37 and harbor/metrics/mean.py,
max.py, min.py and sum.py.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypedDict

from candidates.reference.summation import Number, total

Rewards = dict[str, Number]
Trials = list[Rewards | None]
Values = Sequence[Number]
Aggregate = Callable[[Values], Number]


class MetricInput(TypedDict):
    """A metric's name and the rewards of each trial, in trial order; None: no rewards."""

    metric: Literal["mean", "max", "min", "sum"]
    rewards: Trials


def reward_names(trials: Trials) -> list[str]:
    """Return the reward names of all trials, by code point."""
    return sorted({name for rewards in trials for name in rewards or ()})


def name_of_metric(metric: str, _names: list[str]) -> str:
    """Return the name of the only number: the metric's, not the reward's."""
    return metric


def only_value(rewards: Rewards | None) -> Number:
    """Return the value of a trial that has at most one reward name."""
    for value in (rewards or {}).values():
        return value
    return 0


def value_of(rewards: Rewards | None, name: str) -> Number:
    """Return a trial's value of one of several reward names."""
    return (rewards or {}).get(name, 0)


def quotient(values: Values, add: Aggregate) -> Number:
    """Divide the sum by the count; two integers give the binary64 nearest to their quotient."""
    return add(values) / len(values)


def maximum(values: Values) -> Number:
    """Keep the first value until a later one is greater, so a leading nan stays."""
    return keep_first(values, replaces=lambda later, kept: later > kept)


def minimum(values: Values) -> Number:
    """Keep the first value until a later one is less, so a leading nan stays."""
    return keep_first(values, replaces=lambda later, kept: later < kept)


def keep_first(values: Values, replaces: Callable[[Number, Number], bool]) -> Number:
    """Return the first value, or the last that replaced it; raises ValueError without values."""
    if not values:
        raise ValueError("no values")
    kept = values[0]
    for later in values[1:]:
        if replaces(later, kept):
            kept = later
    return kept


@dataclass(frozen=True, slots=True)
class Columns:
    """The steps from rewards to the values that are aggregated, by the name of the result.

    ``names`` are the reward names of all trials. With at most one of them there is one
    column, of each trial's ``only_value``, and ``label`` names it; with several there is one
    of each name, of each trial's ``value``.
    """

    names: Callable[[Trials], list[str]] = reward_names
    label: Callable[[str, list[str]], str] = name_of_metric
    only_value: Callable[[Rewards | None], Number] = only_value
    value: Callable[[Rewards | None, str], Number] = value_of

    def __call__(self, metric: str, trials: Trials) -> dict[str, Values]:
        """Return the values of all trials, in trial order, by the name of their result."""
        names = self.names(trials)
        if len(names) <= 1:
            return {self.label(metric, names): [self.only_value(rewards) for rewards in trials]}
        return {name: [self.value(rewards, name) for rewards in trials] for name in names}


@dataclass(frozen=True, slots=True)
class Metric:
    """The steps from rewards to a metric; ``mean`` is given the values and ``sum``."""

    columns: Callable[[str, Trials], dict[str, Values]] = field(default_factory=Columns)
    sum: Aggregate = total
    mean: Callable[[Values, Aggregate], Number] = quotient
    max: Aggregate = maximum
    min: Aggregate = minimum

    def __call__(self, case: MetricInput) -> Rewards:
        """Return the metric, under its own name or, with several names, under each of those.

        Raises ZeroDivisionError for a mean and ValueError for a maximum or minimum of no
        trials, and OverflowError where an integer beyond the range of binary64 meets a float.
        """
        metric = case["metric"]
        columns = self.columns(metric, case["rewards"])
        return {name: self._aggregate(metric, values) for name, values in columns.items()}

    def _aggregate(self, metric: str, values: Values) -> Number:
        match metric:
            case "mean":
                return self.mean(values, self.sum)
            case "max":
                return self.max(values)
            case "min":
                return self.min(values)
        return self.sum(values)


metric = Metric()
