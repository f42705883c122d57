"""Ports of `metric` with one mistake each."""

import math
from typing import Any

from candidates.reference.metric import (
    Columns,
    Metric,
    maximum,
    metric,
    minimum,
    quotient,
    reward_names,
)
from tools.causes.wrong.making import candidate

Json = Any


def _is_nan(value: Json) -> bool:
    return isinstance(value, float) and math.isnan(value)


# source: EleutherAI/lm-evaluation-harness PR #922: a mean of groups is weighted and updated step
#   by step
# differs: mean of 0.1, 0.2 and 0.9: 0.4000000000000001, not 0.39999999999999997
@candidate("metric")
def the_mean_is_carried_along(case: Json) -> Json:
    """A mean is updated value by value as (mean * count + value) / (count + 1).

    It is not one sum that is divided once.
    """

    def mean(values: Json, add: Json) -> Json:
        if not values:
            return quotient(values, add)
        kept = 0
        for count, value in enumerate(values):
            kept = (kept * count + value) / (count + 1)
        return kept

    return Metric(mean=mean)(case)


# source: ClickHouse/ClickHouse PR #100448: min and max skip nan unless all values are nan
# differs: max of nan and 1: 1, not nan
@candidate("metric")
def max_and_min_skip_nan(case: Json) -> Json:
    """Max and min pass over all values that are nan, in any place, unless all values are nan."""

    def known(values: Json) -> Json:
        return [value for value in values if not _is_nan(value)] or values

    return Metric(
        max=lambda values: maximum(known(values)), min=lambda values: minimum(known(values))
    )(case)


# source: hud-evals/hud-python PR #516, _adapt.py: of a reward.json with several keys only
#   "reward" is taken
# differs: mean of {"reward": 1, "speed": 0.5}: {"mean": 1.0}, not {"reward": 1.0, "speed": 0.5}
@candidate("metric")
def the_name_reward_stands_for_all(case: Json) -> Json:
    """Where the trials have several names and one of them is "reward", only it is aggregated.

    The result is under the metric's name.
    """
    if "reward" not in reward_names(case["rewards"]):
        return metric(case)
    rewards = [
        each and {name: value for name, value in each.items() if name == "reward"}
        for each in case["rewards"]
    ]
    return metric(case | {"rewards": rewards})


# source: EleutherAI/lm-evaluation-harness issue #4062: a document that omits a metric's key
#   leaves that metric's denominator
# differs: mean of {"a": 1, "b": 1} and {"a": 1}: "b" is 1.0, not 0.5
@candidate("metric")
def a_missing_name_leaves_the_denominator(case: Json) -> Json:
    """With several names, a trial that has rewards but not a name is left out of its values.

    It should count as 0 there.
    """

    def columns(name: str, trials: Json) -> Json:
        names = reward_names(trials)
        if len(names) <= 1:
            return Columns()(name, trials)
        return {
            each: [0 if row is None else row[each] for row in trials if row is None or each in row]
            for each in names
        }

    return Metric(columns=columns)(case)


# source: FrontierCS/Frontier-CS issue #161: failed evaluations count in the total, but statistics
#   are of the successful rows
# differs: min of {"a": 1} and null: 1, not 0
@candidate("metric")
def max_and_min_leave_out_null_rewards(case: Json) -> Json:
    """Max and min leave out the trials whose rewards are null, unless all are null.

    Mean and sum count them as 0.
    """
    rewards = case["rewards"]
    if case["metric"] in ("max", "min"):
        rewards = [each for each in rewards if each is not None] or rewards
    return metric(case | {"rewards": rewards})
