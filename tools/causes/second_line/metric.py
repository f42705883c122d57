"""What public aggregations of trials do differently."""

from typing import Any

from candidates.reference.metric import (
    Columns,
    Metric,
    only_value,
    value_of,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: reports of flat tables, whose columns are named like tau2's `f"pass_hat_{k}"`
# differs: mean of {"a": 1, "b": 0}: {"mean_a": 1.0, "mean_b": 0.0}, not {"a": 1.0, "b": 0.0}
@candidate("metric")
def several_names_are_prefixed_by_the_metric(case: Json) -> Json:
    """With several reward names each result is named by the metric and the name, as `mean_a`."""

    def columns(metric: str, trials: Json) -> Json:
        found = Columns()(metric, trials)
        return found if [*found] == [metric] else {f"{metric}_{k}": v for k, v in found.items()}

    return Metric(columns=columns)(case)


def _clamped(value: Json) -> Json:
    return min(max(value, 0), 1)


# source: wrappers of RL environments that clamp a reward: `max(0, min(reward, 1))`
# differs: sum of {"a": 3}: {"sum": 1}, not {"sum": 3}
@candidate("metric")
def values_are_clamped(case: Json) -> Json:
    """Each value is clamped to the range from 0 to 1 before it is aggregated."""
    columns = Columns(
        only_value=lambda rewards: _clamped(only_value(rewards)),
        value=lambda rewards, name: _clamped(value_of(rewards, name)),
    )
    return Metric(columns=columns)(case)
