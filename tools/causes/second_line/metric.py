"""What public aggregations of trials do differently."""

import math
from typing import Any

from candidates.reference.metric import (
    Columns,
    Metric,
    maximum,
    only_value,
    quotient,
    value_of,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: lm-evaluation-harness has `nanmean` among its aggregations, and 49 tasks select it
# differs: mean of {"a": nan} and {"a": 1.0}: {"mean": 1.0}, not nan
@candidate("metric")
def the_mean_leaves_nans_out(case: Json) -> Json:
    """Values that are nan are left out of the mean, of its sum and of its count."""

    def mean(values: Json, add: Json) -> Json:
        kept = [value for value in values if isinstance(value, int) or not math.isnan(value)]
        return quotient(kept or values, add)

    return Metric(mean=mean)(case)


# source: a loop for the best attempt that begins with `best = 0`
# differs: max of {"a": -1}: {"max": 0}, not {"max": -1}
@candidate("metric")
def the_maximum_begins_at_zero(case: Json) -> Json:
    """The maximum is never less than 0, because the search for it begins there."""
    return Metric(max=lambda values: maximum([0, *values]))(case)


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
