"""Versions of `multi_step` that one commit broke."""

from contextlib import suppress
from typing import Any

from candidates.reference.metric import quotient
from candidates.reference.multi_step import (
    Columns,
    MultiStep,
    rewards_of_results,
)
from candidates.reference.summation import total
from tools.causes.wrong.making import candidate

Json = Any


# source: commit "log and continue on errors": a name whose mean fails is left out
# differs: mean of {"a": 10**400, "b": 1}: {"b": 1.0}, not OverflowError
@candidate("multi_step")
def a_mean_that_overflows_is_left_out(case: Json) -> Json:
    """A name whose mean raises OverflowError is left out; the error should be the answer.

    With no other name the rewards are an empty object.
    """

    def average(steps: Json) -> Json:
        rows = rewards_of_results(steps)
        if not any(rows):
            return None
        means: dict[str, Json] = {}
        for name, values in Columns()(rows).items():
            with suppress(OverflowError):
                means[name] = quotient(values, total)
        return {"rewards": means}

    return MultiStep(average=average)(case)
