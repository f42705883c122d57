"""Candidates of `metric` with one mistake each, from bug trackers."""

import math
from typing import Any

from candidates.reference.metric import Metric, keep_first, metric, quotient
from tools.causes.wrong.making import candidate

Json = Any


# source: optimatika/ojAlgo issue #286: the maximum of negative numbers only is 0.0, its start value
# differs: max of -2 and -1: 0, not -1
@candidate("metric")
def the_maximum_starts_at_zero(case: Json) -> Json:
    """The maximum starts from 0, so it is 0 where no value is greater, as for negative values.

    A leading nan is therefore passed over. Without trials it is still a ValueError.
    """

    def maximum(values: Json) -> Json:
        started = [0, *values] if values else values
        return keep_first(started, replaces=lambda later, kept: later > kept)

    return Metric(max=maximum)(case)


# source: surrealdb/surrealdb PR #4683: the mean of integers is an integer
# differs: mean of 1 and 2: 1, not 1.5
@candidate("metric")
def the_mean_of_integers_is_cut_off(case: Json) -> Json:
    """Where all values are integers, the mean is cut off to an integer, towards zero.

    It is never too large for a float then.
    """

    def mean(values: Json, add: Json) -> Json:
        if any(isinstance(value, float) for value in values):
            return quotient(values, add)
        whole = add(values)
        cut = abs(whole) // len(values)
        return cut if whole >= 0 else -cut

    return Metric(mean=mean)(case)


# source: stanford-crfm/helm PR #4326: Stat.add skips None, so the mean's denominator is too small
# differs: mean of {"a": 1} and null: 1.0, not 0.5
@candidate("metric")
def the_mean_leaves_out_null_rewards(case: Json) -> Json:
    """The mean leaves out the trials whose rewards are null, unless all are null.

    Empty rewards still count, and the other metrics count null rewards as 0.
    """
    if case["metric"] != "mean":
        return metric(case)
    rewards = [each for each in case["rewards"] if each is not None]
    return metric(case | {"rewards": rewards or case["rewards"]})


# source: rixed/ramen issue #981: floats are added without the correction of Kahan's sum
# differs: sum of ten times 0.1: 0.9999999999999999, not 1.0
@candidate("metric")
def sums_are_not_corrected(case: Json) -> Json:
    """Sum and mean add floats one by one, without the correction of Python's sum."""

    def total(values: Json) -> Json:
        added: Json = 0
        for value in values:
            added += value
        return added

    return Metric(sum=total)(case)


# source: vibrantlabsai/ragas PR #2990: the mean of 0.8 and two nan is 0.8
# differs: mean of 0.5 and nan: 0.5, not nan
@candidate("metric")
def the_mean_leaves_out_nan(case: Json) -> Json:
    """The mean leaves out the values that are nan, unless all are nan."""

    def mean(values: Json, add: Json) -> Json:
        known = [value for value in values if not (isinstance(value, float) and math.isnan(value))]
        return quotient(known or values, add)

    return Metric(mean=mean)(case)
