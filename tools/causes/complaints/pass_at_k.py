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


# source: verl-project/verl PR #7240: draws are with replacement, so 1 success of 4 gives
#   1 - (3/4)**4 at k = 4
# differs: 1 success of 2, k = 2: 0.75, not 1.0
@candidate("pass_at_k")
def attempts_are_drawn_with_replacement(case: Json) -> Json:
    """The estimate of a task is 1 - (1 - c / n) ** k, as if attempts were put back."""

    def biased(n: int, c: int, k: int) -> Json:
        return 1.0 - (1.0 - c / n) ** k

    return PassAtK(average=Average(estimate=biased))(case)


# source: openai/human-eval issue #35: where k exceeds the samples of a problem, the estimate is
#   1 even without a correct sample
# differs: two failures at one task and one at another: {"2": 0.5}, not no k
@candidate("pass_at_k")
def k_goes_to_the_most_attempts(case: Json) -> Json:
    """The values of k go up to the most attempts at a task, not to the fewest.

    A task with fewer attempts than k counts as 1.0, even if none is a success.
    """
    return PassAtK(fewest=max)(case)


# source: FrontierCS/Frontier-CS issue #161: failed evaluations are left out of the denominator of
#   pass@k
# differs: a success, a failure and a trial without rewards, k = 2: 1.0, not 0.6666666666666667
@candidate("pass_at_k")
def trials_without_rewards_are_no_attempts(case: Json) -> Json:
    """A trial without rewards is left out, where it should count as a failure.

    It is no attempt, so there may be fewer values of k, or no task or group.
    """
    trials = [trial for trial in case["trials"] if rewards_of(trial) is not None]
    return pass_at_k({"trials": trials})


# source: akashgit/remote-factory issue #685: a task is resolved as soon as any of its tests passes
# differs: rewards 0.5 and 0 at a task, k = 2: {"2": 1.0}, not no k
@candidate("pass_at_k")
def any_reward_above_zero_is_a_success(case: Json) -> Json:
    """Any reward above 0 is a success and any other a failure.

    Rewards other than 0 and 1 should switch the group off.
    """
    return PassAtK(success=Success(binary=lambda value: int(value > 0)))(case)


# source: paiml/aprender PR #2118: the counts over all problems are put into the formula for the
#   samples of one problem
# differs: two successes at one task and two failures at another, k = 2: 0.8333333333333334, not 0.5
@candidate("pass_at_k")
def the_tasks_of_a_group_are_pooled(case: Json) -> Json:
    """One estimate is made of all attempts at all tasks of a group together.

    It should be the mean of the tasks' estimates. The values of k are as before.
    """

    def average(tasks: Json, k: int) -> Json:
        attempts = [attempt for task in tasks for attempt in task]
        return estimate(len(attempts), sum(attempts), k)

    return PassAtK(average=average)(case)
