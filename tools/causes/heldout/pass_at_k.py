"""Held-out mistakes in `pass_at_k`."""

from typing import Any

from candidates.reference.metric import quotient
from candidates.reference.pass_at_k import (
    Average,
    EvalsKey,
    PassAtK,
    Success,
    eligible_k_values,
    estimate,
    evals_key,
    model_if_any,
)
from candidates.reference.summation import total
from tools.causes.wrong.making import candidate


# source: the plain meaning of pass@k in many pages: whether one of k attempts solves the task
# differs: a task with 0, 0, 1 and 1: "2": 0.0, not 0.8333333333333334
@candidate("pass_at_k")
def first_k_attempts_decide(case: Any) -> Any:
    """pass@k is the share of tasks that one of their first k attempts solves."""

    def average(tasks: Any, k: int) -> Any:
        return quotient([float(any(attempts[:k])) for attempts in tasks], total)

    return PassAtK(average=average)(case)


# source: paiml/aprender pull request #2118: counts of a whole run stood where those of one problem
#   belong
# differs: task a with 1 and 1, and task b with 0 and 0: "2": 0.8333333333333334, not 0.5
@candidate("pass_at_k")
def attempts_of_all_tasks_are_pooled(case: Any) -> Any:
    """The estimate is made once, of the attempts and successes of all tasks together."""

    def average(tasks: Any, k: int) -> Any:
        return estimate(sum(map(len, tasks)), sum(map(sum, tasks)), k)

    return PassAtK(average=average)(case)


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


# source: runmedev/runme pull request #1220, which matches results with and without a provider
# differs: agent a with model openai/gpt-5: key a__gpt-5__adhoc, not a__openai/gpt-5__adhoc
@candidate("pass_at_k")
def provider_is_cut_from_the_model(case: Any) -> Any:
    """The key has only what follows the last slash of a model."""

    def model(name: str | None) -> list[str]:
        return model_if_any(name and name.rpartition("/")[2])

    return PassAtK(key=EvalsKey(model=model))(case)
