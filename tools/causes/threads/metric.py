"""Mistakes in `metric` that public threads report."""

import math
from typing import Any

from candidates.reference.metric import Metric, maximum, minimum, quotient
from tools.causes.wrong.making import candidate

Json = Any


# source: UKGovernmentBEIS/inspect_ai pull 4422: the mean of an empty list is 0.0
# differs: mean of no trials: {"mean": 0.0}, not ZeroDivisionError
@candidate("metric")
def mean_of_no_trials_is_zero(case: Json) -> Json:
    """The mean of no trials is 0.0 instead of an error."""
    return Metric(mean=lambda values, add: quotient(values, add) if values else 0.0)(case)


# source: ClickHouse/ClickHouse pull 100448: the least and the greatest value skip nan
# differs: max of nan and 1: 1, not nan
@candidate("metric")
def nan_is_skipped_in_the_extremes(case: Json) -> Json:
    """The maximum and the minimum skip nan wherever there is another value."""

    def is_nan(value: Json) -> bool:
        return isinstance(value, float) and math.isnan(value)

    def numbers(values: Json) -> Json:
        return [value for value in values if not is_nan(value)] or values

    steps = Metric(
        max=lambda values: maximum(numbers(values)), min=lambda values: minimum(numbers(values))
    )
    return steps(case)


# source: UKGovernmentBEIS/inspect_ai issue 3707: errored samples are not in the denominator
# differs: mean of null and {"reward": 1}: 1.0, not 0.5
@candidate("metric")
def trials_without_rewards_are_dropped(case: Json) -> Json:
    """Trials whose rewards are null are dropped, unless there is no other trial."""
    scored = [rewards for rewards in case["rewards"] if rewards is not None]
    kept: Json = {**case, "rewards": scored or case["rewards"]}
    return Metric()(kept)
