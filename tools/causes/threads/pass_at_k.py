"""Mistakes in `pass_at_k` that public threads report."""

import math
from typing import Any

from candidates.reference.pass_at_k import Average, PassAtK, Success, evals_key, grouped, rewards_of
from tools.causes.wrong.making import candidate

Json = Any


# source: nuprl/MultiPL-E issue 40: a k above a problem's samples gives it 1 without a word
# differs: tasks with 0, 0 and with 0, 0, 0, 0: {"2": 0.0, "4": 0.5}, not {"2": 0.0}
@candidate("pass_at_k")
def most_attempts_decide_on_the_k(case: Json) -> Json:
    """The task with the most attempts decides which k there are, not the one with the fewest."""
    return PassAtK(fewest=max)(case)


# source: a review of lamalab-org/corral pull 39: pass@k is 1 - (1 - c/n) ** k
# differs: one task with 1, 1, 0, 0: 0.75 for k = 2, not 0.8333333333333334
@candidate("pass_at_k")
def attempts_are_drawn_with_replacement(case: Json) -> Json:
    """The estimate is 1 - (1 - c/n) ** k, as if attempts were drawn with replacement."""

    def estimate(n: int, c: int, k: int) -> float:
        return 1.0 - math.pow(1.0 - c / n, k)

    return PassAtK(average=Average(estimate=estimate))(case)


# source: modelscope/evalscope issue 1542: what is called pass@k is the chance that all succeed
# differs: one task with 1, 0: {"2": 0.0}, not {"2": 1.0}
@candidate("pass_at_k")
def all_of_k_attempts_have_to_succeed(case: Json) -> Json:
    """The estimate is the chance that all k attempts succeed, not that one of them does."""

    def estimate(n: int, c: int, k: int) -> float:
        return math.comb(c, k) / math.comb(n, k)

    return PassAtK(average=Average(estimate=estimate))(case)


# source: paiml/aprender pull 2118: totals of all problems replace the samples of one
# differs: tasks with 1, 1 and with 0, 0: 0.8333333333333334 for k = 2, not 0.5
@candidate("pass_at_k")
def attempts_of_all_tasks_are_pooled(case: Json) -> Json:
    """The estimate is made once of all attempts of a group, not for each task and averaged."""

    def average(tasks: Json, k: int) -> Json:
        return Average()([[success for attempts in tasks for success in attempts]], k)

    return PassAtK(average=average)(case)


# source: rllm-org/rllm pull 595: all above zero is correct
# differs: one task with 0.5 and 0: {"2": 1.0}, not no estimate
@candidate("pass_at_k")
def rewards_above_zero_are_successes(case: Json) -> Json:
    """A reward above 0 is a success and any other a failure, and none switches a group off."""
    return PassAtK(success=Success(binary=lambda value: int(value > 0)))(case)


# source: kubernetes-sigs/devops-bench pull 193: unscored attempts are neither in n nor in c
# differs: one task with 1, 0, null, null: {"2": 1.0}, not {"2": 0.5, "4": 1.0}
@candidate("pass_at_k")
def trials_without_rewards_are_no_attempts(case: Json) -> Json:
    """Trials without rewards are left out of the attempts instead of counting as failures."""
    scored = [trial for trial in case["trials"] if rewards_of(trial) is not None]
    return PassAtK()({"trials": scored})


# source: radixark/miles pull 1326: a flat list is cut into groups of one size by position
# differs: 1 and 0 of the tasks a, b, a, b in turn: {"2": 1.0}, not {"2": 0.5}
@candidate("pass_at_k")
def attempts_are_assigned_to_tasks_by_position(case: Json) -> Json:
    """A group's trials are cut into equal runs by position instead of grouped by task name."""
    trials: list[Json] = []
    for group in grouped(case["trials"], evals_key).values():
        tasks = len({trial["task_name"] for trial in group})
        size = len(group) // tasks
        trials += [
            {**trial, "task_name": str(min(position // size, tasks - 1))}
            for position, trial in enumerate(group)
        ]
    return PassAtK()({"trials": trials})
