"""Ports of `multi_step` with one mistake each."""

from typing import Any

from candidates.reference.multi_step import (
    MultiStep,
    names_of,
    rewards_of_results,
)
from candidates.reference.summation import total
from tools.causes.wrong.making import candidate

Json = Any


# source: EleutherAI/lm-evaluation-harness PR #4068: all metrics have the sample count of the last
#   one
# differs: mean of {"a": 1} and {"a": 1, "b": 1}: "a" is 2.0 and "b" 1.0, not 1.0 and 0.5
@candidate("multi_step")
def all_means_have_the_count_of_the_last_name(case: Json) -> Json:
    """In a mean, every name's sum is divided by the number of steps that have the last name."""

    def average(steps: Json) -> Json:
        rows = rewards_of_results(steps)
        names = names_of(rows)
        if not names:
            return None
        count = sum(names[-1] in row for row in rows)
        return {
            "rewards": {name: total([row.get(name, 0) for row in rows]) / count for name in names}
        }

    return MultiStep(average=average)(case)
