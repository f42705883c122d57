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
    family,
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
    family(
        "resolved-rounded",
        "outcome.half-even",
        "resolved is {}",
        {
            "half-up": (
                "rounded half up, as by Math.round()",
                instead({"summary.nearest": _half_up}),
            ),
            "half-away": (
                "rounded half away from zero, as by round() in C",
                instead({"summary.nearest": _half_from_zero}),
            ),
            "truncated": ("truncated to an integer", instead({"summary.nearest": int})),
            "ceiling": ("rounded up, as by math.ceil()", instead({"summary.nearest": math.ceil})),
            "floor": ("rounded down, as by math.floor()", instead({"summary.nearest": math.floor})),
            "not-negative": (
                "raised to at least 0",
                after({"summary.nearest": lambda resolved: max(0, resolved)}),
            ),
        },
        advice="Round the product of score and total to the nearest integer, halves to the"
        " even one, as round() does.",
    ),
    family(
        "resolved-multiplied",
        "outcome.binary64-product",
        "resolved is rounded from a product of {}",
        {
            "decimals": ("decimals", _of(lambda score: Decimal(repr(score)))),
            "fractions": ("fractions", _of(Fraction)),
        },
        advice="Multiply score and total as binary64s.",
    ),
    Deviation(
        "resolved-rounded-twice",
        "outcome.binary64-product",
        "the product is rounded to {} digits first",
        parameter=Parameter("number of digits", "6", int, _rounded_to),
        advice="Round the product once.",
    ),
    family(
        "resolved-of",
        "outcome.resolved-of-total",
        "resolved is computed from {}",
        {
            "printed-total": (
                "the total after it has fallen back",
                before(write=_of_printed_total),
            ),
            "completed": ("the completed trials", on_line(_of_completed)),
        },
        advice="Multiply the score by n_total_trials as recorded.",
    ),
    Deviation(
        "resolved-in-64-bits",
        "outcome.large-totals",
        "resolved is limited to {} bits",
        parameter=Parameter("number of bits", "64", int, _within_bits),
        advice="Write resolved with all its digits.",
    ),
    Deviation(
        "total-as-binary64",
        "outcome.large-totals",
        "every count is a binary64",
        before(write=_total_as_binary64),
        advice="Write the total with all its digits.",
    ),
)
"""Each breaks one clause about resolved trials, or about large totals."""
