"""Ports of `metric` with one mistake each."""

import math
from typing import Any

from candidates.reference.metric import Metric, keep_first, maximum, metric, quotient
from tools.causes.wrong.making import candidate

Json = Any


# source: Exgentic/exgentic issue #223 and UKGovernmentBEIS/inspect_ai issue #4412: sessions that
#   ended without a score are dropped before the benchmark's score is averaged
# differs: mean of {"a": 1} and null: {"mean": 1.0}, not {"mean": 0.5}
@candidate("metric")
def the_mean_leaves_out_null_rewards(case: Json) -> Json:
    """A mean leaves out the trials whose rewards are null, unless all are null.

    Max, min and sum count them as 0.
    """
    rewards = case["rewards"]
    if case["metric"] == "mean":
        rewards = [each for each in rewards if each is not None] or rewards
    return metric({"metric": case["metric"], "rewards": rewards})


# source: UKGovernmentBEIS/inspect_ai PR #4422 and mlcommons/modelbench PR #1608: what is made of
#   no scores is 0.0
# differs: mean of no trials: {"mean": 0.0}, not ZeroDivisionError
@candidate("metric")
def a_metric_of_nothing_is_zero(case: Json) -> Json:
    """A mean, max or min of no trials is 0.0, not an error."""
    if not case["rewards"] and case["metric"] != "sum":
        return {case["metric"]: 0.0}
    return metric(case)


# source: vibrantlabsai/ragas, safe_nanmean (told in PR #2832): nan leaves the sum and the count
# differs: mean of nan and 1: {"mean": 1.0}, not nan
@candidate("metric")
def the_mean_leaves_out_nan(case: Json) -> Json:
    """A mean leaves out the values that are nan, in the sum and in the count.

    A mean of nothing but nan is nan.
    """

    def mean(values: Json, add: Json) -> Json:
        known = [each for each in values if not (isinstance(each, float) and math.isnan(each))]
        return quotient(known or values, add)

    return Metric(mean=mean)(case)


# source: microsoft/promptflow, aggregate_variants_results.py: means are rounded to two decimals
# differs: mean of 1, 0 and 0: {"mean": 0.33}, not 0.3333333333333333
@candidate("metric")
def the_mean_is_rounded(case: Json) -> Json:
    """A mean is rounded to two decimals; max, min and sum are not."""

    def mean(values: Json, add: Json) -> Json:
        return round(quotient(values, add), 2)

    return Metric(mean=mean)(case)


# source: CarlenePSF/100_days_of_python, high_score.py: the highest score so far begins as 0
# differs: max of -1 and -2: {"max": 0}, not -1
@candidate("metric")
def max_starts_from_zero(case: Json) -> Json:
    """A max starts from 0, so it is 0 where no value is greater than 0.

    A max of no trials stays an error.
    """

    def from_zero(values: Json) -> Json:
        if not values:
            return maximum(values)
        return keep_first([0, *values], replaces=lambda later, kept: later > kept)

    return Metric(max=from_zero)(case)
