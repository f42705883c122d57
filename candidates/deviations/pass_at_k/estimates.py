"""Other ways to estimate from one task's attempts, and to average the estimates."""

import math
from fractions import Fraction

from candidates.deviations import descriptions, means, sums
from candidates.deviations.deviation import Changes, Deviation, Step, around, instead
from candidates.deviations.means import Mean


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


def _mean(mean: Mean) -> Changes:
    return instead({"average.mean": mean})


DEVIATIONS = (
    Deviation(
        "pass-at-k-binomial",
        "pass_at_k.running-product",
        "binomial coefficients are divided: 1 - comb(n - c, k) / comb(n, k)",
        _estimate(_binomial),
    ),
    Deviation(
        "pass-at-k-exact",
        "pass_at_k.running-product",
        "the formula is worked out in fractions and rounded once",
        _estimate(_exact),
    ),
    Deviation(
        "pass-at-k-reciprocal",
        "pass_at_k.running-product",
        "the HumanEval code is used: 1 - numpy.prod(1 - k / numpy.arange(n - c + 1, n + 1))",
        _estimate(_reciprocal),
    ),
    Deviation(
        "pass-at-k-backwards",
        "pass_at_k.running-product",
        "the quotients are multiplied from the last",
        _estimate(_backwards),
    ),
    Deviation(
        "pass-at-k-multiply-then-divide",
        "pass_at_k.running-product",
        "the quotients are not rounded before they are multiplied",
        _estimate(_multiply_then_divide),
    ),
    Deviation(
        "pass-at-k-logarithms",
        "pass_at_k.running-product",
        "logarithms are added by math.fsum: 1 - exp(fsum(log(…)))",
        _estimate(_logarithms),
    ),
    Deviation(
        "pass-at-k-with-replacement",
        "pass_at_k.running-product",
        "the attempts are drawn with replacement",
        _estimate(_with_replacement),
    ),
    Deviation(
        "pass-at-k-certain-too-early",
        "pass_at_k.certain-success",
        "the comparison includes equality",
        around({"average.estimate": _certain_too_early}),
    ),
    Deviation(
        "pass-at-k-log-gamma",
        "pass_at_k.certain-success",
        "the logarithm of the factorial of a negative number is asked for",
        _estimate(_log_gamma),
    ),
    Deviation(
        "pass-at-k-any-of-first",
        "pass_at_k.any-order",
        "only the first k attempts are looked at",
        around(average=_of_first),
    ),
    Deviation(
        "pass-at-k-plain-mean",
        "pass_at_k.corrected-sum",
        descriptions.LEFT_TO_RIGHT,
        instead({"average.sum": sums.naive}),
    ),
    Deviation(
        "pass-at-k-running-mean",
        "pass_at_k.corrected-sum",
        descriptions.RUNNING_MEAN,
        _mean(means.running),
    ),
    Deviation(
        "pass-at-k-divided-first",
        "pass_at_k.corrected-sum",
        descriptions.DIVIDED_FIRST,
        _mean(means.of_quotients),
    ),
    Deviation(
        "pass-at-k-exact-mean",
        "pass_at_k.corrected-sum",
        descriptions.STATISTICS_MEAN,
        _mean(means.exact),
    ),
)
"""Each breaks one clause about estimates or their mean."""
