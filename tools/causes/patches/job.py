"""Patches to `job` that break one rule each."""

from typing import Any

from candidates.reference.harbor_json import Members
from candidates.reference.job import Job, Stats
from candidates.reference.job_evals import Evals, RewardStats
from tools.causes.wrong.making import candidate

Json = Any


# source: patch "stable diffs": the lists of trials are sorted as they are written
# differs: reward 1 of b and then of a: {"1": ["a", "b"]}, not {"1": ["b", "a"]}
@candidate("job")
def listed_trials_are_sorted(case: Json) -> Json:
    """The lists of trials in reward_stats are sorted by code point, not in the trials' order.

    Those of exception_stats are in order.
    """

    def lists(group: Json) -> Json:
        stats: Json = RewardStats()(group)
        return {
            reward: Members([(value, sorted(names)) for value, names in members.pairs])
            for reward, members in stats.items()
        }

    return Job(stats=Stats(evals=Evals(reward_stats=lists)))(case)
