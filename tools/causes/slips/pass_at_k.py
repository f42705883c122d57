"""Slips in `pass_at_k`."""

from typing import Any

from candidates.reference.pass_at_k import (
    Average,
    PassAtK,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: a stale variable: n after the loop over the tasks, where the minimum is meant
# differs: 1 attempt at one task, then 2 of 1 and 0 at another: {"2": 1.0}, not no group
@candidate("pass_at_k")
def attempts_at_the_last_task_limit_k(case: Json) -> Json:
    """The number of attempts at the last task limits k, not the smallest of all tasks."""
    return PassAtK(fewest=lambda counts: counts[-1])(case)


# source: a wrong variable: the smallest number of attempts is passed as n of each task
# differs: attempts of 1, 0 and of 1, 0, 0: {"2": 1.0}, not {"2": 0.8333333333333334}
@candidate("pass_at_k")
def fewest_attempts_are_the_n_of_every_task(case: Json) -> Json:
    """The estimate of a task takes the fewest attempts at any task for the task's own number."""

    def average(tasks: Json, k: int) -> Json:
        fewest = min(map(len, tasks))

        def estimate(_n: int, c: int, k: int) -> Json:
            return Average().estimate(fewest, c, k)

        return Average(estimate=estimate)(tasks, k)

    return PassAtK(average=average)(case)


# source: a comparison that is off by one: while k < fewest instead of while k <= fewest
# differs: two attempts of 1: no group, not {"2": 1.0}
@candidate("pass_at_k")
def power_of_two_that_is_the_limit_is_missing(case: Json) -> Json:
    """A power of two is a k only where it is below the fewest attempts, not equal to them."""

    def k_values(fewest: int) -> list[int]:
        values = set(range(5, fewest + 1, 5))
        k = 2
        while k < fewest:
            values.add(k)
            k *= 2
        return sorted(values)

    return PassAtK(k_values=k_values)(case)
