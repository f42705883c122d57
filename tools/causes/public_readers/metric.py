"""Ports of `metric` with one mistake each."""

import math
from fractions import Fraction
from typing import Any

from candidates.reference.metric import Metric, metric, quotient, reward_names
from candidates.reference.summation import total
from tools.causes.wrong.making import candidate

Json = Any


# source: UKGovernmentBEIS/inspect_ai, scorer/_reducer/reducer.py: values that are nan are filtered
#   out before a statistic, and the result is nan if none is left
# differs: mean of nan and 1: 1.0, not nan
@candidate("metric")
def the_mean_passes_over_nan(case: Json) -> Json:
    """The mean leaves out values that are nan, in the sum and in the count.

    If all values are nan it is nan. Sum, max and min are as they should be.
    """

    def mean(values: Json, add: Json) -> Json:
        known = [one for one in values if not (isinstance(one, float) and math.isnan(one))]
        return quotient(known or values, add)

    return Metric(mean=mean)(case)


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


# source: AISBench's writer of Harbor results, write_result: the mean reward is rounded to four
#   decimals (stored file 60508901567)
# differs: mean of 1, 0 and 0: 0.3333, not 0.3333333333333333
@candidate("metric")
def the_mean_is_rounded_to_four_decimals(case: Json) -> Json:
    """The mean is rounded to four decimals; nan and infinities stay."""
    return Metric(mean=lambda values, add: round(quotient(values, add), 4))(case)


# source: public summaries of episodes and of evaluations, which return a mean of 0.0 where there
#   are none, such as aggregate_episode_metrics (stored file 58413409520)
# differs: mean of no trials: {"mean": 0.0}, not ZeroDivisionError
@candidate("metric")
def the_mean_of_nothing_is_zero(case: Json) -> Json:
    """The mean of no trials is 0.0 where ZeroDivisionError should be raised."""
    return Metric(mean=lambda values, add: quotient(values, add) if values else 0.0)(case)


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
