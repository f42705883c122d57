"""Patches to `pass_at_k` that break one rule each."""

import math
from typing import Any

from candidates.reference.pass_at_k import (
    Average,
    PassAtK,
    Success,
    eligible_k_values,
    evals_key,
    grouped,
)
from tools.causes.wrong.making import candidate

Json = Any

TOLERANCE = 1e-9


# source: patch "two loops, not a test of each k" at `eligible_k_values` (pass_at_k.py:121)
# differs: two attempts at each task: no k, not k = 2
@candidate("pass_at_k")
def a_power_of_two_has_to_be_below_the_fewest(case: Json) -> Json:
    """A power of two is a k only if it is less than the fewest attempts, not if it equals them.

    Multiples of five may still equal them.
    """

    def k_values(fewest: int) -> list[int]:
        return [k for k in eligible_k_values(fewest) if k % 5 == 0 or k < fewest]

    return PassAtK(k_values=k_values)(case)


# source: patch "use math.comb" at `1.0 - all_fail` (pass_at_k.py:136)
# differs: 2 successes of 6 attempts at one task, k = 2: 0.6, not 0.6000000000000001
@candidate("pass_at_k")
def an_estimate_divides_two_binomials(case: Json) -> Json:
    """An estimate is 1 - comb(n - c, k) / comb(n, k), with one division of two integers.

    It should be a product of k binary64 quotients, which is rounded otherwise.
    """

    def estimate(n: int, c: int, k: int) -> float:
        return 1.0 - math.comb(n - c, k) / math.comb(n, k)

    return PassAtK(average=Average(estimate=estimate))(case)


# source: patch "check rewards where the tasks are collected": `return {}` moved into the tasks
# differs: a task with 1 and 0, another with 1 and 0.5: {"2": 1.0} of the first, not no group
@candidate("pass_at_k")
def a_partial_reward_switches_off_only_its_task(case: Json) -> Json:
    """A trial that should switch its group off only leaves out its task.

    The fewest attempts, the values of k and the mean are those of the group's other tasks.
    """
    success = Success()
    off = {
        (evals_key(trial), trial["task_name"]) for trial in case["trials"] if success(trial) is None
    }
    kept = [one for one in case["trials"] if (evals_key(one), one["task_name"]) not in off]
    return PassAtK()({"trials": kept})


# source: patch "allow for rounding": `value in (0, 1)` became two calls of math.isclose
# differs: rewards 0.9999999999999999 and 0 of one task: {"2": 1.0}, not no group
@candidate("pass_at_k")
def a_reward_close_to_one_is_a_success(case: Json) -> Json:
    """A reward within 1e-9 of 1 is a success and one within 1e-9 of 0 a failure.

    It should switch its group off unless it equals 0 or 1.
    """

    def binary(value: Json) -> Json:
        return next((whole for whole in (0, 1) if abs(value - whole) <= TOLERANCE), None)

    return PassAtK(success=Success(binary=binary))(case)


# source: patch "allocate the map of tasks once", outside the loop over groups (pass_at_k.rs:44)
# differs: agent a with 1 and 1, agent b with 0 and 0 at one task: b's "2" is 1.0, not 0.0
@candidate("pass_at_k")
def attempts_of_earlier_groups_stay(case: Json) -> Json:
    """Each group also has the attempts, and the tasks, of all groups that began before it.

    Of an earlier group that was switched off it has those before the trial that did that.
    """
    success, average, steps = Success(), Average(), PassAtK()
    tasks: dict[str, list[int]] = {}

    def of_group(trials: Json) -> Json:
        for trial in trials:
            value = success(trial)
            if value is None:
                return {}
            tasks.setdefault(trial["task_name"], []).append(value)
        attempts = [*tasks.values()]
        fewest = min(map(len, attempts))
        return {str(k): average(attempts, k) for k in eligible_k_values(fewest)}

    groups = grouped(case["trials"], evals_key)
    return steps.present({key: of_group(trials) for key, trials in groups.items()})
