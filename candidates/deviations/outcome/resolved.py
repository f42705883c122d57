"""Other ways to make a number of resolved trials of the score."""

import json
import math
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

from candidates.deviations.deviation import (
    Changes,
    Deviation,
    Parameter,
    after,
    before,
    instead,
)
from candidates.deviations.outcome.documents import Json, on_line
from candidates.reference.outcome import Counts, product_of


def _half_up(product: float) -> int:
    return math.floor(float(product) + 0.5)


def _half_from_zero(product: float) -> int:
    return _half_up(product) if product > 0 else -_half_up(-product)


def _of(convert: Callable[[float], Any]) -> Changes:
    """Return the change to a product that is not rounded; one beyond binary64 stays so."""

    def product(score: float, counts: Counts) -> Json:
        rounded = product_of(score, counts)
        return convert(score) * counts.trials if math.isfinite(rounded) else rounded

    return instead({"summary.product": product})


def _rounded_to(digits: int) -> Changes:
    return before({"summary.nearest": lambda product: round(float(product), digits)})


def _of_printed_total(summary: Json) -> Json:
    return summary | {"resolved": round(summary["score"] * summary["total"])}


def _of_completed(summary: Json, content: bytes) -> Json:
    if summary.get("reason_code") is not None:
        return summary
    try:
        completed = int(json.loads(content).get("stats", {}).get("n_completed_trials") or 0)
    except (ValueError, AttributeError, TypeError):  # with another deviation that reads the file
        return summary
    return summary | {"resolved": round(summary["score"] * completed)}


def _within_bits(bits: int) -> Changes:
    half = 2 ** (bits - 1)
    return after({"summary.nearest": lambda resolved: min(max(resolved, -half), half - 1)})


def _total_as_binary64(summary: Json) -> Json:
    return summary | {"total": int(float(summary["total"]))}


DEVIATIONS = (
    Deviation(
        "ties-go-up",
        "outcome.half-even",
        "a half is rounded up, as by Math.round",
        instead({"summary.nearest": _half_up}),
    ),
    Deviation(
        "ties-go-from-zero",
        "outcome.half-even",
        "a half is rounded away from zero, as by round() of C",
        instead({"summary.nearest": _half_from_zero}),
    ),
    Deviation(
        "resolved-cut-off",
        "outcome.half-even",
        "the product is converted to an integer",
        instead({"summary.nearest": int}),
    ),
    Deviation(
        "resolved-rounded-up",
        "outcome.half-even",
        "every part of a trial counts as one: math.ceil()",
        instead({"summary.nearest": math.ceil}),
    ),
    Deviation(
        "resolved-rounded-down",
        "outcome.half-even",
        "no part of a trial counts: math.floor()",
        instead({"summary.nearest": math.floor}),
    ),
    Deviation(
        "resolved-not-below-zero",
        "outcome.half-even",
        "a number of trials cannot be negative",
        after({"summary.nearest": lambda resolved: max(0, resolved)}),
    ),
    Deviation(
        "resolved-of-decimals",
        "outcome.binary64-product",
        "the product is made of decimal numbers",
        _of(lambda score: Decimal(repr(score))),
    ),
    Deviation(
        "resolved-of-fractions", "outcome.binary64-product", "the product is exact", _of(Fraction)
    ),
    Deviation(
        "resolved-rounded-twice",
        "outcome.binary64-product",
        "noise in the last places is rounded off first",
        parameter=Parameter("number of digits", "6", int, _rounded_to),
    ),
    Deviation(
        "resolved-of-the-printed-total",
        "outcome.resolved-of-total",
        "the total has fallen back before",
        before(write=_of_printed_total),
    ),
    Deviation(
        "resolved-of-completed",
        "outcome.resolved-of-total",
        "the completed trials are multiplied by the score",
        on_line(_of_completed),
    ),
    Deviation(
        "resolved-in-64-bits",
        "outcome.large-totals",
        "the product is an integer of 64 bits",
        parameter=Parameter("number of bits", "64", int, _within_bits),
    ),
    Deviation(
        "total-as-binary64",
        "outcome.large-totals",
        "every number of the file is a binary64",
        before(write=_total_as_binary64),
    ),
)
"""Each breaks one clause about resolved trials, or about large totals."""
