"""Habits of public code that estimates pass@k that are wrong for `pass_at_k`."""

import math
from typing import Any

from candidates.reference.metric import quotient
from candidates.reference.pass_at_k import (
    Average,
    PassAtK,
    Success,
    eligible_k_values,
    estimate,
    evals_key,
    pass_at_k,
)
from candidates.reference.summation import total
from tools.causes.wrong.making import candidate

Json = Any


# source: Leeonleee/honours, scripts/analysis/pass_k.py: tasks with n < k are skipped, and the
#   average is over those that are left
# differs: a task with two attempts and one with four: there is a pass@4 (of the second), not only
#   a pass@2
@candidate("pass_at_k")
def tasks_with_too_few_attempts_are_skipped(case: Json) -> Json:
    """The most attempts at any task decide on the k, not the fewest.

    A task with fewer attempts than k is left out of the mean for that k.
    """
    average = Average()

    def of_long_enough(tasks: Json, k: int) -> Json:
        return average([attempts for attempts in tasks if len(attempts) >= k], k)

    return PassAtK(fewest=max, average=of_long_enough)(case)


# source: scripts that compute pass@k as 1.0 - math.comb(n - c, k) / math.comb(n, k) (repository
#   of the result.jsonl script not named; Leeonleee/honours has the same line)
# differs: five attempts at a task, one of them with 1: pass@2 0.4, not 0.3999999999999999
@candidate("pass_at_k")
def an_estimate_is_a_quotient_of_binomials(case: Json) -> Json:
    """An estimate is 1 less the quotient of two binomials, which is rounded once.

    It should be 1 less the product of k quotients, each of them rounded.
    """
    groups: Json = {}
    for trial in case["trials"]:
        tasks = groups.setdefault(evals_key(trial), {})
        tasks.setdefault(trial["task_name"], []).append(Success()(trial))

    def passing(attempts: Json, k: int) -> float:
        n, c = len(attempts), sum(attempts)
        return 1.0 if n - c < k else 1.0 - math.comb(n - c, k) / math.comb(n, k)

    answer: Json = {}
    for key, tasks in groups.items():
        if any(None in attempts for attempts in tasks.values()):
            continue
        for k in eligible_k_values(min(map(len, tasks.values()))):
            estimates = [passing(attempts, k) for attempts in tasks.values()]
            answer.setdefault(key, {})[str(k)] = total(estimates) / len(estimates)
    return answer


# source: collectors of sample logs that count a sample as correct if its score is above zero
#   (kind of code: lm-eval's samples to pass@k)
# differs: two attempts with 0.5: pass@2 1.0, not no estimate
@candidate("pass_at_k")
def any_reward_above_zero_is_a_success(case: Json) -> Json:
    """An only reward above 0 is a success and any other only reward, nan too, a failure.

    A reward that equals neither 0 nor 1 should switch its group off. Several rewards still do.
    """
    groups: Json = {}
    off = set()
    for trial in case["trials"]:
        key = evals_key(trial)
        result = trial.get("verifier_result")
        rewards = None if result is None else result["rewards"]
        if rewards is not None and len(rewards) != 1:
            off.add(key)
        success = rewards is not None and any(value > 0 for value in rewards.values())
        groups.setdefault(key, {}).setdefault(trial["task_name"], []).append(success)
    answer: Json = {}
    for key, tasks in groups.items():
        fewest = min(map(len, tasks.values()))
        for k in () if key in off else eligible_k_values(fewest):
            estimates = [estimate(len(each), sum(each), k) for each in tasks.values()]
            answer.setdefault(key, {})[str(k)] = total(estimates) / len(estimates)
    return answer


# source: scripts over result files that `continue` where an item has no result, so that n is
#   the count of the scored ones (kind of code: result.jsonl to pass@k)
# differs: two attempts, one with 1 and one with null: no estimate, not pass@2 1.0
@candidate("pass_at_k")
def trials_without_rewards_are_no_attempts(case: Json) -> Json:
    """Trials without rewards are passed over; they should be failed attempts at their tasks.

    A task all of whose trials have no rewards is not there at all. An empty object of rewards
    still switches its group off.
    """
    scored = []
    for trial in case["trials"]:
        result = trial.get("verifier_result")
        if result is not None and result["rewards"] is not None:
            scored.append(trial)
    return pass_at_k({"trials": scored})


# source: adap/flower, single_experiment_pass_k.py: pass@1, pass@10 and pass@100 are computed, so
#   that 1 is among the k
# differs: one attempt with 1: {"1": 1.0}, not no estimate
@candidate("pass_at_k")
def one_is_among_the_k(case: Json) -> Json:
    """A group that is not switched off has a pass@1 too; k should start from 2.

    So a group with a task of one attempt, which should have no estimate, has that one.
    """
    groups: Json = {}
    success = Success()
    for trial in case["trials"]:
        tasks = groups.setdefault(evals_key(trial), {})
        tasks.setdefault(trial["task_name"], []).append(success(trial))
    answer: Json = {}
    for key, tasks in groups.items():
        if any(None in attempts for attempts in tasks.values()):
            continue
        fewest = min(map(len, tasks.values()))
        answer[key] = {
            str(k): quotient([estimate(len(each), sum(each), k) for each in tasks.values()], total)
            for k in [1, *eligible_k_values(fewest)]
        }
    return answer
