"""Ports of `metric` with one mistake each."""

import math
from typing import Any

from candidates.reference.metric import Metric, keep_first, quotient
from candidates.reference.summation import total
from tools.causes.wrong.making import candidate

Json = Any


# source: Azure/azure-sdk-for-python PR #38367: one nan made the mean of all scores nan; values of
#   nan are now removed before the mean
# differs: mean of {"a": 1} and {"a": nan}: 1.0, not nan
@candidate("metric")
def nan_is_left_out_of_means(case: Json) -> Json:
    """A mean leaves out values of nan, in the sum and in the count, unless all are nan."""

    def mean(values: Json, add: Json) -> Json:
        return quotient([value for value in values if not _is_nan(value)] or values, add)

    return Metric(mean=mean)(case)


# source: Gmousse/dataframe-js issue #46: max of a column of negative values is 0, where it starts
# differs: max of {"a": -1} and {"a": -2}: 0, not -1
@candidate("metric")
def a_maximum_starts_at_zero(case: Json) -> Json:
    """A maximum starts at 0 instead of at its first value, so it is never negative.

    A nan in the first place, which should stay, does not either. Of no trials there is still
    no maximum.
    """

    def maximum(values: Json) -> Json:
        start = [0] if values else []
        return keep_first([*start, *values], replaces=lambda later, kept: later > kept)

    return Metric(max=maximum)(case)


# source: OpenGVLab/PhyGenBench issue #8: average scores are divided with //
# differs: mean of {"a": 1} and {"a": 0}: 0, not 0.5
@candidate("metric")
def means_of_integers_are_floored(case: Json) -> Json:
    """A mean of integers alone is rounded down to an integer; one with a float is not.

    So it raises no OverflowError where it is beyond binary64.
    """

    def mean(values: Json, add: Json) -> Json:
        added = add(values)
        return added // len(values) if isinstance(added, int) else added / len(values)

    return Metric(mean=mean)(case)


# source: UKGovernmentBEIS/inspect_ai PR #4422: mean of no scores was made to return 0.0
# differs: mean of no trials: {"mean": 0.0}, not ZeroDivisionError
@candidate("metric")
def the_mean_of_nothing_is_zero(case: Json) -> Json:
    """The mean of no trials is 0.0; it should raise ZeroDivisionError."""
    return Metric(mean=lambda values, add: quotient(values, add) if values else 0.0)(case)


# source: tonsky/datascript issue #480: sum drops equal inputs before it adds
# differs: sum of {"a": 1}, {"a": 1} and {"a": 2}: 3, not 4
@candidate("metric")
def sums_count_equal_values_once(case: Json) -> Json:
    """The metric "sum" adds each of several equal values once; means add all of them.

    1 and 1.0 are equal; the zeros of trials without a reward are values too.
    """

    def distinct(values: Json) -> Json:
        return total(dict.fromkeys(values))

    return Metric(sum=distinct, mean=lambda values, _: quotient(values, total))(case)


def _is_nan(value: Json) -> bool:
    return isinstance(value, float) and math.isnan(value)
