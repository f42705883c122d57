"""Other ways to make a score of the samples, and a number of resolved trials of it."""

import math
from collections.abc import Callable
from decimal import Decimal
from typing import Any

from candidates.deviations import sums
from candidates.deviations.deviation import Changes, Step, after, around, before, instead
from candidates.deviations.outcome.file import Json, on_document
from candidates.deviations.parameters import taking, taking_number
from candidates.deviations.rows import Table
from candidates.reference.outcome import Counts, product_of, total_of
from candidates.reference.summation import Number


def _sorted(value: Json) -> Json:
    if isinstance(value, dict):
        return {name: _sorted(value[name]) for name in sorted(value)}
    return [_sorted(v) for v in value] if isinstance(value, list) else value


def _integers_first(value: Json) -> Json:
    """Order names as JavaScript does: those that are array indices first, by value."""
    if isinstance(value, list):
        return [_integers_first(v) for v in value]
    if not isinstance(value, dict):
        return value
    indices = sorted((n for n in value if n.isdigit()), key=int)
    return {n: _integers_first(value[n]) for n in dict.fromkeys((*indices, *value))}


def _for_infinite(replacement: Number) -> Changes:
    def finite(value: Json) -> Json:
        return replacement if isinstance(value, float) and not math.isfinite(value) else value

    return before({"summary.number": finite})


def _for_null(replacement: Number) -> Changes:
    return before({"summary.number": lambda value: replacement if value is None else value})


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


def _of_count(count: Callable[[Counts], int]) -> Changes:
    def of(product: Step) -> Step:
        return lambda score, counts: product(score, counts._replace(trials=count(counts)))

    return around({"summary.product": of})


def _within_bits(bits: int) -> Changes:
    half = 2 ** (bits - 1)
    return after({"summary.nearest": lambda resolved: min(max(resolved, -half), half - 1)})


def _total_as_binary64(summary: Json) -> Json:
    return summary | {"total": int(float(summary["total"]))}


ROWS: Table = {
    "score-of-plain-sum": instead({"summary.mean.add": sums.naive}),
    "samples-sorted": {"by-key": on_document(_sorted), "by-index": on_document(_integers_first)},
    "not-finite-is-zero": taking_number(_for_infinite, "0"),
    "null-samples-are-zero": taking_number(_for_null, "0"),
    "resolved-rounded": {
        "half-up": instead({"summary.nearest": _half_up}),
        "half-away": instead({"summary.nearest": _half_from_zero}),
        "truncated": instead({"summary.nearest": int}),
        "ceiling": instead({"summary.nearest": math.ceil}),
        "floor": instead({"summary.nearest": math.floor}),
        "not-negative": after({"summary.nearest": lambda resolved: max(0, resolved)}),
    },
    "resolved-multiplied": {"decimals": _of(lambda score: Decimal(repr(score)))},
    "resolved-rounded-twice": taking("number of digits", int, _rounded_to, "6"),
    "resolved-of": {
        "printed-total": _of_count(total_of),
        "completed": _of_count(lambda counts: counts.completed),
    },
    "resolved-in-64-bits": taking("number of bits", int, _within_bits, "64"),
    "total-as-binary64": before(write=_total_as_binary64),
}
