"""Mistakes in `multi_step`."""

from typing import Any

from candidates.reference.multi_step import Average, MultiStep
from tools.causes.wrong.making import candidate

Json = Any


# source: a refactoring that lost the early return for steps that have no rewards
# differs: one step of null rewards: {"rewards": {}}, not null
@candidate("multi_step")
def mean_of_no_names_is_a_result_without_rewards(case: Json) -> Json:
    """Where no step has a name, the mean is a result of empty rewards instead of none."""

    def average(steps: Json) -> Json:
        return Average()(steps) or {"rewards": {}}

    return MultiStep(average=average)(case)
