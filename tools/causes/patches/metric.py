"""Patches to `metric` that break one rule each."""

import math
from typing import Any

from candidates.reference.metric import metric
from tools.causes.wrong.making import candidate

Json = Any


# source: patch "no nan on the site": results are made presentable as they are collected
# differs: sum of nan and 1: {"sum": 0.0}, not {"sum": nan}
@candidate("metric")
def a_result_that_is_not_finite_becomes_zero(case: Json) -> Json:
    """A result that is nan or an infinity is given as 0.0."""
    results: Json = metric(case)
    return {
        name: 0.0 if isinstance(value, float) and not math.isfinite(value) else value
        for name, value in results.items()
    }
