"""Wrong ways to estimate from one task's attempts, and to average the estimates."""

import math
from fractions import Fraction

from candidates.broken.pass_at_k_steps import Steps, by_counts, estimate_of_task
from candidates.broken.variant import Variant
from candidates.reference.summation import total


def binomial(n: int, c: int, k: int) -> float:
    """Divide two binomial coefficients."""
    return 1 - math.comb(n - c, k) / math.comb(n, k)


def exact(n: int, c: int, k: int) -> float:
    """Round once, at the end."""
    return float(1 - Fraction(math.comb(n - c, k), math.comb(n, k)))


def reciprocal(n: int, c: int, k: int) -> float:
    """Multiply 1 - k/m, as the paper that introduced pass@k does."""
    return 1.0 - math.prod(1.0 - k / m for m in range(n - c + 1, n + 1))


def backwards(n: int, c: int, k: int) -> float:
    """Multiply from the last attempt to the first."""
    return 1.0 - math.prod((n - c - i) / (n - i) for i in reversed(range(k)))


def multiply_then_divide(n: int, c: int, k: int) -> float:
    """Multiply by the numerator before dividing."""
    product = 1.0
    for i in range(k):
        product = product * (n - c - i) / (n - i)
    return 1.0 - product


def logarithms(n: int, c: int, k: int) -> float:
    """Add logarithms."""
    if n - c < k:
        return 1.0
    return 1.0 - math.exp(math.fsum(math.log((n - c - i) / (n - i)) for i in range(k)))


def with_replacement(n: int, c: int, k: int) -> float:
    """Draw each attempt from all of them."""
    return 1.0 - (1.0 - c / n) ** k


def certain_too_early(n: int, c: int, k: int) -> float:
    """Take as many failures as draws for a sure success."""
    return 1.0 if n - c <= k else estimate_of_task(_attempts(n, c), k)


def log_gamma(n: int, c: int, k: int) -> float:
    """Divide factorials without asking whether there are enough failures."""
    over, under = _log_factorial(n - c) - _log_factorial(n - c - k), _log_factorial(n)
    return 1.0 - math.exp(over - under + _log_factorial(n - k))


def any_of_first(attempts: list[int], k: int) -> float:
    """Look at the first k attempts alone."""
    return float(any(attempts[:k]))


def plain_mean(estimates: list[float]) -> float:
    """Add from left to right without correction."""
    sum_so_far = 0.0
    for estimate in estimates:
        sum_so_far += estimate
    return sum_so_far / len(estimates)


def running_mean(estimates: list[float]) -> float:
    """Move the mean a little with each task."""
    so_far = 0.0
    for count, estimate in enumerate(estimates, start=1):
        so_far += (estimate - so_far) / count
    return so_far


def divided_first(estimates: list[float]) -> float:
    """Divide each estimate before adding."""
    return total(estimate / len(estimates) for estimate in estimates)


def exact_mean(estimates: list[float]) -> float:
    """Round once, after the division."""
    return float(sum(map(Fraction, estimates)) / len(estimates))


def _attempts(n: int, c: int) -> list[int]:
    return [1] * c + [0] * (n - c)


def _log_factorial(n: int) -> float:
    return math.lgamma(n + 1)


VARIANTS = (
    Variant(
        "pass-at-k-binomial",
        "pass_at_k.running-product",
        "binomial coefficients are divided",
        Steps(estimate=by_counts(binomial)),
    ),
    Variant(
        "pass-at-k-exact",
        "pass_at_k.running-product",
        "fractions are used and rounded once",
        Steps(estimate=by_counts(exact)),
    ),
    Variant(
        "pass-at-k-reciprocal",
        "pass_at_k.running-product",
        "the formula of the paper is used",
        Steps(estimate=by_counts(reciprocal)),
    ),
    Variant(
        "pass-at-k-backwards",
        "pass_at_k.running-product",
        "the quotients are multiplied from the last",
        Steps(estimate=by_counts(backwards)),
    ),
    Variant(
        "pass-at-k-multiply-then-divide",
        "pass_at_k.running-product",
        "the quotients are not rounded before they are multiplied",
        Steps(estimate=by_counts(multiply_then_divide)),
    ),
    Variant(
        "pass-at-k-logarithms",
        "pass_at_k.running-product",
        "logarithms are added",
        Steps(estimate=by_counts(logarithms)),
    ),
    Variant(
        "pass-at-k-with-replacement",
        "pass_at_k.running-product",
        "the attempts are drawn with replacement",
        Steps(estimate=by_counts(with_replacement)),
    ),
    Variant(
        "pass-at-k-certain-too-early",
        "pass_at_k.certain-success",
        "the comparison includes equality",
        Steps(estimate=by_counts(certain_too_early)),
    ),
    Variant(
        "pass-at-k-log-gamma",
        "pass_at_k.certain-success",
        "the logarithm of the factorial of a negative number is asked for",
        Steps(estimate=by_counts(log_gamma)),
    ),
    Variant(
        "pass-at-k-any-of-first",
        "pass_at_k.any-order",
        "only the first k attempts are looked at",
        Steps(estimate=any_of_first),
    ),
    Variant(
        "pass-at-k-plain-mean",
        "pass_at_k.corrected-sum",
        "the estimates are added without correction",
        Steps(mean=plain_mean),
    ),
    Variant(
        "pass-at-k-running-mean",
        "pass_at_k.corrected-sum",
        "the mean is updated task by task",
        Steps(mean=running_mean),
    ),
    Variant(
        "pass-at-k-divided-first",
        "pass_at_k.corrected-sum",
        "the estimates are divided before they are added",
        Steps(mean=divided_first),
    ),
    Variant(
        "pass-at-k-exact-mean",
        "pass_at_k.corrected-sum",
        "the mean is rounded once",
        Steps(mean=exact_mean),
    ),
)
