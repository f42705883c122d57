"""More mistakes in `pass_at_k`, written without the catalogue."""

import math
from typing import Any

from candidates.reference.metric import quotient
from candidates.reference.pass_at_k import (
    Average,
    EvalsKey,
    PassAtK,
    Success,
    eligible_k_values,
)
from candidates.reference.pass_at_k import pass_at_k as right
from candidates.reference.summation import total
from tools.causes.wrong.making import candidate

PASS_THRESHOLD = 0.75


# source: public code of a grader of generated programs, which counts a task as solved
#   `if any(i < k for i in r.passing)`
# differs: one task of attempts 0 0 1 1: {"2": 0.0, "4": 1.0}, not {"2": 0.8333333333333334, …}
@candidate("pass_at_k")
def only_the_first_k_attempts_count(case: Any) -> Any:
    """A task's estimate is 1 if one of its first k attempts is a success, else 0."""

    def average(tasks: Any, k: int) -> Any:
        return quotient([float(any(one[:k])) for one in tasks], total)

    return PassAtK(average=average)(case)


# source: kubernetes-sigs/devops-bench pull request #193: pass^k = C(c, k) / C(n, k)
# differs: one task of 2 attempts, 1 success: {"2": 0.0}, not {"2": 1.0}
@candidate("pass_at_k")
def share_of_samples_that_pass_as_a_whole(case: Any) -> Any:
    """The estimate is the chance that k of the n attempts are all successes."""
    all_pass = lambda n, c, k: math.comb(c, k) / math.comb(n, k)  # noqa: E731
    return PassAtK(average=Average(estimate=all_pass))(case)


# source: radixark/miles #2579: [g for g in groups.values() if len(g) == group_size]
# differs: task a with 1 0 0 0 and b with 0 0: {"2": 0.5, "4": 1.0}, not {"2": 0.25}
@candidate("pass_at_k")
def only_tasks_with_the_most_attempts_count(case: Any) -> Any:
    """Of a group only the tasks with the most attempts count."""

    def average(tasks: Any, k: int) -> Any:
        most = max(map(len, tasks))
        return Average()([one for one in tasks if len(one) == most], k)

    return PassAtK(fewest=max, average=average)(case)


# source: claw-eval/claw-eval #35: threshold: float = 0.75
# differs: one task with 0.8 and 0: {"2": 1.0}, not left out
@candidate("pass_at_k")
def three_quarters_are_a_success(case: Any) -> Any:
    """A single reward of at least 0.75 is a success, and a lower one is a failure."""
    return PassAtK(success=Success(binary=lambda value: int(value >= PASS_THRESHOLD)))(case)


# source: a habit of tables and logs: f"pass@{k}"
# differs: one task with 1 0: {"pass@2": 1.0}, not {"2": 1.0}
@candidate("pass_at_k")
def estimates_are_named_pass_at(case: Any) -> Any:
    """The key of an estimate is `pass@` and k."""
    return {
        key: {f"pass@{k}": value for k, value in group.items()}
        for key, group in right(case).items()
    }


# source: another reading of spec/000 section 4: the fewest attempts are themselves a value of k
# differs: one task of 3 attempts: "2" and "3", not only "2"
@candidate("pass_at_k")
def fewest_attempts_are_a_k(case: Any) -> Any:
    """The fewest attempts of a task, from 2, are a value of k, besides those of the rule."""

    def k_values(fewest: int) -> list[int]:
        return [k for k in range(2, fewest + 1) if k == fewest or k in eligible_k_values(fewest)]

    return PassAtK(k_values=k_values)(case)


# source: another reading of spec/000 section 3, "{agent}__{model}__{dataset}" of what there is:
#   "__".join(filter(None, (agent, model, source)))
# differs: agent oracle without source: key "oracle", not "oracle__adhoc"
@candidate("pass_at_k")
def no_source_adds_nothing_to_the_key(case: Any) -> Any:
    """A trial without a source has no `adhoc` in its key."""
    return PassAtK(key=EvalsKey(source=lambda source: [source] if source else []))(case)


# source: mutant: `if not any(successes): continue` is put into the loop over the tasks
# differs: task a with 1 0 and b with 0 0: {"2": 1.0}, not {"2": 0.5}
@candidate("pass_at_k")
def tasks_without_success_are_left_out(case: Any) -> Any:
    """Tasks without any success are left out of the mean, unless no task has one."""

    def average(tasks: Any, k: int) -> Any:
        return Average()([one for one in tasks if any(one)] or tasks, k)

    return PassAtK(average=average)(case)
