"""Ports of `pass_at_k` with one mistake each."""

from typing import Any

from candidates.reference.pass_at_k import Average, PassAtK, estimate, pass_at_k, rewards_of
from tools.causes.wrong.making import candidate

Json = Any


# source: confident-ai/deepeval PR #2967: the estimate of a task is tested for truth, and any that
#   is not 0 counts as a pass
# differs: one success in three attempts at a task: {"2": 1.0}, not {"2": 0.6666666666666667}
@candidate("pass_at_k")
def any_success_passes_a_task(case: Json) -> Json:
    """A task with any success counts as 1.0 for every k, and one without as 0.0."""

    def passed(n: int, c: int, k: int) -> Json:
        return 1.0 if estimate(n, c, k) else 0.0

    return PassAtK(average=Average(estimate=passed))(case)


# source: paiml/aprender PR #2118: the formula is given the counts of all problems together, not
#   the samples of one problem
# differs: two successes at task t and two failures at task u: {"2": 0.8333333333333334}, not 0.5
@candidate("pass_at_k")
def tasks_are_pooled(case: Json) -> Json:
    """The estimate is made once, of all attempts and successes of a group, not task by task.

    Which k there are still depends on the task with the fewest attempts.
    """

    def average(tasks: Json, k: int) -> Json:
        return estimate(sum(map(len, tasks)), sum(map(sum, tasks)), k)

    return PassAtK(average=average)(case)


# source: verl-project/verl PR #7240: attempts are drawn with replacement, so one correct of four
#   gives 1 - (3/4)**4 for k = 4
# differs: one success in two attempts at a task: {"2": 0.75}, not {"2": 1.0}
@candidate("pass_at_k")
def attempts_are_drawn_with_replacement(case: Json) -> Json:
    """The estimate of a task is 1 - (1 - c / n)**k, as if an attempt could be drawn again."""

    def drawn(n: int, c: int, k: int) -> Json:
        return 1.0 - (1.0 - c / n) ** k

    return PassAtK(average=Average(estimate=drawn))(case)


# source: FrontierCS/Frontier-CS issue #161: failed evaluations are left out of the denominators of
#   pass@k instead of counting as 0
# differs: rewards 1, 0 and null at a task: {"2": 1.0}, not {"2": 0.6666666666666667}
@candidate("pass_at_k")
def trials_without_rewards_are_left_out(case: Json) -> Json:
    """Trials without rewards are no attempts; they should be attempts that fail.

    A task or group that has only such trials is as if it were not there.
    """
    trials = [trial for trial in case["trials"] if rewards_of(trial) is not None]
    return pass_at_k(case | {"trials": trials})


# source: nuprl/MultiPL-E issue #40: pass@k is reported for k beyond the number of samples, where
#   the formula gives 1 even without a success
# differs: two successes at task t and one failure at task u: {"2": 1.0}, not {}
@candidate("pass_at_k")
def most_attempts_decide_on_k(case: Json) -> Json:
    """The k of a group go up to the attempts of the task with the most, not with the fewest.

    A task with less than k attempts counts as 1.0 for that k, successes or not.
    """
    return PassAtK(fewest=max)(case)
