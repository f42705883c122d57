"""Slips in changes to ports of `pass_at_k`."""

from itertools import takewhile
from typing import Any

from candidates.reference.metric import quotient
from candidates.reference.pass_at_k import (
    Average,
    EvalsKey,
    PassAtK,
    Success,
    estimate,
    grouped,
)
from candidates.reference.summation import total
from tools.causes.wrong.making import candidate

Json = Any


# source: javascript/pass_at_k.mjs:28, the parts of a group's name: the default of the source
#   moved from what is empty to what is null
# differs: a source of "": the group "a__", not "a__adhoc"
@candidate("pass_at_k")
def an_empty_source_stays_empty(case: Json) -> Json:
    """Only a source that is null or absent counts as "adhoc"; an empty one adds an empty part."""

    def source(name: str | None) -> list[str]:
        return ["adhoc" if name is None else name]

    return PassAtK(key=EvalsKey(source=source))(case)


# source: rust/pass_at_k.rs:72, the return that switches a group off: where the function was
#   taken apart, it became a break of the loop
# differs: rewards 1, 0 and 0.5 of one task: {"2": 1.0}, not nothing
@candidate("pass_at_k")
def a_group_ends_at_what_switches_it_off(case: Json) -> Json:
    """A trial that should switch its group off only ends it: the trials before it count.

    It and the trials of its group behind it do not.
    """
    success = Success()

    def groups(trials: Json, key: Json) -> Json:
        cut = {
            name: list(takewhile(lambda trial: success(trial) is not None, group))
            for name, group in grouped(trials, key).items()
        }
        return {name: group for name, group in cut.items() if group}

    return PassAtK(groups=groups)(case)


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


# source: rust/pass_at_k.rs:123, the test for a certain success: turned around, it kept the
#   boundary on the wrong side
# differs: the attempts 0 and 0: {"2": 1.0}, not {"2": 0.0}
@candidate("pass_at_k")
def as_many_failures_as_k_are_a_success(case: Json) -> Json:
    """Where a task has exactly k failures, its estimate is 1.0."""

    def estimated(n: int, c: int, k: int) -> Json:
        return 1.0 if n - c == k else estimate(n, c, k)

    return PassAtK(average=Average(estimate=estimated))(case)


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
