"""Ports of `metric` with one mistake each."""

import math
from fractions import Fraction
from typing import Any

from candidates.reference.metric import Metric, metric, quotient, reward_names
from candidates.reference.summation import total
from tools.causes.wrong.making import candidate

Json = Any


# source: a public Terminal-Bench run importer (TypeScript): the total reward of a trial is the sum
#   of all values of its rewards (stored file 52500764461)
# differs: mean of {"a": 1, "b": 0.5}: {"mean": 1.5}, not {"a": 1.0, "b": 0.5}
@candidate("metric")
def the_rewards_of_a_trial_are_added(case: Json) -> Json:
    """Where the trials have several names, the values of each trial are added to one.

    These are aggregated, under the metric's name; null rewards and no names give 0.
    """
    if len(reward_names(case["rewards"])) <= 1:
        return metric(case)
    rewards = [{"total": total((each or {}).values())} for each in case["rewards"]]
    return metric(case | {"rewards": rewards})


# source: UKGovernmentBEIS/inspect_ai, scorer/_reducer/reducer.py, mean_score: it uses
#   statistics.mean, which adds fractions without rounding
# differs: mean of 0.1, 0.2 and 0.3: 0.2, not 0.19999999999999998
@candidate("metric")
def the_mean_is_rounded_once(case: Json) -> Json:
    """The mean of finite values is the exact one, rounded to binary64 only at the end.

    So the sum is neither rounded nor can it become infinite, and integers beyond binary64 may
    meet floats. With nan or an infinity the mean is as it should be.
    """

    def mean(values: Json, add: Json) -> Json:
        if not values or any(isinstance(one, float) and not math.isfinite(one) for one in values):
            return quotient(values, add)
        return float(sum(map(Fraction, values)) / len(values))

    return Metric(mean=mean)(case)
