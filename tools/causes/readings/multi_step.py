"""Mistakes in `multi_step` from a fresh reading of the texts."""

import math
from typing import Any

from candidates.reference.multi_step import Average, Columns, MultiStep
from tools.causes.wrong.making import candidate

Json = Any


# source: spec/000 section 2: null rewards mean no verifier result, and those are excluded
# differs: mean of {"a": 1} and null rewards: 1.0, not 0.5
@candidate("multi_step")
def step_with_null_rewards_is_not_counted(case: Json) -> Json:
    """A step whose rewards are null is left out of the mean like one without a result."""

    def rows(steps: Json) -> Json:
        return [step["rewards"] for step in steps if step and step["rewards"] is not None]

    return MultiStep(average=Average(rows=rows))(case)


# source: a data scientist: a data frame with fillna(0), which fills nan as well
# differs: mean of {"a": nan} and {"a": 1}: 0.5, not nan
@candidate("multi_step")
def nan_of_a_step_counts_as_zero(case: Json) -> Json:
    """A reward of nan counts as 0 in the mean, as a missing one does."""

    def value(row: Json, name: str) -> Json:
        found = row.get(name, 0)
        return 0 if isinstance(found, float) and math.isnan(found) else found

    return MultiStep(average=Average(columns=Columns(value=value)))(case)
