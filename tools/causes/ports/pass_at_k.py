"""Mistakes of ports in `pass_at_k`."""

from typing import Any

from candidates.reference.pass_at_k import PassAtK, evals_key, grouped, rewards_of
from tools.causes.wrong.making import candidate

Json = Any


# source: PHP: $k % 5 == 0 || $k & ($k - 1) == 0, where == binds more tightly than &
# differs: 5 attempts at a task: k = 5 only, not 2, 4 and 5
@candidate("pass_at_k")
def only_multiples_of_five_are_estimated(case: Json) -> Json:
    """The powers of two that are not multiples of five are missing among the k."""

    def k_values(fewest: int) -> list[int]:
        return [*range(5, fewest + 1, 5)]

    return PassAtK(k_values=k_values)(case)


# source: SQL: COUNT(reward) as the number of attempts, which does not count null
# differs: one task with null rewards and 1: no k, not pass@2 of 1.0
@candidate("pass_at_k")
def attempts_without_rewards_are_not_counted(case: Json) -> Json:
    """An attempt without rewards is not counted as one; a task of only these has 0 attempts."""
    rewarded = [trial for trial in case["trials"] if rewards_of(trial) is not None]

    def tasks(trials: Json) -> set[tuple[str, str]]:
        return {(evals_key(trial), trial["task_name"]) for trial in trials}

    without_attempts = {key for key, _ in tasks(case["trials"]) - tasks(rewarded)}

    def groups(trials: Json, key: Json) -> Json:
        found = grouped(trials, key).items()
        return {name: group for name, group in found if name not in without_attempts}

    return PassAtK(groups=groups)({"trials": rewarded})
