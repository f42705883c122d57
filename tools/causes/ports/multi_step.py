"""Mistakes of ports in `multi_step`."""

import math
import sys
from typing import Any

from candidates.reference.metric import quotient
from candidates.reference.multi_step import Average, MultiStep, last_result, names_of
from tools.causes.wrong.making import candidate

Json = Any


# source: SQL: AVG(value) with GROUP BY name, over one row for each reward that there is
# differs: steps {"a": 1} and {"b": 1}: a and b 1.0, not 0.5
@candidate("multi_step")
def mean_is_over_the_steps_that_have_the_name(case: Json) -> Json:
    """The mean of a name is over the steps that have it; a missing name does not count as 0."""

    def columns(rows: Json) -> Json:
        return {name: [row[name] for row in rows if name in row] for name in names_of(rows)}

    return MultiStep(average=Average(columns=columns))(case)


# source: JavaScript: steps.filter((step) => step?.rewards)
# differs: steps with rewards null and {"a": 1}: a 1.0, not 0.5
@candidate("multi_step")
def steps_with_null_rewards_are_left_out(case: Json) -> Json:
    """A step whose rewards are null is left out of the mean, as one without a result is."""

    def rows(steps: Json) -> Json:
        found = [step["rewards"] for step in steps if step is not None]
        return [rewards for rewards in found if rewards is not None]

    return MultiStep(average=Average(rows=rows))(case)


# source: Ruby: steps.compact, called once before the strategy is looked at
# differs: final of {"a": 1} and a step without a result: {"a": 1}, not null
@candidate("multi_step")
def final_is_the_last_step_that_has_a_result(case: Json) -> Json:
    """The strategy final takes the last step that has a result, not the last step."""

    def final(steps: Json) -> Json:
        return last_result([step for step in steps if step is not None])

    return MultiStep(final=final)(case)


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


# source: R: mean(x, na.rm = TRUE), since is.na(NaN) is TRUE
# differs: steps {"a": nan} and {"a": 1}: a 1.0, not nan
@candidate("multi_step")
def nan_is_left_out_of_the_mean(case: Json) -> Json:
    """A value of nan is left out of the mean and of its count unless all values are nan."""

    def mean(values: Json, add: Json) -> Json:
        known = [one for one in values if not (isinstance(one, float) and math.isnan(one))]
        return quotient(known or values, add)

    return MultiStep(average=Average(mean=mean))(case)


# source: .NET: (decimal)value, a conversion that keeps 15 significant digits
# differs: one step {"a": 0.30000000000000004}: a 0.3, not 0.30000000000000004
@candidate("multi_step")
def floats_are_averaged_with_15_digits(case: Json) -> Json:
    """Floats are rounded to 15 significant digits before they are averaged."""

    def mean(values: Json, add: Json) -> Json:
        return quotient([float(f"{v:.15g}") if isinstance(v, float) else v for v in values], add)

    return MultiStep(average=Average(mean=mean))(case)
