"""Held-out mistakes in `pass_at_k`."""

from typing import Any

from candidates.reference.pass_at_k import (
    Average,
    PassAtK,
    Success,
    eligible_k_values,
    evals_key,
)
from tools.causes.wrong.making import candidate


# source: skillberry-ai/cap-evolve pull request #187, which discusses tasks of unequal attempts
# differs: task a with 1 and 0, and task b with 0, 0, 0 and 1: also "4": 1.0, not "2" only
@candidate("pass_at_k")
def each_k_is_over_the_tasks_with_enough_attempts(case: Any) -> Any:
    """k goes up to the most attempts of a task, and leaves out the tasks with fewer than k."""

    def average(tasks: Any, k: int) -> Any:
        return Average()([attempts for attempts in tasks if len(attempts) >= k], k)

    return PassAtK(fewest=max, average=average)(case)


# source: kubernetes-sigs/devops-bench pull request #193: what was never scored is missing data
# differs: a task with 1, 0 and no verifier result: "2": 1.0, not 0.6666666666666667
@candidate("pass_at_k")
def trials_without_a_verifier_result_are_no_attempts(case: Any) -> Any:
    """A trial without a verifier result is no attempt; one with null rewards is a failure."""
    scored = [trial for trial in case["trials"] if trial.get("verifier_result") is not None]
    return PassAtK()({**case, "trials": scored})


# source: harbor's own export of traces, whose filter for successes is a reward above 0
# differs: a task with 0.5 and 0: "2": 1.0, not no estimate
@candidate("pass_at_k")
def positive_rewards_are_successes(case: Any) -> Any:
    """Any reward above 0 is a success and any other a failure, so no number switches off."""
    return PassAtK(success=Success(binary=lambda value: int(value > 0)))(case)


# source: a habit of loops over tasks: `continue` where harbor returns
# differs: task a with 1 and 0, and task b with 0.5 and 1: "2": 1.0, not no estimate
@candidate("pass_at_k")
def reward_that_is_not_binary_switches_off_its_task(case: Any) -> Any:
    """A trial without exactly one binary reward switches off its task, and not its group."""
    success = Success()

    def place(trial: Any) -> Any:
        return evals_key(trial), trial["task_name"]

    off = {place(trial) for trial in case["trials"] if success(trial) is None}
    return PassAtK()({"trials": [trial for trial in case["trials"] if place(trial) not in off]})


# source: a habit of Python: range(2, n), which ends before n
# differs: a task with 1 and 0: no estimate, not "2": 1.0
@candidate("pass_at_k")
def k_is_less_than_the_fewest_attempts(case: Any) -> Any:
    """k is less than the fewest attempts of a task, never as many."""
    return PassAtK(k_values=lambda fewest: eligible_k_values(fewest - 1))(case)
