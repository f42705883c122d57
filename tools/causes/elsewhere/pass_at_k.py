"""Ports of `pass_at_k` with one mistake each."""

from typing import Any

from candidates.reference.metric import quotient
from candidates.reference.pass_at_k import (
    Average,
    PassAtK,
    Success,
    eligible_k_values,
    estimate,
)
from candidates.reference.summation import total
from tools.causes.wrong.making import candidate

Json = Any

_THRESHOLD = 0.75


# source: openai/human-eval and its many copies (evalscope's, opencompass's compute_pass_at_k): the
#   product of 1 - k / i, for i from n - c + 1 to n
# differs: one of six attempts is successful: pass@4 is 0.6666666666666666, not 0.6666666666666667
@candidate("pass_at_k")
def the_product_runs_over_the_successes(case: Json) -> Json:
    """An estimate is 1 less the product of 1 - k / i, with i from n - c + 1 to n.

    On paper that is the same number, but it rounds differently from the product of k factors.
    """

    def product(n: int, c: int, k: int) -> float:
        if n - c < k:
            return 1.0
        all_fail = 1.0
        for i in range(n - c + 1, n + 1):
            all_fail *= 1.0 - k / i
        return 1.0 - all_fail

    return PassAtK(average=Average(estimate=product))(case)


# source: evaluators whose list of k is 2**i for i from 0 (DEFAULT_K_LIST), and human-eval, whose
#   list begins with 1
# differs: two attempts at a task: {"1": ..., "2": ...}, not only "2"
@candidate("pass_at_k")
def k_begins_at_one(case: Json) -> Json:
    """The values of k begin at 1, not at 2, so a group with a single attempt has one too."""

    def from_one(fewest: int) -> list[int]:
        return [1, *eligible_k_values(fewest)]

    return PassAtK(k_values=from_one)(case)


# source: lamalab-org/corral PR #39: pass@k is 1 - (1 - c/n)^k
# differs: one of two attempts is successful: pass@2 is 0.75, not 1.0
@candidate("pass_at_k")
def attempts_are_drawn_with_replacement(case: Json) -> Json:
    """An estimate is 1 - (1 - c/n)**k, as if an attempt could be drawn more than once."""

    def biased(n: int, c: int, k: int) -> float:
        return 1.0 - float((1.0 - c / n) ** k)

    return PassAtK(average=Average(estimate=biased))(case)


# source: claw-eval/claw-eval issue #35: a trial passes if its score reaches the threshold of 0.75
# differs: two attempts with the rewards 0.8 and 0: {"2": 1.0}, not no group
@candidate("pass_at_k")
def a_reward_from_0_75_on_is_a_success(case: Json) -> Json:
    """A reward of 0.75 or more is a success and any other a failure.

    A number other than 0 and 1 does not switch its group off.
    """

    def reached(value: Json) -> int:
        return int(value >= _THRESHOLD)

    return PassAtK(success=Success(binary=reached))(case)


# source: Leeonleee/honours, pass_k.py: k may be as large as the most generations of a problem, and
#   problems with fewer than k are skipped
# differs: tasks of two attempts and of one: pass@2 of the first, not no group
@candidate("pass_at_k")
def tasks_with_fewer_attempts_are_skipped(case: Json) -> Json:
    """The task with the most attempts decides on the values of k.

    Tasks with fewer than k attempts are left out of the mean for that k.
    """

    def average(tasks: Json, k: int) -> Json:
        enough = [each for each in tasks if len(each) >= k]
        return quotient([estimate(len(each), sum(each), k) for each in enough], total)

    return PassAtK(fewest=max, average=average)(case)
