"""Candidates of `multi_step` with one mistake each."""

from typing import Any

from candidates.reference.metric import quotient
from candidates.reference.multi_step import Average, MultiStep
from candidates.reference.summation import total
from tools.causes.wrong.making import candidate

Json = Any


# source: strands-labs/robots PR #3521 and LeRobot's evaluation: an episode's reward is the sum of
#   the rewards of its steps
# differs: mean of {"a": 1} and {"a": 1}: {"a": 2}, not {"a": 1.0}
@candidate("multi_step")
def the_steps_are_added(case: Json) -> Json:
    """The strategy mean gives the sum of the steps: it is not divided by their number.

    Where the mean cannot be computed, the error is the same.
    """

    def added(values: Json, add: Json) -> Json:
        quotient(values, add)
        return total(values)

    return MultiStep(average=Average(mean=added))(case)
