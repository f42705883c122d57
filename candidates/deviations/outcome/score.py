"""Other ways to make a score of the samples."""

import math
import statistics

from candidates.deviations import descriptions, sums
from candidates.deviations.deviation import (
    Changes,
    Deviation,
    Parameter,
    Step,
    around,
    before,
    instead,
)
from candidates.deviations.numbers import read_number
from candidates.deviations.outcome.documents import Json, on_document
from candidates.deviations.outcome.file import any_encoding
from candidates.reference.outcome import Members
from candidates.reference.summation import Number


def _exact_mean(mean: Step) -> Step:
    """Take the exact mean where the sum does not overflow."""

    def mean_of(values: list[float]) -> float:
        rounded: float = mean(values)
        return statistics.mean(values) if values and math.isfinite(rounded) else rounded

    return mean_of


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


def _divided_first(values: list[float]) -> float:
    return sum(value / len(values) for value in values) + 0.0


def _trials_alone(member: Step) -> Step:
    """Read no count but that of all trials."""

    def member_of(members: Members, name: str) -> Json:
        return 0 if name in {"n_completed_trials", "n_errored_trials"} else member(members, name)

    return member_of


def _nan_of_nulls(summary: Step) -> Step:
    """Let a null of harbor be the nan that it was, and print it."""

    def summary_of(result: Json) -> Json:
        try:
            groups = result["stats"]["evals"].values()
            metrics = [metric for group in groups for metric in group["metrics"]]
        except (KeyError, TypeError, AttributeError):
            return summary(result)
        if not any(isinstance(metric, dict) and None in metric.values() for metric in metrics):
            return summary(result)
        members = {"reason_code": None, "resolved": 0, "score": math.nan, "status": "completed"}
        return {**members, "total": result.get("n_total_trials")}

    return summary_of


def _without_nulls(metric: Members) -> Members:
    return {name: value for name, value in metric.items() if value is not None}


def _for_null(replacement: Number) -> Changes:
    return before({"summary.number": lambda value: replacement if value is None else value})


DEVIATIONS = (
    Deviation(
        "score-of-plain-sum",
        "outcome.compensated-score",
        descriptions.LEFT_TO_RIGHT,
        instead({"summary.mean.add": sums.naive}),
    ),
    Deviation(
        "score-of-exact-sum",
        "outcome.compensated-score",
        descriptions.FSUM,
        instead({"summary.mean.add": math.fsum}),
    ),
    Deviation(
        "score-of-fractions",
        "outcome.compensated-score",
        descriptions.STATISTICS_MEAN,
        around({"summary.mean": _exact_mean}),
    ),
    Deviation(
        "samples-sorted-by-name",
        "outcome.sample-order",
        "the file is read into maps that sort their names",
        on_document(_sorted),
    ),
    Deviation(
        "samples-by-index-first",
        "outcome.sample-order",
        "the file is read into objects that put names of digits first",
        on_document(_integers_first),
    ),
    Deviation(
        "not-finite-is-zero",
        "outcome.finite-score",
        "samples that are not finite count as 0",
        parameter=Parameter("value", "0", read_number, _for_infinite),
    ),
    # Beside the score it reads no count but the total, in whatever encoding the file is.
    Deviation(
        "samples-divided-first",
        "outcome.finite-score",
        "samples are divided before they are added, so that nothing overflows",
        instead({"summary.mean": _divided_first, "decode": any_encoding})
        + around({"summary.member": _trials_alone}),
    ),
    Deviation(
        "null-is-nan",
        "outcome.nan-is-null",
        "the null of a metric is the nan that it was",
        around(summary=_nan_of_nulls),
    ),
    Deviation(
        "null-samples-skipped",
        "outcome.nan-is-null",
        "samples that are null are passed over",
        before({"summary.values": _without_nulls}),
    ),
    Deviation(
        "null-samples-are-zero",
        "outcome.infinity-is-null",
        "a null is a sample of 0",
        parameter=Parameter("value", "0", read_number, _for_null),
    ),
)
"""Each breaks one clause about the score."""
