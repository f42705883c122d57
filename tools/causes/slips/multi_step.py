"""Slips in `multi_step`."""

from typing import Any

from candidates.reference.multi_step import Average, Columns, MultiStep
from tools.causes.wrong.making import candidate

Json = Any


# source: a stale variable: the value is assigned only where the row has the key, and then added
# differs: steps of {"a": 1, "b": 1} and {"a": 1}: {"a": 1.0, "b": 1.0}, not {"a": 1.0, "b": 0.5}
@candidate("multi_step")
def value_of_the_step_before_is_left_over(case: Json) -> Json:
    """A name that a step lacks counts there with its value of the step before."""

    def columns(rows: Json) -> Json:
        values: Json = {}
        for name in Columns().names(rows):
            value = 0
            for row in rows:
                if name in row:
                    value = row[name]
                values.setdefault(name, []).append(value)
        return values

    return MultiStep(average=Average(columns=columns))(case)
