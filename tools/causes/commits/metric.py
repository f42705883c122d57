"""Versions of `metric` that one commit broke."""

from typing import Any

from candidates.reference.metric import Metric, maximum, minimum
from candidates.reference.summation import total
from tools.causes.wrong.making import candidate

Json = Any


# source: commit "speed up aggregation": the values are put into an array of binary64s
# differs: sum of 9007199254740993 and 0: 9007199254740992.0, not 9007199254740993
@candidate("metric")
def values_become_floats_first(case: Json) -> Json:
    """Every value is made a float before it is added or compared, in all four metrics.

    An integer beyond binary64 is an OverflowError, alone too.
    """

    def floats(values: Json) -> Json:
        return [float(value) for value in values]

    return Metric(
        sum=lambda values: total(floats(values)) if values else 0,
        max=lambda values: maximum(floats(values)),
        min=lambda values: minimum(floats(values)),
    )(case)
