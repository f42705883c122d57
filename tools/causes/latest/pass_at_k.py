"""The latest mistakes in `pass_at_k`, written without the catalogue."""

from typing import Any

from candidates.reference.metric import quotient
from candidates.reference.pass_at_k import (
    Average,
    PassAtK,
    Success,
    binary,
    estimate,
    evals_key,
)
from candidates.reference.summation import total
from tools.causes.wrong.making import candidate

NEARLY = 1e-9


# source: lm_eval/tasks/livecodebench/pass_k_utils.py in public code: 1.0 * 100
# differs: one task with 1 0: {"2": 100.0}, not {"2": 1.0}
@candidate("pass_at_k")
def estimates_are_percentages(case: Any) -> Any:
    """Each estimate is multiplied by 100."""
    percent = lambda n, c, k: 100 * estimate(n, c, k)  # noqa: E731
    return PassAtK(average=Average(estimate=percent))(case)


# source: paiml/aprender pull request #2118: the problems and the solved problems were n and c
# differs: task a with 1 0 and b with 0 0: {"2": 1.0}, not {"2": 0.5}
@candidate("pass_at_k")
def tasks_are_the_attempts(case: Any) -> Any:
    """The estimate is made once, from the tasks and those of them that have a success."""
    average = lambda tasks, k: estimate(len(tasks), sum(map(any, tasks)), k)  # noqa: E731
    return PassAtK(average=average)(case)


# source: public code, an estimator in TypeScript: if (k > n) return 0
# differs: task a with 1 1 and b with 1: {"2": 0.5}, not left out
@candidate("pass_at_k")
def too_few_attempts_count_as_0(case: Any) -> Any:
    """The most attempts decide which k there are; a task with fewer than k attempts counts as 0."""
    enough = lambda n, c, k: estimate(n, c, k) if n >= k else 0.0  # noqa: E731
    return PassAtK(fewest=max, average=Average(estimate=enough))(case)


# source: public code, a guide to tests of agents: passAtK is successes / k
# differs: one task with 1 0: {"2": 0.5}, not {"2": 1.0}
@candidate("pass_at_k")
def successes_are_divided_by_k(case: Any) -> Any:
    """The estimate is the number of successes divided by k."""
    return PassAtK(average=Average(estimate=lambda _n, c, k: c / k))(case)


# source: public code, an estimator in Rust, whose fold has (n - c) / (n - i + 1)
# differs: one task with 1 0 0: {"2": 0.33333333333333337}, not {"2": 0.6666666666666667}
@candidate("pass_at_k")
def failures_are_not_used_up(case: Any) -> Any:
    """The factors of the estimate are (n - c) / (n - i): drawing a failure leaves as many."""

    def refilled(n: int, c: int, k: int) -> float:
        if n - c < k:
            return 1.0
        all_fail = 1.0
        for i in range(k):
            all_fail *= (n - c) / (n - i)
        return 1.0 - all_fail

    return PassAtK(average=Average(estimate=refilled))(case)


# source: PrimeIntellect-ai/prime-rl pull request #1834: a single pass@k, whose k was n // 2
# differs: one task of 2 attempts: left out, not {"2": …}
@candidate("pass_at_k")
def half_of_the_attempts_is_the_only_k(case: Any) -> Any:
    """The only value of k, from 2, is half of the fewest attempts, rounded down."""
    half = lambda fewest: [fewest // 2] if fewest // 2 > 1 else []  # noqa: E731
    return PassAtK(k_values=half)(case)


# source: EleutherAI/lm-evaluation-harness: sanitize_model_name, which writes a slash as __
# differs: model openai/gpt-5: key "a__openai__gpt-5__adhoc", not "a__openai/gpt-5__adhoc"
@candidate("pass_at_k")
def slashes_become_underscores(case: Any) -> Any:
    """A slash in a group's key becomes two underscores."""
    return PassAtK(key=lambda trial: evals_key(trial).replace("/", "__"))(case)


# source: public code, a reader of harbor's trial names: name.split("__")[0]
# differs: tasks django__django-1 with 1 0 and django__django-2 with 0 0: {"2": 0.5, "4": 1.0}, not
#   {"2": 0.5}
@candidate("pass_at_k")
def task_ends_at_two_underscores(case: Any) -> Any:
    """A task is its name up to the first two underscores."""
    return PassAtK(task=lambda trial: trial["task_name"].split("__")[0])(case)


# source: a habit of numpy: np.isclose(reward, 1.0)
# differs: one task with 0.9999999999999999 and 0: {"2": 1.0}, not left out
@candidate("pass_at_k")
def nearly_1_is_a_success(case: Any) -> Any:
    """A reward that differs from 1 by at most 1e-9 is a success."""
    close = lambda value: 1 if abs(value - 1) <= NEARLY else binary(value)  # noqa: E731
    return PassAtK(success=Success(binary=close))(case)


# source: public code, an evaluation that asserts len(item["preds"]) == n for each item
# differs: task a with 1 0 and b with 1 0 0: left out, not {"2": 0.8333333333333334}
@candidate("pass_at_k")
def unequal_attempts_switch_the_group_off(case: Any) -> Any:
    """A group whose tasks have different numbers of attempts has no estimate."""
    equal = lambda counts: min(counts) if len({*counts}) == 1 else 0  # noqa: E731
    return PassAtK(fewest=equal)(case)


# source: a habit of numpy: passed.reshape(-1, k).any(axis=1).mean()
# differs: one task with 1 1 0 0: {"2": 0.5, "4": 1.0}, not {"2": 0.8333333333333334, "4": 1.0}
@candidate("pass_at_k")
def attempts_are_cut_into_blocks_of_k(case: Any) -> Any:
    """The estimate is the share of successive blocks of k attempts that have a success."""

    def share(attempts: Any, k: int) -> float:
        blocks = [attempts[i : i + k] for i in range(0, len(attempts) - k + 1, k)]
        return sum(map(any, blocks)) / len(blocks)

    average = lambda tasks, k: quotient([share(one, k) for one in tasks], total)  # noqa: E731
    return PassAtK(average=average)(case)
