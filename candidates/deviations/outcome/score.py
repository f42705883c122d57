"""Other ways to make a score of the samples, and a number of resolved trials of it."""

import math
from collections.abc import Callable
from decimal import Decimal
from functools import partial

from candidates.deviations import sums
from candidates.deviations.deviation import Changes, Step, Table, after, before, calling, instead
from candidates.deviations.outcome.file import Json, on_document
from candidates.deviations.parameters import taking
from candidates.reference.outcome import Counts, product_of, total_of


def _ordered(keys: Callable[[dict[str, Json]], list[str]]) -> Changes:
    """Return the change to another order of the keys of every object."""

    def ordered(value: Json) -> Json:
        if isinstance(value, list):
            return [*map(ordered, value)]
        return (
            {key: ordered(value[key]) for key in keys(value)} if isinstance(value, dict) else value
        )

    return on_document(ordered)


def _integers_first(members: dict[str, Json]) -> list[str]:
    """Order names as JavaScript does: those that are array indices first, by value."""
    indices = sorted((name for name in members if name.isdigit()), key=int)
    return [*dict.fromkeys((*indices, *members))]


_nearest = partial(instead, "summary.nearest")
"""Returns the change to another way of rounding a product to a count of resolved trials."""


def _half_up(product: float) -> int:
    return math.floor(float(product) + 0.5)


def _of_decimals(score: float, counts: Counts) -> object:
    """Return a product that is not rounded; one beyond binary64 stays so."""
    rounded = product_of(score, counts)
    return Decimal(repr(score)) * counts.trials if math.isfinite(rounded) else rounded


def _of_count(count: Callable[[Counts], int]) -> Changes:
    def of(product: Step, score: float, counts: Counts) -> object:
        return product(score, counts._replace(trials=count(counts)))

    return calling("summary.product", of)


def _within_bits(bits: int) -> Changes:
    half = 2 ** (bits - 1)
    return after("summary.nearest", lambda resolved: min(max(resolved, -half), half - 1))


ROWS: Table = {
    "score-of-plain-sum": instead("summary.mean.add", sums.naive),
    "samples-sorted": {"by-key": _ordered(sorted), "by-index": _ordered(_integers_first)},
    "resolved-rounded": {
        "half-up": _nearest(_half_up),
        "half-away": _nearest(lambda exact: _half_up(exact) if exact > 0 else -_half_up(-exact)),
        "ceiling": _nearest(math.ceil),
    },
    "resolved-multiplied": {"decimals": instead("summary.product", _of_decimals)},
    "resolved-rounded-twice": taking(
        "number of digits",
        int,
        lambda digits: before("summary.nearest", lambda product: round(float(product), digits)),
        "6",
    ),
    "resolved-of": {
        "printed-total": _of_count(total_of),
        "completed": _of_count(lambda counts: counts.completed),
    },
    "resolved-in-64-bits": taking("number of bits", int, _within_bits, "64"),
    "total-as-binary64": before(
        write=lambda summary: summary | {"total": int(float(summary["total"]))}
    ),
}
