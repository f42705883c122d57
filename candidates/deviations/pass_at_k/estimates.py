"""Other ways to estimate from the attempts at a task, and to average the estimates."""

import math
from collections.abc import Callable, Iterable
from fractions import Fraction

from candidates.deviations import adding, library_sums, sums
from candidates.deviations.deviation import Changes, Step, after, around, before, instead
from candidates.deviations.numbers import read_number
from candidates.deviations.parameters import taking, taking_name
from candidates.deviations.rows import Table
from candidates.reference.pass_at_k import Attempts, Estimates
from candidates.reference.summation import Number

type Estimate = Callable[[int, int, int], float]


def _float_products(n: int, c: int, k: int) -> float:
    """Divide two products of binary64s."""
    over = math.prod(float(n - c - i) for i in range(k))
    return 1.0 - over / math.prod(float(n - i) for i in range(k))


def _guarded(estimate: Estimate) -> Estimate:
    """Take the formula where there are enough failures."""
    return lambda n, c, k: 1.0 if n - c < k else estimate(n, c, k)


def _sum_of_logarithms(n: int, c: int, k: int) -> float:
    """Add logarithms from left to right."""
    return 1.0 - math.exp(sums.naive(math.log((n - c - i) / (n - i)) for i in range(k)))


def _comb_of_log_gamma(n: int, c: int, k: int) -> float:
    """Divide factorials by their logarithms."""
    over = _log_comb(n - c, k)
    return 1.0 - math.exp(over - _log_comb(n, k))


def _log_comb(n: int, k: int) -> float:
    return math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)


def _all_pass(n: int, c: int, k: int) -> float:
    """Estimate the chance that all of k attempts succeed."""
    return math.comb(c, k) / math.comb(n, k)


def _estimate(formula: Estimate) -> Changes:
    return instead({"average.estimate": formula})


def _of_each(change: Callable[[Number], Number]) -> Changes:
    """Return the change of every estimate of every group."""

    def changed(groups: dict[str, Estimates]) -> dict[str, Estimates]:
        return {
            key: {k: change(value) for k, value in estimates.items()}
            for key, estimates in groups.items()
        }

    return after(pass_at_k=changed)


def _read_list(text: str) -> tuple[int, ...]:
    """Return positive integers separated by commas; raises ValueError."""
    values = tuple(map(int, text.split(",")))
    if min(values) < 1:
        raise ValueError(text)
    return values


def _fixed(k_values: tuple[int, ...]) -> Changes:
    return instead(k_values=lambda fewest: [k for k in k_values if k <= fewest])


def _or_zero(name: str) -> Changes:
    """Return the change that reads one name, and 0 where it is missing."""
    return before({"success.value": lambda rewards: {name: rewards.get(name, 0)}})


def _joined(join: Callable[[Iterable[Number]], Number]) -> Changes:
    """Return the change that makes one reward of all; one of none stays none."""
    return before({"success.value": lambda rewards: rewards and {"reward": join(rewards.values())}})


def _any_attempt(tasks: list[Attempts]) -> list[Attempts]:
    return [[max(attempts)] * len(attempts) for attempts in tasks]


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


def _with_replacement(n: int, c: int, k: int) -> float:
    """Draw each attempt from all of them."""
    return 1.0 - (1.0 - c / n) ** k


def _certain_too_early(estimate: Step) -> Step:
    """Take as many failures as draws for a sure success."""
    return lambda n, c, k: 1.0 if n - c <= k else estimate(n, c, k)


def _of_first(average: Step) -> Step:
    """Use only the first k attempts."""
    return lambda tasks, k: average([attempts[:k] for attempts in tasks], k)


ROWS: Table = {
    "pass-at-k-estimates-by": {
        "float-products": _estimate(_guarded(_float_products)),
        "log-sum": _estimate(_guarded(_sum_of_logarithms)),
        "log-gamma": _estimate(_guarded(_comb_of_log_gamma)),
        "all-of-k": _estimate(_all_pass),
        "rate": _estimate(lambda n, c, _: c / n),
    },
    "pass-at-k-any-success": before(average=_any_attempt),
    "pass-at-k-numpy-mean": instead({"average.sum": library_sums.numpy_sum}),
    "pass-at-k-in-percent": taking(
        "factor",
        read_number,
        lambda factor: _of_each(lambda value: value * factor),
        ("100", "100.0"),
    ),
    "pass-at-k-fixed-values": taking(
        "values of k",
        _read_list,
        _fixed,
        ("1,10,100", "1,5,10", "1,2,5,10", "2,4,8,16", "1,2,4,8", "1,5", "2,5,10", "2", "5", "1"),
    ),
    "pass-at-k-only-one-succeeds": after({"success.binary": lambda success: success or 0}),
    "pass-at-k-name-or-zero": taking_name(_or_zero, ("reward", "score", "accuracy")),
    "pass-at-k-of-several": {"any": _joined(max), "all": _joined(min)},
    "pass-at-k-means-by": adding.mean_by(
        lambda mean: instead({"average.mean": mean}), "numpy", "pandas", "polars", "fmean"
    ),
    "pass-at-k-sums-by": adding.sum_by(
        lambda add: instead({"average.sum": add}),
        "array-reduce",
        "neumaier",
        "fsum",
        "numpy",
        "pandas",
    ),
    "pass-at-k-estimates": {
        "binomial": _estimate(_binomial),
        "exact": _estimate(_exact),
        "backwards": _estimate(_backwards),
        "multiplied-first": _estimate(_multiply_then_divide),
        "with-replacement": _estimate(_with_replacement),
        "certain-too-early": around({"average.estimate": _certain_too_early}),
    },
    "pass-at-k-reciprocal": _estimate(_reciprocal),
    "pass-at-k-any-of-first": around(average=_of_first),
    "pass-at-k-plain-mean": instead({"average.sum": sums.naive}),
}
