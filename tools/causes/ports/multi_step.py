"""Mistakes of ports in `multi_step`."""

import sys
from typing import Any

from candidates.reference.metric import quotient
from candidates.reference.multi_step import Average, MultiStep
from tools.causes.wrong.making import candidate

Json = Any


# source: jq 1.6, which holds every number as a binary64, the largest for what is beyond it
# differs: final of {"a": 9007199254740993}: 9007199254740992, not 9007199254740993
@candidate("multi_step")
def integers_are_rounded_to_binary64_when_read(case: Json) -> Json:
    """Each integer is rounded to the nearest binary64 as it is read, under both strategies."""

    def read(value: Json) -> Json:
        if isinstance(value, float):
            return value
        largest = int(sys.float_info.max)
        return int(float(max(-largest, min(value, largest))))

    def step_of(step: Json) -> Json:
        if step is None or step["rewards"] is None:
            return step
        return {"rewards": {name: read(value) for name, value in step["rewards"].items()}}

    steps = [*map(step_of, case["steps"])]
    return MultiStep()({"strategy": case["strategy"], "steps": steps})


# source: .NET: (decimal)value, a conversion that keeps 15 significant digits
# differs: one step {"a": 0.30000000000000004}: a 0.3, not 0.30000000000000004
@candidate("multi_step")
def floats_are_averaged_with_15_digits(case: Json) -> Json:
    """Floats are rounded to 15 significant digits before they are averaged."""

    def mean(values: Json, add: Json) -> Json:
        return quotient([float(f"{v:.15g}") if isinstance(v, float) else v for v in values], add)

    return MultiStep(average=Average(mean=mean))(case)
