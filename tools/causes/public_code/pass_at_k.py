"""Mistakes in `pass_at_k` that public code makes."""

import math
from typing import Any

from candidates.reference.pass_at_k import (
    Average,
    PassAtK,
    Success,
    binary,
    eligible_k_values,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: PrimeIntellect-ai/prime-rl, pull request 1834: k was half of the rollouts before
# differs: four attempts at one task: k is 2, not 2 and 4
@candidate("pass_at_k")
def k_ends_at_half_of_the_attempts(case: Json) -> Json:
    """No k is greater than half of the fewest attempts at a task."""
    return PassAtK(k_values=lambda fewest: eligible_k_values(fewest // 2))(case)


# source: pass@k modules whose binomials are exponentials of logarithms, against an overflow
# differs: attempts of 1, 0, 0, 0 and 0: 0.40000000000000013 at k 2, not 0.3999999999999999
@candidate("pass_at_k")
def estimate_is_computed_with_logarithms(case: Json) -> Json:
    """The binomials of an estimate are computed as exponentials of sums of logarithms."""

    def chosen(n: Json, k: Json) -> Json:
        return math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)

    def estimate(n: Json, c: Json, k: Json) -> Json:
        if n - c < k:
            return 1.0
        return 1.0 - math.exp(chosen(n - c, k) - chosen(n, k))

    return PassAtK(average=Average(estimate=estimate))(case)


# source: harnesses that compare a reward with 1 by math.isclose or pytest.approx
# differs: attempts of 1 and 0.9999999999: 1.0 at k 2, not no k at all
@candidate("pass_at_k")
def reward_close_to_1_is_a_success(case: Json) -> Json:
    """A reward that differs from 1 by a billionth or less is a success."""

    def success(value: Json) -> Json:
        return 1 if math.isclose(value, 1, rel_tol=0, abs_tol=1e-9) else binary(value)

    return PassAtK(success=Success(binary=success))(case)
