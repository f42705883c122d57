"""The calls that real runners estimate and average with, and what else they take for pass@k."""

import math
from collections.abc import Callable

from candidates.deviations import descriptions, library_sums, sums
from candidates.deviations.deviation import (
    Changes,
    Deviation,
    Parameter,
    Step,
    after,
    around,
    before,
    family,
    instead,
)
from candidates.deviations.means import rounded
from candidates.deviations.numbers import read_number
from candidates.reference.metric import Rewards
from candidates.reference.pass_at_k import Attempts, Estimates
from candidates.reference.summation import Number

type Estimate = Callable[[int, int, int], float]


def _float_products(n: int, c: int, k: int) -> float:
    """Divide two products of binary64s."""
    over = math.prod(float(n - c - i) for i in range(k))
    return 1.0 - over / math.prod(float(n - i) for i in range(k))


def _comb_of_scipy(n: int, c: int, k: int) -> float:
    """Divide two binomial coefficients, each a binary64 already."""
    return 1.0 - float(math.comb(n - c, k)) / float(math.comb(n, k))


def _guarded(estimate: Estimate) -> Estimate:
    """Take the formula where there are enough failures."""
    return lambda n, c, k: 1.0 if n - c < k else estimate(n, c, k)


def _sum_of_logarithms(n: int, c: int, k: int) -> float:
    """Add logarithms from left to right."""
    return 1.0 - math.exp(sums.naive(math.log((n - c - i) / (n - i)) for i in range(k)))


def _log_gamma(n: int, c: int, k: int) -> float:
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


def _sum(add: Callable[..., Number]) -> Changes:
    return instead({"average.sum": add})


def _of_each(change: Callable[[Number], Number]) -> Changes:
    """Return the change of every estimate of every group."""

    def changed(groups: dict[str, Estimates]) -> dict[str, Estimates]:
        return {
            key: {k: change(value) for k, value in estimates.items()}
            for key, estimates in groups.items()
        }

    return after(pass_at_k=changed)


def _rounded(digits: int) -> Changes:
    return _of_each(lambda value: rounded(digits)([value])[0])


def _times(factor: Number) -> Changes:
    return _of_each(lambda value: value * factor)


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


def _any_of_names(rewards: Rewards) -> Rewards:
    return {"reward": max(rewards.values())} if rewards else rewards


def _all_of_names(rewards: Rewards) -> Rewards:
    return {"reward": min(rewards.values())} if rewards else rewards


def _one_is_success(binary: Step) -> Step:
    """Judge what is not binary as failed."""
    return lambda value: binary(value) or 0


def _any_attempt(tasks: list[Attempts]) -> list[Attempts]:
    return [[max(attempts)] * len(attempts) for attempts in tasks]


_FORMULA = "pass_at_k.running-product"
_ADDED = "pass_at_k.corrected-sum"

DEVIATIONS = (
    family(
        "pass-at-k-estimates-by",
        "pass_at_k.running-product",
        "{}",
        {
            "float-products": (
                "numerators and denominators are multiplied separately, as floats",
                _estimate(_guarded(_float_products)),
            ),
            "float-binomial": (
                "binomial coefficients are divided as floats, as those of scipy.special.comb",
                _estimate(_guarded(_comb_of_scipy)),
            ),
            "log-sum": (
                "logarithms are added from left to right: exp(sum(log(…)))",
                _estimate(_guarded(_sum_of_logarithms)),
            ),
            "log-gamma": (
                "binomial coefficients are divided by their logarithms, with lgamma()",
                _estimate(_guarded(_log_gamma)),
            ),
            "all-of-k": ("all of k attempts must pass: pass^k", _estimate(_all_pass)),
            "rate": (
                "pass@k is the share of successful attempts",
                _estimate(lambda n, c, _: c / n),
            ),
        },
        advice="Compute 1 minus the product of (n-c-i)/(n-i), each quotient rounded and"
        " multiplied in turn from i=0 to k-1.",
    ),
    Deviation(
        "pass-at-k-any-success",
        _FORMULA,
        "a task passes if any of its attempts does",
        before(average=_any_attempt),
        advice="Estimate pass@k from the numbers of attempts and of successes.",
    ),
    Deviation(
        "pass-at-k-numpy-mean",
        _ADDED,
        descriptions.NUMPY,
        _sum(library_sums.numpy_sum),
        advice="Add the estimates with compensation, as sum() does in Python 3.12 and later.",
    ),
    Deviation(
        "pass-at-k-in-percent",
        _FORMULA,
        "results are multiplied by {}",
        parameter=Parameter("factor", "100", read_number, _times, usual=("100.0",)),
        advice="Return results unscaled.",
    ),
    Deviation(
        "pass-at-k-fixed-values",
        "pass_at_k.k-values",
        "k is one of {}",
        parameter=Parameter(
            "values of k",
            "1,10,100",
            _read_list,
            _fixed,
            usual=("1,5,10", "1,2,5,10", "2,4,8,16", "1,2,4,8", "1,5", "2,5,10", "2", "5", "1"),
        ),
        advice=(
            "Estimate for each power of two from 2 and each multiple of five, up to the"
            " number of attempts."
        ),
    ),
    Deviation(
        "pass-at-k-only-one-succeeds",
        "pass_at_k.binary-rewards",
        "a reward of 1 is a success, and any other a failure",
        around({"success.binary": _one_is_success}),
        advice="Leave a group with a reward other than 0 and 1 without pass@k.",
    ),
    Deviation(
        "pass-at-k-name-or-zero",
        "pass_at_k.one-reward",
        "only the key {} is read, and counts 0 where it is missing",
        parameter=Parameter("name", "reward", str, _or_zero, usual=("score", "accuracy")),
        advice=(
            "Use the only reward of a trial, and leave a group with none or several without pass@k."
        ),
    ),
    family(
        "pass-at-k-of-several",
        "pass_at_k.one-reward",
        "{} of several rewards must be a success",
        {
            "any": ("any", before({"success.value": _any_of_names})),
            "all": ("each", before({"success.value": _all_of_names})),
        },
        advice="Leave the group of a trial with several rewards without pass@k.",
    ),
)
"""Each stands for a call, a formula, or another idea of a success."""
