"""Ports of `multi_step` with one mistake each."""

from typing import Any

from candidates.reference.metric import quotient
from candidates.reference.multi_step import Average, MultiStep
from tools.causes.wrong.making import candidate

Json = Any


# source: toonarmycaptain/dionysus issue #141: scores are tested for truth to leave out the missing
#   ones, and scores of zero go with them
# differs: mean of {"a": 1} and {"a": 0}: {"a": 1.0}, not {"a": 0.5}
@candidate("multi_step")
def zeros_count_as_missing(case: Json) -> Json:
    """A mean leaves out values of 0, in the sum and in the count; it is 0.0 if all are 0.

    A step with a result that lacks a name has the value 0 there, and is left out too.
    """

    def mean(values: Json, add: Json) -> Json:
        known = [value for value in values if value]
        return quotient(known, add) if known else 0.0

    return MultiStep(average=Average(mean=mean))(case)


# source: tagomoris/fluent-plugin-numeric-monitor PR #5: an average is rounded at its second
#   decimal and loses precision
# differs: mean of {"a": 1}, {"a": 0} and {"a": 0}: {"a": 0.33}, not {"a": 0.3333333333333333}
@candidate("multi_step")
def means_have_two_decimals(case: Json) -> Json:
    """Each mean is rounded to two decimals."""

    def mean(values: Json, add: Json) -> Json:
        return round(quotient(values, add), 2)

    return MultiStep(average=Average(mean=mean))(case)
