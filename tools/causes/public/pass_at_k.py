"""Mistakes in `pass_at_k` that people make."""

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
    grouped,
    rewards_of,
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


# source: lamalab-org/corral pull request #39 ("estimating pass@k as 1 - (1 - c/n)^k")
# differs: one task of 5 attempts, 1 success: "2" is about 0.36, not about 0.4
@candidate("pass_at_k")
def attempts_are_drawn_with_replacement(case: Any) -> Any:
    """The estimate is 1 - (1 - c/n)**k, not the unbiased one."""

    def plug_in(n: int, c: int, k: int) -> float:
        return 1.0 - (1.0 - c / n) ** k if c < n else 1.0

    return PassAtK(average=Average(estimate=plug_in))(case)


# source: OpenAI human-eval and its copies, e.g. boyiwei/Dynamic-Risk-Assessment
#   analysis/grade_benchmark.py:
# 1.0 - np.prod(1.0 - k / np.arange(n - c + 1, n + 1))
# differs: tasks of 3 attempts with 1 and 2 successes: "2" is 0.8333333333333333, not
#   0.8333333333333334
@candidate("pass_at_k")
def product_of_the_codex_paper(case: Any) -> Any:
    """The product runs over the successes, 1 - k / i, as in human-eval, rounding differently."""

    def codex(n: int, c: int, k: int) -> float:
        if n - c < k:
            return 1.0
        product = 1.0
        for i in range(n - c + 1, n + 1):
            product *= 1.0 - k / i
        return 1.0 - product

    return PassAtK(average=Average(estimate=codex))(case)


# source: a habit of readers of harbor's results: resolved = reward >= 1.0 (terminal-bench's
#   is_resolved)
# differs: one task with rewards 1 and 0.5: {"2": 1.0}, not left out
@candidate("pass_at_k")
def partial_reward_is_a_failure(case: Any) -> Any:
    """A single reward is a success if it is at least 1, else a failure; none is invalid."""
    return PassAtK(success=Success(binary=lambda value: int(value >= 1)))(case)


# source: modelscope/evalscope #1608 and marin-community/marin #8947: trials without a verdict
#   are infrastructure attrition
# differs: one task with rewards 1, 0, null, null: {"2": 1.0}, not {"2": 0.5, "4": 1.0}
@candidate("pass_at_k")
def trials_without_rewards_are_no_attempts(case: Any) -> Any:
    """Trials without rewards are dropped before counting, instead of being failed attempts."""
    return right({"trials": [one for one in case["trials"] if rewards_of(one) is not None]})


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
