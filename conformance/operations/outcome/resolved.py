"""``resolved``: scores whose product with the total is near a half, or very large."""

import math
from decimal import Decimal
from fractions import Fraction

from hypothesis import strategies as st

from conformance.operations.clause import Cases, Check, Examination, clause, common, extreme, rare
from conformance.operations.outcome.counts import totals
from conformance.operations.outcome.inputs import RULES, of_groups, of_metrics, summary
from conformance.operations.strategies.drawing import build, drawn, some
from conformance.protocol.values import Case

LEVEL = rare("a score whose product with the total lies at a half")

TIE = "an exact tie"
LOOKS_TIED = "a tie that only looks exact"
ROUNDED_TIE = "a tie that rounding made"
FELL_BACK = "the total falls back to other counts"
LARGE = "the total is no binary64"

_TOTALS = (
    *(1, 2, 4, 5, 8, 10, 16, 20, 25, 40, 50, 80, 100, 125, 200, 250, 400, 500, 1000, 1250, 2000),
)
"""Numbers whose halves are decimal numbers of few digits."""

_LONGEST = len("0.123456")

type Half = tuple[str, int]
"""A score as decimal text and a total, whose product is a whole number and a half."""


def is_half(product: float | Decimal | Fraction) -> bool:
    """Return whether a product lies halfway between two whole numbers."""
    return Fraction(product).denominator == 2  # noqa: PLR2004 - in lowest terms


def _decimal_halves() -> list[Half]:
    """Return the scores below 1 of few digits that are halves times one of the totals."""
    pairs = [
        (repr(odd / (2 * total)), total) for total in _TOTALS for odd in range(1, 2 * total, 2)
    ]
    return [(score, total) for score, total in pairs if len(score) <= _LONGEST]


def _is_tie(half: Half) -> bool:
    """Return whether the product in binary64 is a half."""
    return float(half[0]) * half[1] % 1 == 0.5  # noqa: PLR2004 - a half


def _is_true(half: Half) -> bool:
    """Return whether the exact product of the binary64 is a half."""
    numerator, denominator = float(half[0]).as_integer_ratio()
    return 2 * numerator * half[1] % denominator == 0


_HALVES = _decimal_halves()

_TIES = [half for half in _HALVES if _is_tie(half)]

LOOK_ALIKES = tuple(half for half in _HALVES if not _is_tie(half))
"""Halves as decimal numbers whose product in binary64 is none."""

TRUE_TIES = tuple(filter(_is_true, _TIES))
"""Halves whose score is a binary64, so that nothing is rounded before the end."""

ROUNDED_TIES = tuple(half for half in _TIES if not _is_true(half))
"""Halves whose score is none, and whose product in binary64 is rounded to a half again."""

_COPIES = (
    '"e": {{"metrics": [{{"mean": {0}}}]}}',
    '"e": {{"metrics": [{{"mean": {0}}}, {{"mean": {0}}}]}}',
    '"a": {{"metrics": [{{"max": {0}}}]}}, "b": {{"metrics": [{{"mean": {0}}}]}}',
    '"e": {{"metrics": [{{"a": {0}, "b": {0}, "c": {0}, "d": {0}}}]}}',
)
"""Groups that hold one score once, twice or four times, which leaves their mean the score."""

_SIGNS = ("", "", "-")


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
    half = st.one_of(*map(st.sampled_from, (TRUE_TIES, ROUNDED_TIES, LOOK_ALIKES)))
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
    half = st.one_of(
        st.sampled_from(ROUNDED_TIES),
        st.sampled_from(LOOK_ALIKES),
        build(_aside, _TIES, (1, -1, 2, -2)),
    )
    return _copied(half)


def _observe_fallback(examination: Examination, case: Case) -> None:
    """Ask the case, and note whether the total fell back and ``resolved`` did not."""
    read = summary(examination.agree(case))
    fell_back = read is not None and read.resolved != round(read.score * read.total)
    examination.observe(FELL_BACK, happened=fell_back)


@clause(
    "resolved-of-total",
    *RULES,
    level=common("agent_challenge: the file of a harbor job"),
    check="totals",
    body=_observe_fallback,
    shares={FELL_BACK: 0.1},
    effort=0.6,
)
def resolved_of_total() -> Cases:
    """resolved is the score times n_total_trials, and so 0 where the total falls back to the other
    counts."""
    return totals()


def _observe_large_totals(examination: Examination, case: Case) -> None:
    """Ask the case, and note whether binary64 lacks the total."""
    read = summary(examination.agree(case))
    no_binary64 = read is not None and read.total != float(read.total)
    examination.observe(LARGE, happened=no_binary64)


@clause(
    "large-totals",
    *RULES,
    level=extreme("no job has 2**53 trials"),
    body=_observe_large_totals,
    shares={LARGE: 0.3},
)
def large() -> Cases:
    """n_total_trials is rounded to binary64 in the product and printed in full next to it; one
    beyond binary64, or such a product, makes the file malformed."""
    powers = st.sampled_from((53, 54, 60, 63, 64, 70, 100, 500, 1023))
    near = st.builds(lambda power, more: str(2**power + more), powers, st.integers(-9, 9))
    far = st.sampled_from(("1e20", "1e300", str(2**1024 - 2**970), str(2**1024 - 2**970 - 1)))
    totals = st.one_of(near, far, st.builds(str, st.integers(0, 99)))
    scores = ("1", "0", "0.5", "1.0", "0.1", "1e10", "-1", "1e300", "9007199254740993", "0.75")
    metrics = st.sampled_from((*(f'{{"mean": {score}}}' for score in scores), ""))
    return st.builds(of_metrics, metrics, totals)


def _copied(halves_: st.SearchStrategy[Half]) -> Cases:
    return build(
        lambda half, sign, copies: of_groups(copies.format(sign + half[0]), str(half[1])),
        halves_,
        _SIGNS,
        _COPIES,
    )


def _aside(half: Half, steps: int) -> Half:
    score, total = half
    return repr(math.nextafter(float(score), math.copysign(9, steps), steps=abs(steps))), total
