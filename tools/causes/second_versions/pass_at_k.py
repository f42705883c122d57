"""Second versions of `pass_at_k` with one mistake each."""

from itertools import groupby
from typing import Any

from candidates.reference.pass_at_k import (
    Average,
    PassAtK,
    estimate,
    grouped,
    pass_at_k,
    task_name,
    with_estimates,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: a cache by hand: `cache[(n, c)]`, added to a function whose k came from the enclosing
#   scope
# differs: one task of four attempts, one of them successful: pass@4 is 0.5, not 1.0
@candidate("pass_at_k")
def estimates_are_cached_without_k(case: Json) -> Json:
    """A task's estimate is cached by its attempts and successes but not by k.

    So every k has the value of the first, k = 2.
    """
    cache: dict[tuple[int, int], Json] = {}

    def cached(n: int, c: int, k: int) -> Json:
        if (n, c) not in cache:
            cache[n, c] = estimate(n, c, k)
        return cache[n, c]

    return PassAtK(average=Average(estimate=cached))(case)


# source: merging of a resumed job: `{t.trial_name: t for t in old + new}.values()`
# differs: two trials of one task, both with the trial_name "t", 0 and 1: {}, not a pass@2 of 1.0
@candidate("pass_at_k")
def trials_of_one_name_are_one_attempt(case: Json) -> Json:
    """Of several trials with the same trial_name only the last counts as an attempt.

    Trials without a trial_name all count.
    """
    by_name: Json = {}
    for place, trial in enumerate(case["trials"]):
        by_name[trial.get("trial_name", place)] = trial
    return pass_at_k({**case, "trials": [*by_name.values()]})


# source: an early exit: `if value == 1.0: break`, because pass@k does not fall as k grows
# differs: one task of four successful attempts: only k = 2, not 2 and 4
@candidate("pass_at_k")
def values_of_k_end_at_the_first_that_is_one(case: Json) -> Json:
    """A group's values of k end with the first whose pass@k is 1: greater k are left out."""

    def cut(groups: Json) -> Json:
        return with_estimates({key: _up_to_one(estimates) for key, estimates in groups.items()})

    return PassAtK(present=cut)(case)


# source: Python's `itertools.groupby` in place of a loop over a defaultdict, on trials that are not
#   sorted by the key
# differs: two trials of agent a, one of b, one of a, with 1, 0, 1, 0: {}, not a pass@2 of 2/3 of a
@candidate("pass_at_k")
def only_the_last_run_of_a_group_counts(case: Json) -> Json:
    """Where trials of other groups interrupt those of a group, only the last stretch counts.

    Those before the last such interruption are left out.
    """

    def runs(trials: Json, key: Json) -> Json:
        return {name: [*run] for name, run in groupby(trials, key)}

    return PassAtK(groups=runs)(case)


# source: a vectorised version: the attempts as a matrix of tasks by attempts, padded with zeros
#   (`zip_longest(..., fillvalue=0)`)
# differs: a task of two successes and one of a single success: a pass@2 of 1.0, not {}
@candidate("pass_at_k")
def tasks_are_padded_with_failures(case: Json) -> Json:
    """A task with fewer attempts than another of its group gets failures for what is missing.

    So all have as many attempts as the task with the most and k goes up to that number.
    """

    def padded(trials: Json, key: Json) -> Json:
        return {name: _as_matrix(group) for name, group in grouped(trials, key).items()}

    return PassAtK(groups=padded)(case)


def _as_matrix(trials: Json) -> Json:
    tasks = grouped(trials, task_name)
    most = max(map(len, tasks.values()))
    missing = [
        {**attempts[0], "verifier_result": None}
        for attempts in tasks.values()
        for _ in range(most - len(attempts))
    ]
    return [*trials, *missing]


def _up_to_one(estimates: Json) -> Json:
    kept: Json = {}
    for k, value in estimates.items():
        kept[k] = value
        if value == 1:
            break
    return kept
