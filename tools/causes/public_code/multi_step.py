"""Mistakes in `multi_step` that public code makes."""

from typing import Any

from candidates.reference.metric import quotient
from candidates.reference.multi_step import (
    Average,
    Columns,
    MultiStep,
    last_result,
    rewards_of_results,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: langchain-ai/deepagents, pull request 2115: guards of the form "if not rewards"
# differs: strategy final, last step {"rewards": {}}: null, not {"rewards": {}}
@candidate("multi_step")
def final_result_without_rewards_is_no_result(case: Json) -> Json:
    """With the strategy final, a last result with empty or null rewards counts as no result."""

    def final(steps: Json) -> Json:
        result = last_result(steps)
        return result if result and result["rewards"] else None

    return MultiStep(final=final)(case)


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


# source: AffineFoundation/affine-cortex, pull request 62: divided by the number of all steps
# differs: steps {"reward": 1} and null: 0.5, not 1.0
@candidate("multi_step")
def step_without_a_result_counts_in_the_mean(case: Json) -> Json:
    """A step without a result counts as 0 for each name instead of being left out."""

    def rows(steps: Json) -> Json:
        return [(step["rewards"] or {}) if step else {} for step in steps]

    return MultiStep(average=Average(rows=rows))(case)


# source: tables whose header is that of the first row, as csv.DictWriter is often used
# differs: steps {"a": 1} and {"a": 0, "b": 1}: {"a": 0.5}, not {"a": 0.5, "b": 0.5}
@candidate("multi_step")
def first_step_decides_on_the_names(case: Json) -> Json:
    """Only names that the first step with any rewards has are averaged."""

    def names(rows: Json) -> Json:
        return list(next(filter(None, rows)))

    return MultiStep(average=Average(columns=Columns(names=names)))(case)


# source: a reader in Go whose field for the reward is an int, so a quotient is cut off
# differs: steps {"reward": 1} and {"reward": 0}: 0, not 0.5
@candidate("multi_step")
def mean_of_integers_is_cut_to_an_integer(case: Json) -> Json:
    """The mean of values that are all integers is an integer, cut off towards zero."""

    def mean(values: Json, add: Json) -> Json:
        if all(isinstance(value, int) for value in values):
            total = sum(values)
            return abs(total) // len(values) * (1 if total >= 0 else -1)
        return quotient(values, add)

    return MultiStep(average=Average(mean=mean))(case)
