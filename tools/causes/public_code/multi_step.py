"""Mistakes in `multi_step` that public code makes."""

from typing import Any

from candidates.reference.multi_step import (
    Average,
    MultiStep,
    rewards_of_results,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: PrimeIntellect-ai/verifiers, pull request 1554: rewards add up, metrics are overwritten
# differs: steps {"reward": 1, "speed": 4} and {"reward": 0, "speed": 2}: speed is 2, not 3.0
@candidate("multi_step")
def names_beside_reward_keep_their_last_value(case: Json) -> Json:
    """A name other than reward has the value of the last step that has it, not a mean."""

    def average(steps: Json) -> Json:
        result: Json = Average()(steps)
        if result is None:
            return None
        latest: Json = {}
        for rewards in rewards_of_results(steps):
            latest.update(rewards)
        means = {name: value for name, value in result["rewards"].items() if name == "reward"}
        return {"rewards": {name: means.get(name, latest[name]) for name in result["rewards"]}}

    return MultiStep(average=average)(case)


# source: NVIDIA-NeMo/labs-molt, pull request 64: rows that repeat a reward are merged first
# differs: steps {"reward": 1}, {"reward": 1} and {"reward": 0}: 0.5, not 0.6666666666666666
@candidate("multi_step")
def steps_with_equal_rewards_count_once(case: Json) -> Json:
    """Steps whose rewards are equal count as one step in the mean."""

    def rows(steps: Json) -> Json:
        kept: Json = []
        for row in rewards_of_results(steps):
            if row not in kept:
                kept.append(row)
        return kept

    return MultiStep(average=Average(rows=rows))(case)
