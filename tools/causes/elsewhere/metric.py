"""Ports of `metric` with one mistake each."""

from typing import Any

from candidates.reference.metric import Metric, metric, quotient
from tools.causes.wrong.making import candidate

Json = Any


# source: UKGovernmentBEIS/inspect_ai PR #4422 and mlcommons/modelbench PR #1608: what is made of
#   no scores is 0.0
# differs: mean of no trials: {"mean": 0.0}, not ZeroDivisionError
@candidate("metric")
def a_metric_of_nothing_is_zero(case: Json) -> Json:
    """A mean, max or min of no trials is 0.0, not an error."""
    if not case["rewards"] and case["metric"] != "sum":
        return {case["metric"]: 0.0}
    return metric(case)


# source: microsoft/promptflow, aggregate_variants_results.py: means are rounded to two decimals
# differs: mean of 1, 0 and 0: {"mean": 0.33}, not 0.3333333333333333
@candidate("metric")
def the_mean_is_rounded(case: Json) -> Json:
    """A mean is rounded to two decimals; max, min and sum are not."""

    def mean(values: Json, add: Json) -> Json:
        return round(quotient(values, add), 2)

    return Metric(mean=mean)(case)
