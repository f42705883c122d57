"""Ports of `job` with one mistake each."""

from collections.abc import Hashable
from typing import Any

from candidates.reference.job import Job, Stats
from candidates.reference.job_evals import Evals, RewardStats, alike
from candidates.reference.job_trial import Number
from tools.causes.wrong.making import candidate

Json = Any


# source: Java: Integer.equals(Double) is false, so a Map<Number, List> has 1 and 1.0 as two keys
# differs: rewards 1 and 1.0: "1": ["t1"], "1.0": ["t2"], not "1": ["t1", "t2"]
@candidate("job")
def integers_and_floats_have_lists_of_their_own(case: Json) -> Json:
    """In reward_stats an integer and a float that are equal have two lists, not one."""

    def typed(value: Number) -> Hashable:
        return isinstance(value, float), alike(value)

    return Job(stats=Stats(evals=Evals(reward_stats=RewardStats(alike=typed))))(case)
