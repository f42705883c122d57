"""Other ways to estimate from one task's attempts, and to average the estimates."""

import math
from fractions import Fraction

from candidates.deviations import adding, descriptions, sums
from candidates.deviations.deviation import Changes, Deviation, Step, around, family, instead


def _binomial(n: int, c: int, k: int) -> float:
    """Divide two binomial coefficients."""
    return 1 - math.comb(n - c, k) / math.comb(n, k)


def _exact(n: int, c: int, k: int) -> float:
    """Round once, at the end."""
    return float(1 - Fraction(math.comb(n - c, k), math.comb(n, k)))


def _reciprocal(n: int, c: int, k: int) -> float:
    """Multiply 1 - k/m, as the paper that introduced pass@k does."""
    return 1.0 - math.prod(1.0 - k / m for m in range(n - c + 1, n + 1))


def _backwards(n: int, c: int, k: int) -> float:
    """Multiply from the last attempt to the first."""
    return 1.0 - math.prod((n - c - i) / (n - i) for i in reversed(range(k)))


def _multiply_then_divide(n: int, c: int, k: int) -> float:
    """Multiply by the numerator before dividing."""
    product = 1.0
    for i in range(k):
        product = product * (n - c - i) / (n - i)
    return 1.0 - product


def _logarithms(n: int, c: int, k: int) -> float:
    """Add logarithms."""
    if n - c < k:
        return 1.0
    return 1.0 - math.exp(math.fsum(math.log((n - c - i) / (n - i)) for i in range(k)))


def _with_replacement(n: int, c: int, k: int) -> float:
    """Draw each attempt from all of them."""
    return 1.0 - (1.0 - c / n) ** k


def _log_gamma(n: int, c: int, k: int) -> float:
    """Divide factorials without asking whether there are enough failures."""
    over, under = _log_factorial(n - c) - _log_factorial(n - c - k), _log_factorial(n)
    return 1.0 - math.exp(over - under + _log_factorial(n - k))


def _log_factorial(n: int) -> float:
    return math.lgamma(n + 1)


def _certain_too_early(estimate: Step) -> Step:
    """Take as many failures as draws for a sure success."""
    return lambda n, c, k: 1.0 if n - c <= k else estimate(n, c, k)


def _of_first(average: Step) -> Step:
    """Look at the first k attempts alone."""
    return lambda tasks, k: average([attempts[:k] for attempts in tasks], k)


def _estimate(formula: Step) -> Changes:
    return instead({"average.estimate": formula})


DEVIATIONS = (
    Deviation(
        "pass-at-k-means-by",
        "pass_at_k.corrected-sum",
        "{}",
        parameter=adding.mean_by(
            lambda mean: instead({"average.mean": mean}), "numpy", "pandas", "polars", "fmean"
        ),
        advice=adding.ADVICE,
    ),
    Deviation(
        "pass-at-k-sums-by",
        "pass_at_k.corrected-sum",
        "{}",
        parameter=adding.sum_by(
            lambda add: instead({"average.sum": add}),
            "array-reduce",
            "neumaier",
            "fsum",
            "numpy",
            "pandas",
        ),
        advice=adding.ADVICE,
    ),
    family(
        "pass-at-k-estimates",
        "pass_at_k.running-product",
        "pass@k is {}",
        {
            "binomial": ("1 - comb(n - c, k) / comb(n, k)", _estimate(_binomial)),
            "exact": ("computed with fractions and rounded once", _estimate(_exact)),
            "backwards": ("the product in the opposite order", _estimate(_backwards)),
            "multiplied-first": (
                "a product of which each factor is multiplied before it is divided",
                _estimate(_multiply_then_divide),
            ),
            "logarithms": ("1 - exp(fsum(log(…)))", _estimate(_logarithms)),
            "with-replacement": (
                "1 - (1 - c/n)**k, as if attempts were drawn with replacement",
                _estimate(_with_replacement),
            ),
            "certain-too-early": (
                "1.0 where just k attempts failed",
                around({"average.estimate": _certain_too_early}),
                "pass_at_k.certain-success",
            ),
            "log-gamma": (
                "computed with lgamma(), without a check for certain success",
                _estimate(_log_gamma),
                "pass_at_k.certain-success",
            ),
        },
        advice="Compute 1 minus the product of (n-c-i)/(n-i), each quotient rounded and"
        " multiplied in turn from i=0 to k-1; 1.0 where fewer than k attempts failed.",
    ),
    Deviation(
        "pass-at-k-reciprocal",
        "pass_at_k.running-product",
        "the HumanEval code is used: 1 - numpy.prod(1 - k / numpy.arange(n - c + 1, n + 1))",
        _estimate(_reciprocal),
        advice="Multiply the quotients (n-c-i)/(n-i) in turn, and subtract the product from 1.",
    ),
    Deviation(
        "pass-at-k-any-of-first",
        "pass_at_k.any-order",
        "a task passes if any of its first k attempts does",
        around(average=_of_first),
        advice="Estimate pass@k from the numbers of attempts and of successes.",
    ),
    Deviation(
        "pass-at-k-plain-mean",
        "pass_at_k.corrected-sum",
        descriptions.LEFT_TO_RIGHT,
        instead({"average.sum": sums.naive}),
        advice="Add the estimates with compensation, as sum() does in Python 3.12 and later.",
    ),
)
"""Each breaks one clause about estimates or their mean."""
