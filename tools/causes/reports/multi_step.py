"""Ports of `multi_step` with one mistake each."""

import math
from typing import Any

from candidates.reference.metric import quotient
from candidates.reference.multi_step import (
    Average,
    MultiStep,
    multi_step,
    names_of,
    rewards_of_results,
)
from candidates.reference.summation import total
from tools.causes.wrong.making import candidate

Json = Any


def _is_nan(value: Json) -> bool:
    return isinstance(value, float) and math.isnan(value)


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


# source: UKGovernmentBEIS/inspect_ai PR #799: scores of a single epoch are not reduced
# differs: the mean of the only step, whose rewards are {}: {"rewards": {}}, not null
@candidate("multi_step")
def the_only_result_is_not_averaged(case: Json) -> Json:
    """With the strategy mean and just one step with a result, that result is returned unchanged."""

    def average(steps: Json) -> Json:
        results = [step for step in steps if step is not None]
        return results[0] if len(results) == 1 else Average()(steps)

    return MultiStep(average=average)(case)


# source: strands-rl/strands-env PR #208: a sample that carries no reward is excluded from the
#   metrics
# differs: mean of {"a": 1} and a result with null rewards: {"a": 1.0}, not {"a": 0.5}
@candidate("multi_step")
def null_rewards_leave_the_mean(case: Json) -> Json:
    """A step whose result has null rewards is left out of the mean, as one without a result is."""

    def rows(steps: Json) -> Json:
        return [
            step["rewards"] for step in steps if step is not None and step["rewards"] is not None
        ]

    return MultiStep(average=Average(rows=rows))(case)


# source: Azure/azure-sdk-for-python PR #38367: nan is removed before the mean
# differs: mean of {"a": nan} and {"a": 1}: 1.0, not nan
@candidate("multi_step")
def a_mean_skips_nan(case: Json) -> Json:
    """The mean of a name leaves out the values that are nan, and does not count them.

    Where all are nan, they stay.
    """

    def mean(values: Json, add: Json) -> Json:
        return quotient([value for value in values if not _is_nan(value)] or values, add)

    return MultiStep(average=Average(mean=mean))(case)


# source: ziyuwan/ReMA-public issue #2: only the reward of an episode's final step is used
# differs: no strategy, {"a": 1} and then {"a": 0}: {"a": 0}, not {"a": 0.5}
@candidate("multi_step")
def an_unset_strategy_is_final(case: Json) -> Json:
    """Where the task sets no strategy, the last step's result is taken instead of the mean."""
    return multi_step(case | {"strategy": case["strategy"] or "final"})
