"""Mistakes in `metric` from a fresh reading of the texts."""

from typing import Any

from candidates.reference.metric import Metric
from candidates.reference.summation import total
from tools.causes.wrong.making import candidate

Json = Any


# source: a TypeScript developer: every number is a binary64
# differs: sum of 9007199254740992 and 1: 9007199254740992.0, not 9007199254740993
@candidate("metric")
def integers_are_made_floats_before_they_are_added(case: Json) -> Json:
    """Sums and means add integers as binary64, so large ones are rounded."""
    return Metric(sum=lambda values: total([float(value) for value in values]))(case)
