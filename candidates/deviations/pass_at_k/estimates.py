"""Other ways to estimate from the attempts at a task, and to average the estimates."""

import math
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial

from candidates.deviations import adding, library_sums, sums
from candidates.deviations.deviation import Changes, Table, after, before, calling, instead
from candidates.deviations.parameters import taking, taking_name
from candidates.reference.summation import Number

_estimate = partial(instead, "average.estimate")
"""Returns the change to another estimate of n attempts, c successes and k draws."""


def _guarded(estimate: Callable[[int, int, int], float]) -> Changes:
    """Take the formula where there are enough failures."""
    return _estimate(lambda n, c, k: 1.0 if n - c < k else estimate(n, c, k))


def _float_products(n: int, c: int, k: int) -> float:
    """Divide two products of binary64s."""
    over = math.prod(float(n - c - i) for i in range(k))
    return 1.0 - over / math.prod(float(n - i) for i in range(k))


def _sum_of_logarithms(n: int, c: int, k: int) -> float:
    """Add logarithms from left to right."""
    return 1.0 - math.exp(sums.naive(math.log((n - c - i) / (n - i)) for i in range(k)))


def _comb_of_log_gamma(n: int, c: int, k: int) -> float:
    """Divide factorials by their logarithms."""
    over = _log_comb(n - c, k)
    return 1.0 - math.exp(over - _log_comb(n, k))


def _log_comb(n: int, k: int) -> float:
    return math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)


def _exact(n: int, c: int, k: int) -> float:
    return float(1 - Fraction(math.comb(n - c, k), math.comb(n, k)))


def _reciprocal(n: int, c: int, k: int) -> float:
    """Multiply 1 - k/m, as the paper that introduced pass@k does."""
    return 1.0 - math.prod(1.0 - k / m for m in range(n - c + 1, n + 1))


def _backwards(n: int, c: int, k: int) -> float:
    return 1.0 - math.prod((n - c - i) / (n - i) for i in reversed(range(k)))


def _multiply_then_divide(n: int, c: int, k: int) -> float:
    product = 1.0
    for i in range(k):
        product = product * (n - c - i) / (n - i)
    return 1.0 - product


def _read_list(text: str) -> tuple[int, ...]:
    """Return positive integers separated by commas; raises ValueError."""
    values = tuple(map(int, text.split(",")))
    if min(values) < 1:
        raise ValueError(text)
    return values


def _joined(join: Callable[[Iterable[Number]], Number]) -> Changes:
    """Return the change that makes one reward of all; one of none stays none."""
    return before("success.value", lambda rewards: rewards and {"reward": join(rewards.values())})


ROWS: Table = {
    "pass-at-k-estimates-by": {
        "float-products": _guarded(_float_products),
        "log-sum": _guarded(_sum_of_logarithms),
        "log-gamma": _guarded(_comb_of_log_gamma),
        "all-of-k": _estimate(lambda n, c, k: math.comb(c, k) / math.comb(n, k)),
        "power": _estimate(lambda n, c, k: (c / n) ** k),
        "share-of-k": _estimate(lambda _, c, k: c / k),
        "rate": _estimate(lambda n, c, _: c / n),
    },
    "pass-at-k-numpy-mean": instead("average.sum", library_sums.numpy_sum),
    "pass-at-k-fixed-values": taking(
        "values of k",
        _read_list,
        lambda ks: instead(k_values=lambda fewest: [k for k in ks if k <= fewest]),
        ("1,10,100", "1,5,10", "1,2,5,10", "2,4,8,16", "1,2,4,8", "1,5", "2,5,10", "2", "5", "1"),
    ),
    "pass-at-k-only-one-succeeds": after("success.binary", lambda success: success or 0),
    "pass-at-k-name-or-zero": taking_name(
        lambda name: before("success.value", lambda rewards: {name: rewards.get(name, 0)}),
        ("reward", "score", "accuracy"),
    ),
    "pass-at-k-of-several": {"any": _joined(max), "all": _joined(min)},
    "pass-at-k-plain-mean": instead("average.sum", sums.naive),
    "pass-at-k-means-by": adding.mean_by("average.mean", "numpy", "pandas", "polars", "fmean"),
    "pass-at-k-sums-by": adding.sum_by(
        "average.sum", "array-reduce", "neumaier", "fsum", "numpy", "pandas"
    ),
    "pass-at-k-estimates": {
        "binomial": _estimate(lambda n, c, k: 1 - math.comb(n - c, k) / math.comb(n, k)),
        "exact": _estimate(_exact),
        "backwards": _estimate(_backwards),
        "multiplied-first": _estimate(_multiply_then_divide),
        "with-replacement": _estimate(lambda n, c, k: 1.0 - (1.0 - c / n) ** k),
        "certain-too-early": calling(
            "average.estimate", lambda estimate, n, c, k: 1.0 if n - c <= k else estimate(n, c, k)
        ),
    },
    "pass-at-k-reciprocal": _estimate(_reciprocal),
    "pass-at-k-any-of-first": calling(
        average=lambda average, tasks, k: average([attempts[:k] for attempts in tasks], k)
    ),
}
