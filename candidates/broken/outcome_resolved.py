"""Wrong ways to make a number of resolved trials of the score."""

import math
from decimal import Decimal
from fractions import Fraction

from candidates.broken.outcome_parts import (
    Json,
    Summary,
    resolving,
    saying,
)
from candidates.broken.variant import Variant


def _half_up(score: float, total: int) -> int:
    return math.floor(score * total + 0.5)


def _half_from_zero(score: float, total: int) -> int:
    product = score * total
    return math.floor(product + 0.5) if product > 0 else -math.floor(-product + 0.5)


def _cut_off(score: float, total: int) -> int:
    return int(score * total)


def _not_below_zero(score: float, total: int) -> int:
    return max(0, round(score * total))


def _decimal(score: float, total: int) -> int:
    return round(Decimal(repr(score)) * total)


def _exact(score: float, total: int) -> int:
    return round(Fraction(score) * total)


def _rounded_twice(score: float, total: int) -> int:
    return round(round(score * total, 6))


def _in_64_bits(score: float, total: int) -> int:
    return min(max(round(score * total), -(2**63)), 2**63 - 1)


def _of_printed_total(summary: Summary, _result: Json) -> Summary:
    return summary | {"resolved": round(summary["score"] * summary["total"])}


def _of_completed(summary: Summary, result: Json) -> Summary:
    completed = int(result.get("stats", {}).get("n_completed_trials") or 0)
    return summary | {"resolved": round(summary["score"] * completed)}


def _total_as_binary64(summary: Summary, _result: Json) -> Summary:
    return summary | {"total": int(float(summary["total"]))}


VARIANTS = (
    Variant(
        "ties-go-up",
        "outcome.half-even",
        "a half is rounded up, as by Math.round",
        resolving(_half_up),
    ),
    Variant(
        "ties-go-from-zero",
        "outcome.half-even",
        "a half is rounded away from zero, as by round() of C",
        resolving(_half_from_zero),
    ),
    Variant(
        "resolved-cut-off",
        "outcome.half-even",
        "the product is converted to an integer",
        resolving(_cut_off),
    ),
    Variant(
        "resolved-not-below-zero",
        "outcome.half-even",
        "a number of trials cannot be negative",
        resolving(_not_below_zero),
    ),
    Variant(
        "resolved-of-decimals",
        "outcome.binary64-product",
        "the product is made of decimal numbers",
        resolving(_decimal),
    ),
    Variant(
        "resolved-of-fractions",
        "outcome.binary64-product",
        "the product is exact",
        resolving(_exact),
    ),
    Variant(
        "resolved-rounded-twice",
        "outcome.binary64-product",
        "noise in the last places is rounded off first",
        resolving(_rounded_twice),
    ),
    Variant(
        "resolved-of-the-printed-total",
        "outcome.resolved-of-total",
        "the total has fallen back before",
        saying(_of_printed_total),
    ),
    Variant(
        "resolved-of-completed",
        "outcome.resolved-of-total",
        "the completed trials are multiplied by the score",
        saying(_of_completed),
    ),
    Variant(
        "resolved-in-64-bits",
        "outcome.large-totals",
        "the product is an integer of 64 bits",
        resolving(_in_64_bits),
    ),
    Variant(
        "total-as-binary64",
        "outcome.large-totals",
        "every number of the file is a binary64",
        saying(_total_as_binary64),
    ),
)
