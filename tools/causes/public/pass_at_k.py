"""Mistakes in `pass_at_k` that people make."""

from typing import Any

from candidates.reference.metric import quotient
from candidates.reference.pass_at_k import (
    EvalsKey,
    PassAtK,
    Success,
    eligible_k_values,
    estimate,
    evals_key,
    grouped,
)
from candidates.reference.pass_at_k import pass_at_k as right
from candidates.reference.summation import total
from tools.causes.wrong.making import candidate


# source: ain3sh/codecanvas analytics/core/pass_at_k.py ("if n >= k: per_task[...]"), and
#   Tau-bench-style scorers that skip
# the tasks with n_i < k
# differs: task a with 4 attempts (1 0 0 0) and b with 2 (0 0): {"2": 0.25, "4": 1.0}, not {"2":
#   0.25}
@candidate("pass_at_k")
def tasks_with_too_few_attempts_are_skipped(case: Any) -> Any:
    """k goes up to the most attempts of any task; a task with fewer than k is left out."""

    def average(tasks: Any, k: int) -> Any:
        found = [estimate(len(one), sum(one), k) for one in tasks if len(one) >= k]
        return quotient(found, total)

    return PassAtK(fewest=max, average=average)(case)


# source: a habit of readers of harbor's results: resolved = reward >= 1.0 (terminal-bench's
#   is_resolved)
# differs: one task with rewards 1 and 0.5: {"2": 1.0}, not left out
@candidate("pass_at_k")
def partial_reward_is_a_failure(case: Any) -> Any:
    """A single reward is a success if it is at least 1, else a failure; none is invalid."""
    return PassAtK(success=Success(binary=lambda value: int(value >= 1)))(case)


# source: a habit: `continue` (or a try/except around each task) where harbor returns {} for the
#   whole group
# differs: task a with 1, 0 and task b with 0.5, 1: {"2": 1.0} of a alone, not left out
@candidate("pass_at_k")
def unfit_task_is_left_out_alone(case: Any) -> Any:
    """A reward that is not binary switches only its own task off, not the whole group."""
    success = Success()
    kept: list[Any] = []
    for trials in grouped(case["trials"], evals_key).values():
        unfit = {one["task_name"] for one in trials if success(one) is None}
        kept += [one for one in trials if one["task_name"] not in unfit]
    return right({"trials": kept})


# source: an off-by-one: Python's range(2, n) and `for (k = 2; k < n; k *= 2)`
# differs: one task of 2 attempts (1 0): left out, not {"2": 1.0}; of 4: {"2"} only
@candidate("pass_at_k")
def k_stays_below_the_attempts(case: Any) -> Any:
    """k must be less than the fewest attempts, so that k = n is never reported."""
    return PassAtK(k_values=lambda fewest: eligible_k_values(fewest - 1))(case)


# source: a habit: f"{agent}__{model}__{source}" without the branch for no model (spec/000
#   section 3)
# differs: agent oracle without model: key "oracle__None__adhoc", not "oracle__adhoc"
@candidate("pass_at_k")
def key_spells_out_no_model(case: Any) -> Any:
    """A trial without a model has None in its key."""
    return PassAtK(key=EvalsKey(model=lambda model: [str(model)]))(case)
