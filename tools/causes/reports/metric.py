"""Ports of `metric` with one mistake each."""

from typing import Any

from candidates.reference.metric import (
    Metric,
    quotient,
)
from tools.causes.wrong.making import candidate

Json = Any


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
