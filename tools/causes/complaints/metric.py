"""Ports of `metric` with one mistake each."""

import math
from typing import Any

from candidates.reference.metric import Metric, maximum, quotient
from candidates.reference.summation import Sum, nothing, total
from tools.causes.wrong.making import candidate

Json = Any


# source: optimatika/ojAlgo issue #286: the aggregator for the maximum starts from zero and gives
#   0.0 for negative numbers
# differs: max of -1 and -2: 0, not -1
@candidate("metric")
def the_maximum_starts_from_zero(case: Json) -> Json:
    """Max starts from 0, so it is never below 0, and a leading nan does not stay.

    Without trials it is an error as before.
    """
    return Metric(max=lambda values: maximum([0, *values] if values else values))(case)


# source: vibrantlabsai/ragas issue #2980: the mean of a metric passes over the nan of failed
#   calls
# differs: mean of nan and 1: 1.0, not nan
@candidate("metric")
def the_mean_passes_over_nan(case: Json) -> Json:
    """The mean leaves values that are nan out of the sum and the count, unless all are nan."""

    def mean(values: Json, add: Json) -> Json:
        known = [value for value in values if not (isinstance(value, float) and math.isnan(value))]
        return quotient(known or values, add)

    return Metric(mean=mean)(case)


# source: pandas-dev/pandas issue #15453 and visualfabriq/bquery issue #41: sums of integers wrap
#   around without a warning
# differs: sum of 9223372036854775807 and 1: -9223372036854775808, not 9223372036854775808
@candidate("metric")
def sums_of_integers_wrap_around(case: Json) -> Json:
    """The sum of integers alone wraps around at 64 bits with a sign, for sum and for mean.

    With a float among them the sum is as before.
    """

    def add(values: Json) -> Json:
        found = total(values)
        if isinstance(found, float):
            return found
        return (found + 2**63) % 2**64 - 2**63

    return Metric(sum=add)(case)


# source: Eladlev/AutoPrompt PR #10: the score is rounded early, where full precision is needed
# differs: mean of 1, 0 and 0: 0.3333, not 0.3333333333333333
@candidate("metric")
def means_are_rounded_to_four_decimals(case: Json) -> Json:
    """The mean is rounded to four decimals."""
    return Metric(mean=lambda values, add: round(quotient(values, add), 4))(case)


# source: pandas-dev/pandas issue #38778 and elastic/elasticsearch issue #27807: sums of floats
#   are naive, so they are less accurate than compensated ones
# differs: sum of 0.1, 0.2 and 0.3: 0.6000000000000001, not 0.6
@candidate("metric")
def sums_are_not_compensated(case: Json) -> Json:
    """Floats are added without a correction for what rounding lost, for sum and for mean."""
    return Metric(sum=Sum(float_loss=nothing))(case)
