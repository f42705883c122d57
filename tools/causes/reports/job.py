"""Ports of `job` with one mistake each."""

import math
from typing import Any

from candidates.reference.job import Cost, Job, Stats, usages
from candidates.reference.job_evals import Evals, RewardStats, alike
from tools.causes.wrong.making import candidate

Json = Any


# source: zed-industries/zed PR #31885: input tokens were prompt tokens plus cached tokens, which
#   they contain already
# differs: 100 input tokens, of which 40 from the cache: "n_input_tokens": 140, not 100
@candidate("job")
def cache_tokens_are_added_to_input_tokens(case: Json) -> Json:
    """The job's n_input_tokens adds to the input tokens of each trial its cache tokens.

    It does so where the input tokens are known.
    """

    def input_tokens(job: Json) -> Json:
        counts = [
            usage["n_input_tokens"] + (usage["n_cache_tokens"] or 0)
            for usage in usages(job)
            if usage["n_input_tokens"] is not None
        ]
        return sum(counts) if counts else None

    return Job(stats=Stats(n_input_tokens=input_tokens))(case)


# source: Agenta-AI/agenta PR #5721: usage is recorded only where the token total is truthy, so
#   the cost is lost
# differs: a cost of 0.25 without token counts: "cost_usd": null, not 0.25
@candidate("job")
def a_cost_without_tokens_is_lost(case: Json) -> Json:
    """The cost of a trial whose input and output tokens add up to 0 is left out of cost_usd.

    Unknown tokens count as 0.
    """

    def cost(job: Json) -> Json:
        trials = [
            trial
            for trial in job["trials"]
            if (usage := trial["usage"]) is not None
            and (usage["n_input_tokens"] or 0) + (usage["n_output_tokens"] or 0)
        ]
        return Cost()(job | {"trials": trials})

    return Job(stats=Stats(cost_usd=cost))(case)


# source: uncharted-distil/distil PR #57: the keys of buckets are cast to integers before they
#   become texts
# differs: rewards of 0 and 0.5: reward_stats has {"0": ["t1", "t2"]}, not {"0": ["t1"], "0.5":
#   ["t2"]}
@candidate("job")
def reward_stats_have_whole_numbers(case: Json) -> Json:
    """In reward_stats a finite reward is cut to an integer towards zero.

    The integer names its list and decides which trials share it.
    """

    def whole(value: Json) -> Json:
        return value if isinstance(value, int) or not math.isfinite(value) else int(value)

    reward_stats = RewardStats(
        alike=lambda value: alike(whole(value)), name=lambda earlier, _later: whole(earlier)
    )
    return Job(stats=Stats(evals=Evals(reward_stats=reward_stats)))(case)
