"""Ports of `metric` with one mistake each."""

from typing import Any

from candidates.reference.metric import Metric, maximum
from tools.causes.wrong.making import candidate

Json = Any


# source: Java: `double best = Double.MIN_VALUE;`, which is the smallest positive number
# differs: max of {"reward": 0} alone: {"max": 5e-324}, not {"max": 0}
@candidate("metric")
def a_maximum_begins_with_the_smallest_positive_number(case: Json) -> Json:
    """The maximum is kept from 5e-324 on, so without a positive value it is 5e-324.

    That is so for no values, or for nan, too.
    """
    return Metric(max=lambda values: maximum([5e-324, *values]))(case)
