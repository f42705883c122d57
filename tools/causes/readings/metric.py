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


# source: a careful developer who reads of the ZeroDivisionError in spec/000 3.2 and guards it
# differs: mean of no trials: {"mean": 0.0}, not ZeroDivisionError
@candidate("metric")
def no_trials_give_zero(case: Json) -> Json:
    """Any metric of no trials is 0.0 under its own name."""
    return Metric()(case) if case["rewards"] else {case["metric"]: 0.0}
