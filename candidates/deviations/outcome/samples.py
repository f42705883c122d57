"""Other ways to find, read and average the samples, and to count resolved trials by the score."""

import math
from collections.abc import Callable
from decimal import Decimal
from functools import partial
from itertools import chain

from candidates.deviations import adding, float_readers, json_readers, sums
from candidates.deviations.deviation import Changes, Step, Table, after, before, calling, instead
from candidates.deviations.forms import where
from candidates.deviations.means import Mean
from candidates.deviations.numbers import to_float, within_bits
from candidates.deviations.outcome.file import Json, malformed, on_document
from candidates.deviations.parameters import taking, taking_number
from candidates.reference.outcome import Counts, MalformedError, product_of, total_of
from candidates.reference.summation import total


def _null_without_samples(summary: Step, result: Json) -> Json:
    members = summary(result)
    groups = result.get("stats", {}).get("evals", {}).values()
    scored = any(metric for group in groups for metric in group.get("metrics", []))
    return members if scored else members | {"score": None}


def _samples_by(read: Callable[[str], float | None]) -> Changes:
    """Return the change that reads text in the place of a sample in another way."""

    def number_of(value: Json) -> float:
        number = read(value) if isinstance(value, str) else value
        if not isinstance(number, int | float):
            raise MalformedError
        return to_float(number)

    return instead("summary.number", number_of)


def _of_samples(mean: Mean) -> Callable[[list[float]], float]:
    return lambda values: float(mean(values, total)) if values else 0.0


_VALUES, _METRICS = "summary.values", ("mean", "max", "min", "sum", "reward")


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
    return math.floor(product) + (product % 1 >= 1 / 2)


def _of_decimals(score: float, counts: Counts) -> object:
    """Return a product that is not rounded; one beyond binary64 stays so."""
    rounded = product_of(score, counts)
    return Decimal(repr(score)) * counts.trials if math.isfinite(rounded) else rounded


def _of_count(count: Callable[[Counts], int]) -> Changes:
    def of(product: Step, score: float, counts: Counts) -> object:
        return product(score, counts._replace(trials=count(counts)))

    return calling("summary.product", of)


def _integers_within(bits: int) -> Changes:
    return before("summary.number", lambda one: within_bits(bits, one) if type(one) is int else one)


ROWS: Table = {
    "mean-alone": instead(_VALUES, lambda metric: [metric["mean"]] if "mean" in metric else []),
    "score-averages": {
        "groups": instead(
            "summary.score",
            lambda samples, mean: mean([mean([*chain(*group)]) for group in samples if group]),
        ),
        "groups-with-values": instead(
            "summary.score",
            lambda samples, mean: mean([mean([*chain(*one)]) for one in samples if any(one)]),
        ),
        "metrics": instead(
            "summary.score",
            lambda samples, mean: mean([mean(one) for group in samples for one in group if one]),
        ),
    },
    "samples-of-a-metric": {
        "beside-mean": instead(_VALUES, lambda metric: list(metric.values())),
        "known-metrics": before(_VALUES, where(lambda name, _: name in _METRICS)),
    },
    "empty-metric-is-zero": taking_number(
        lambda value: after(
            "summary.elements", lambda metrics: [one or {"mean": value} for one in metrics]
        ),
        "0",
    ),
    "no-score-without-samples": calling(summary=_null_without_samples),
    "boolean-samples-refused": before(
        "summary.number", malformed(lambda value: isinstance(value, bool))
    ),
    "samples-in-64-bits": taking("number of bits", int, _integers_within, "64"),
    "score-sums-by": adding.sum_by("summary.mean.add", "array-reduce", "neumaier", "polars"),
    "score-means-by": adding.mean_by("summary.mean", "numpy", "polars", "fmean", of=_of_samples),
    "result-read-by": json_readers.read_by(lambda reader: reader.changes("parse")),
    "samples-read-by": {
        "number": _samples_by(float_readers.javascript_number),
        "parse-float": _samples_by(float_readers.parse_float),
        "from-str": _samples_by(float_readers.rust_trimmed),
    },
    "score-of-plain-sum": instead("summary.mean.add", sums.naive),
    "samples-sorted": {"by-key": _ordered(sorted), "by-index": _ordered(_integers_first)},
    "resolved-rounded": {
        "half-up": _nearest(_half_up),
        "half-more": _nearest(lambda product: math.floor(float(product) + 0.5)),
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
    "resolved-in-64-bits": taking(
        "number of bits",
        int,
        lambda bits: after("summary.nearest", partial(within_bits, bits)),
        "64",
    ),
    "total-as-binary64": before(
        write=lambda summary: summary | {"total": int(float(summary["total"]))}
    ),
}
