"""Questions about ``resolved``: scores whose product with the total lies at a half, or far out."""

import math
from decimal import Decimal
from fractions import Fraction

from hypothesis import strategies as st

from conformance.model import Case
from conformance.strategies.outcome_files import of_groups, of_metrics

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


def halves() -> st.SearchStrategy[Case]:
    """Scores at a half: true ties, ties of the rounded product, and those that only look so."""
    half = st.one_of(*map(st.sampled_from, (TRUE_TIES, ROUNDED_TIES, LOOK_ALIKES)))
    return _asked(half)


def beside_halves() -> st.SearchStrategy[Case]:
    """Scores at a half that only looks exact, true ones, and neighbours of those."""
    half = st.one_of(
        st.sampled_from(ROUNDED_TIES),
        st.sampled_from(LOOK_ALIKES),
        st.builds(_aside, st.sampled_from(_TIES), st.sampled_from((1, -1, 2, -2))),
    )
    return _asked(half)


def means_of_trials() -> st.SearchStrategy[Case]:
    """A few rewards of a few trials each as one sample, and a total that need not be theirs."""
    values = st.lists(
        st.sampled_from(("0", "1", "0.5", "0.25", "0.1", "0.7", "-1")),
        min_size=1,
        max_size=4,
    )
    totals = st.sampled_from(("1", "3", "5", "10", "50", "7", "2", "-5"))
    return st.builds(
        lambda found, total: of_metrics(", ".join(f'{{"mean": {v}}}' for v in found), total),
        values,
        totals,
    )


def large() -> st.SearchStrategy[Case]:
    """Totals and scores up to and beyond what binary64 holds exactly, or holds at all."""
    powers = st.sampled_from((53, 54, 60, 63, 64, 70, 100, 500, 1023))
    near = st.builds(lambda power, more: str(2**power + more), powers, st.integers(-9, 9))
    far = st.sampled_from(("1e20", "1e300", str(2**1024 - 2**970), str(2**1024 - 2**970 - 1)))
    totals = st.one_of(near, near, far, st.builds(str, st.integers(0, 99)))
    scores = ("1", "0", "0.5", "1.0", "0.1", "1e10", "-1", "1e300", "9007199254740993", "0.75")
    metrics = st.sampled_from((*(f'{{"mean": {score}}}' for score in scores), ""))
    return st.builds(of_metrics, metrics, totals)


def _asked(halves_: st.SearchStrategy[Half]) -> st.SearchStrategy[Case]:
    return st.builds(
        lambda half, sign, copies: of_groups(copies.format(sign + half[0]), str(half[1])),
        halves_,
        st.sampled_from(_SIGNS),
        st.sampled_from(_COPIES),
    )


def _aside(half: Half, steps: int) -> Half:
    score, total = half
    return repr(math.nextafter(float(score), math.copysign(9, steps), steps=abs(steps))), total
