"""Changes to a `pass_at_k` that worked, each of which broke one thing."""

import math
from typing import Any

from candidates.reference.pass_at_k import (
    Average,
    PassAtK,
    Success,
    estimate,
    evals_key,
    pass_at_k,
)
from candidates.reference.summation import total
from tools.causes.wrong.making import candidate

Json = Any


# source: commit "math.comb in place of the hand-written product"
# differs: 1 of 13 attempts successful, k 5: 0.3846153846153846, not 0.3846153846153847
@candidate("pass_at_k")
def an_estimate_is_a_quotient_of_binomials(case: Json) -> Json:
    """An estimate is 1 - comb(n - c, k) / comb(n, k), which is rounded twice only.

    It should be 1 less a product of k quotients that is rounded at each of them, from the first
    attempt on.
    """

    def by_binomials(n: int, c: int, k: int) -> Json:
        return 1.0 - math.comb(n - c, k) / math.comb(n, k)

    return PassAtK(average=Average(estimate=by_binomials))(case)


# source: commit "partial credit must not switch pass@k off": `0 <= value <= 1` where it was
#   `value in (0, 1)`; the int() behind it stayed
# differs: one task, rewards 1 and 0.5: {"2": 1.0}, not no group
@candidate("pass_at_k")
def a_fraction_is_a_failure(case: Json) -> Json:
    """A reward between 0 and 1 counts as a failure; it should switch its group off.

    Other numbers, nan among them, switch it off as they should, and so do several rewards or
    an empty object of them.
    """

    def binary(value: Json) -> Json:
        return int(value) if 0 <= value <= 1 else None

    return PassAtK(success=Success(binary=binary))(case)


# source: commit "cache the evals key per agent and dataset", before there were several models
# differs: trials of agent a with models m and n: all in a__m__adhoc, not each in its own group
@candidate("pass_at_k")
def the_key_of_a_group_is_cached_without_its_model(case: Json) -> Json:
    """All trials of one agent and one source are in one group, with any models.

    Its key has the model of the first of these trials. Each model should have its own group. A
    source that is empty, null or absent is one and the same.
    """
    cache: Json = {}

    def key(trial: Json) -> str:
        found: str = cache.setdefault(
            (trial["agent"], trial.get("source") or None), evals_key(trial)
        )
        return found

    return PassAtK(key=key)(case)


# source: commit "generate the values of k with range() in place of the while loop"
# differs: one task with 2 successful attempts: no group, not {"2": 1.0}
@candidate("pass_at_k")
def k_stays_below_the_fewest_attempts(case: Json) -> Json:
    """The values of k are less than the fewest attempts at a task; they should reach that number.

    So where it is 2 the group is left out.
    """
    groups: Json = {}
    for trial in case["trials"]:
        tasks = groups.setdefault(evals_key(trial), {})
        tasks.setdefault(trial["task_name"], []).append(Success()(trial))
    answer: Json = {}
    for key, tasks in groups.items():
        if any(None in attempts for attempts in tasks.values()):
            continue
        for k in range(2, min(map(len, tasks.values()))):
            if k % 5 == 0 or k & (k - 1) == 0:
                chances = [estimate(len(each), sum(each), k) for each in tasks.values()]
                answer.setdefault(key, {})[str(k)] = total(chances) / len(chances)
    return answer


# source: commit "guard clause: trials that died before the verifier have no rewards to look at"
# differs: one task, 2 successes and a trial without a result: 2 attempts, not 3
@candidate("pass_at_k")
def a_trial_without_rewards_is_no_attempt(case: Json) -> Json:
    """A trial without a verifier result, or with null rewards, is skipped.

    It should count as a failed attempt at its task. A task with no other trials is left out of
    its group, as is a group with no other trials.
    """
    kept = []
    for trial in case["trials"]:
        result = trial.get("verifier_result")
        if result is None or result["rewards"] is None:
            continue
        kept.append(trial)
    return pass_at_k({"trials": kept})
