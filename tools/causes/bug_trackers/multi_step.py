"""Candidates of `multi_step` with one mistake each, from bug trackers."""

from typing import Any

from candidates.reference.multi_step import Average, MultiStep
from tools.causes.wrong.making import candidate

Json = Any


# source: HorizonRobotics/alf PR #256: the last step's reward is not added to the episode's
# differs: mean of {"a": 1} and {"a": 0}: a is 1.0, not 0.5
@candidate("multi_step")
def the_mean_leaves_out_the_last_step(case: Json) -> Json:
    """The mean leaves out the last step, with or without a result.

    Of a single step there is no result.
    """
    return MultiStep(average=lambda steps: Average()(steps[:-1]))(case)
