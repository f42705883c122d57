"""Reported bugs as they would be in `pass_at_k`."""

from typing import Any

from candidates.reference.pass_at_k import (
    Average,
    PassAtK,
    Success,
    estimate,
    evals_key,
    pass_at_k,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: paiml/aprender #2118: n and c are counted over all problems, not for each
# differs: tasks with 1, 1 and with 0, 0: pass@2 is 0.8333333333333334, not 0.5
@candidate("pass_at_k")
def the_attempts_of_all_tasks_are_pooled(case: Json) -> Json:
    """pass@k is one estimate from all attempts of a group, at any of its tasks.

    It should be the mean of the estimates of the tasks. Which k there are is as it should be.
    """
    answer = pass_at_k(case)
    for key, estimates in answer.items():
        group = [trial for trial in case["trials"] if evals_key(trial) == key]
        solved = sum(Success()(trial) or 0 for trial in group)
        answer[key] = {k: estimate(len(group), solved, int(k)) for k in estimates}
    return answer


# source: nuprl/MultiPL-E #40, openai/human-eval #35: pass@k is 1 for n < k
# differs: a task with 0, 0 and one with 0: {"2": 0.5}, not no group
@candidate("pass_at_k")
def the_most_attempts_decide_on_k(case: Json) -> Json:
    """There are estimates up to the number of attempts at the task with the most of them.

    The fewest should decide. A task with fewer than k attempts counts as 1.0, even if all failed.
    """
    return PassAtK(fewest=max)(case)


# source: UKGovernmentBEIS/inspect_ai #3911: epochs that were not scored are left out
# differs: a task with 1 and a trial without rewards: no group, not {"2": 1.0}
@candidate("pass_at_k")
def unscored_attempts_are_left_out(case: Json) -> Json:
    """A trial without a verifier result, or whose rewards are null, is no attempt.

    It should be a failed one. A task that has only such trials is no task.
    """

    def scored(trial: Json) -> bool:
        return (trial.get("verifier_result") or {}).get("rewards") is not None

    return pass_at_k({"trials": [trial for trial in case["trials"] if scored(trial)]})


# source: PrimeIntellect-ai/prime-rl #3566: solved means `reward == 1.0`, partial credit or not
# differs: a task with 1 and 0.5: {"2": 1.0}, not no group
@candidate("pass_at_k")
def partial_credit_is_a_failure(case: Json) -> Json:
    """A single reward that equals neither 0 nor 1 is a failure.

    It should switch its group off, as rewards of several names, or of none, still do.
    """
    return PassAtK(success=Success(binary=lambda value: int(value == 1)))(case)


# source: PrimeIntellect-ai/prime-rl #1834: pass@k for k of 2**i only
# differs: a task with 1 five times: {"2": 1.0, "4": 1.0}, not {"2": 1.0, "4": 1.0, "5": 1.0}
@candidate("pass_at_k")
def only_powers_of_two_are_k(case: Json) -> Json:
    """The k of a group are the powers of two from 2 up to the fewest attempts at a task.

    The multiples of five should be there, too.
    """
    groups: dict[str, dict[str, Json]] = {}
    for trial in case["trials"]:
        tasks = groups.setdefault(evals_key(trial), {})
        tasks.setdefault(trial["task_name"], []).append(Success()(trial))
    answer = {}
    for key, tasks in groups.items():
        attempts = list(tasks.values())
        fewest = min(map(len, attempts))
        binary = all(None not in each for each in attempts)
        ks = [2**i for i in range(1, fewest.bit_length()) if binary]
        if ks:
            answer[key] = {str(k): Average()(attempts, k) for k in ks}
    return answer
