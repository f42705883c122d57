"""``resolved``: scores whose product with the total is near a half, or very large."""

import math
from decimal import Decimal
from fractions import Fraction

from hypothesis import strategies as st

from conformance.operations.clause import (
    Cases,
    Check,
    Examination,
    clause,
    common,
    extreme,
    rare,
    seeing,
)
from conformance.operations.outcome.inputs import RULES, of_groups, of_metrics, summary
from conformance.operations.outcome.members import totals
from conformance.operations.strategies.drawing import build, drawn, either, some
from conformance.protocol.values import Answer, Case

LEVEL = rare("a score whose product with the total lies at a half")

TIE = "an exact tie"
LOOKS_TIED = "a tie that only looks exact"
ROUNDED_TIE = "a tie that rounding made"

_TOTALS = (
    1, 2, 4, 5, 8, 10, 16, 20, 25, 40, 50, 80, 100, 125, 200, 250, 400, 500, 1000, 1250, 2000,
)  # fmt: skip
"""Numbers whose halves are decimal numbers of few digits."""

type Half = tuple[str, int]
"""A score as decimal text and a total, whose product is a whole number and a half."""


def is_half(product: float | Decimal | Fraction) -> bool:
    """Return whether a product lies halfway between two whole numbers."""
    return Fraction(product).denominator == 2  # noqa: PLR2004 - in lowest terms


_HALVES: list[Half] = [
    (score, total)
    for total in _TOTALS
    for odd in range(1, 2 * total, 2)
    if len(score := repr(odd / (2 * total))) <= len("0.123456")
]
"""The scores below 1 of few digits that are halves times one of the totals."""

_TIES = [half for half in _HALVES if is_half(float(half[0]) * half[1])]

LOOK_ALIKES = tuple(half for half in _HALVES if half not in _TIES)
"""Halves as decimal numbers whose product in binary64 is none."""

TRUE_TIES = tuple(half for half in _TIES if is_half(Fraction(float(half[0])) * half[1]))
"""Halves whose score is a binary64, so that nothing is rounded before the end."""

ROUNDED_TIES = tuple(half for half in _TIES if half not in TRUE_TIES)
"""Halves whose score is none, and whose product in binary64 is rounded to a half again."""

_COPIES = (
    '"e": {{"metrics": [{{"mean": {0}}}]}}',
    '"e": {{"metrics": [{{"mean": {0}}}, {{"mean": {0}}}]}}',
    '"a": {{"metrics": [{{"max": {0}}}]}}, "b": {{"metrics": [{{"mean": {0}}}]}}',
    '"e": {{"metrics": [{{"a": {0}, "b": {0}, "c": {0}, "d": {0}}}]}}',
)
"""Groups that hold one score once, twice or four times, which leaves their mean the score."""


@drawn(
    some(("0", "1", "0.5", "0.25", "0.1", "0.7", "-1"), 1, 4),
    ("1", "3", "5", "10", "50", "7", "2", "-5"),
)
def means_of_trials(scores: list[str], total: str) -> Case:
    """A few rewards of a few trials each as one sample, and a total that need not be theirs."""
    return of_metrics(", ".join(f'{{"mean": {score}}}' for score in scores), total)


@clause("half-even", *RULES)
def half_even() -> tuple[Check, ...]:
    """resolved is the product of score and total rounded to a whole number, and from halfway to the
    even one, below zero as well as above."""
    half = either(TRUE_TIES, ROUNDED_TIES, LOOK_ALIKES)
    return (
        Check("halves", _copied(half), _agree_on_product, shares={TIE: 0.3, LOOKS_TIED: 0.2}),
        Check("means-of-trials", means_of_trials(), _agree_on_product, shares={TIE: 0.08}),
    )


def _agree_on_product(examination: Examination, case: Case) -> None:
    """Ask the case, and note what kind of half the product of score and total is."""
    read = summary(examination.agree(case))
    if read is None:
        return
    rounded = is_half(read.score * read.total)
    written = is_half(Decimal(repr(read.score)) * read.total)
    examination.observe(TIE, happened=rounded)
    examination.observe(LOOKS_TIED, happened=written and not rounded)
    exact = is_half(Fraction(read.score) * read.total)
    examination.observe(ROUNDED_TIE, happened=rounded and not exact)


@clause(
    "binary64-product", *RULES, body=_agree_on_product, shares={LOOKS_TIED: 0.2, ROUNDED_TIE: 0.2}
)
def beside_halves() -> Cases:
    """The product is computed in binary64 before it is rounded: it may be a tie where the decimal
    product is none, and the other way round."""
    return _copied(either(ROUNDED_TIES, LOOK_ALIKES, build(_aside, _TIES, (1, -1, 2, -2))))


def _fell_back(answer: Answer) -> bool:
    """Return whether the total fell back and ``resolved`` did not."""
    read = summary(answer)
    return read is not None and read.resolved != round(read.score * read.total)


@clause(
    "resolved-of-total",
    *RULES,
    level=common("agent_challenge: the file of a harbor job"),
    check="totals",
    **seeing(("the total falls back to other counts", _fell_back, 0.1)),
    effort=0.6,
)
def resolved_of_total() -> Cases:
    """resolved is the score times n_total_trials, and so 0 where the total falls back to the other
    counts."""
    return totals()


def _is_large(answer: Answer) -> bool:
    read = summary(answer)
    return read is not None and read.total != float(read.total)


@clause(
    "large-totals",
    *RULES,
    level=extreme("no job has 2**53 trials"),
    **seeing(("the total is no binary64", _is_large, 0.3)),
)
def large() -> Cases:
    """n_total_trials is rounded to binary64 in the product and printed in full next to it; one
    beyond binary64, or such a product, makes the file malformed."""
    powers = (53, 54, 60, 63, 64, 70, 100, 500, 1023)
    near = build(lambda power, more: str(2**power + more), powers, st.integers(-9, 9))
    far = ("1e20", "1e300", str(2**1024 - 2**970), str(2**1024 - 2**970 - 1))
    totals = either(near, far, st.integers(0, 99).map(str))
    scores = ("1", "0", "0.5", "1.0", "0.1", "1e10", "-1", "1e300", "9007199254740993", "0.75")
    return build(of_metrics, (*(f'{{"mean": {score}}}' for score in scores), ""), totals)


def _copied(halves: st.SearchStrategy[Half]) -> Cases:
    def copied(half: Half, sign: str, copies: str) -> Case:
        return of_groups(copies.format(sign + half[0]), str(half[1]))

    return build(copied, halves, ("", "", "-"), _COPIES)


def _aside(half: Half, steps: int) -> Half:
    score, total = half
    return repr(math.nextafter(float(score), math.copysign(9, steps), steps=abs(steps))), total
