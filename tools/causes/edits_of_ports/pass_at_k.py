"""Slips in changes to ports of `pass_at_k`."""

from typing import Any

from candidates.reference.metric import quotient
from candidates.reference.pass_at_k import (
    PassAtK,
)
from candidates.reference.summation import total
from tools.causes.wrong.making import candidate

Json = Any


# source: javascript/pass_at_k.mjs:107, the product's beginning: the estimate was put into the
#   loop over the tasks, and this line before it
# differs: tasks with the attempts 1, 0, 0 and 1, 0, 0: about 0.78, not about 0.67
@candidate("pass_at_k")
def the_product_goes_on_over_the_tasks(case: Json) -> Json:
    """For each k, a task's product starts with that of the tasks before it, not with 1.

    Tasks with fewer than k failures have none, and leave it as it is.
    """

    def average(tasks: Json, k: int) -> float:
        all_fail = 1.0
        estimates = []
        for attempts in tasks:
            n, c = len(attempts), sum(attempts)
            if n - c < k:
                estimates.append(1.0)
                continue
            for i in range(k):
                all_fail *= (n - c - i) / (n - i)
            estimates.append(1.0 - all_fail)
        return quotient(estimates, total)

    return PassAtK(average=average)(case)


# source: rust/pass_at_k.rs:81, the fewest attempts of a group: found while tasks are counted, in
#   a variable that is set outside the loop over the groups
# differs: a group with 2 attempts, then one with 4: the second has no k of 4
@candidate("pass_at_k")
def the_fewest_attempts_hold_for_later_groups(case: Json) -> Json:
    """The fewest attempts that decide on k are those of a group and of all groups before it.

    Groups that are switched off do not count.
    """
    seen: list[int] = []

    def fewest(counts: Json) -> int:
        seen.extend(counts)
        return min(seen)

    return PassAtK(fewest=fewest)(case)
