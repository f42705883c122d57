"""Other ways to make a score of the samples."""

import math

from candidates.deviations import descriptions, sums
from candidates.deviations.deviation import (
    Changes,
    Deviation,
    Parameter,
    Step,
    around,
    before,
    family,
    instead,
)
from candidates.deviations.numbers import read_number
from candidates.deviations.outcome.documents import Json, on_document
from candidates.deviations.outcome.file import any_encoding
from candidates.reference.outcome import Members
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
        advice="Add samples with compensation, as sum() does in Python 3.12 and later.",
    ),
    family(
        "samples-sorted",
        "outcome.sample-order",
        "{}",
        {
            "by-key": ("samples are sorted by key", on_document(_sorted)),
            "by-index": (
                "keys made of digits come first, as in a JavaScript object",
                on_document(_integers_first),
            ),
        },
        advice="Add samples in the order of the file.",
    ),
    Deviation(
        "not-finite-is-zero",
        "outcome.finite-score",
        "samples that are not finite count as {}",
        parameter=Parameter("value", "0", read_number, _for_infinite),
        advice="Report a file whose score is not finite as harbor_result_malformed.",
    ),
    Deviation(
        "samples-divided-first",
        "outcome.finite-score",
        "samples are divided before they are added, so nothing overflows",
        instead({"summary.mean": _divided_first, "decode": any_encoding})
        + around({"summary.member": _trials_alone}),
        advice="Add the samples, then divide by their number.",
    ),
    Deviation(
        "null-is-nan",
        "outcome.nan-is-null",
        "a sample that is null is nan",
        around(summary=_nan_of_nulls),
        advice="Report a file with a sample that is null as harbor_result_malformed.",
    ),
    Deviation(
        "null-samples-are-zero",
        "outcome.infinity-is-null",
        "a sample that is null counts as {}",
        parameter=Parameter("value", "0", read_number, _for_null),
        advice="Report a file with a sample that is null as harbor_result_malformed.",
    ),
)
"""Each breaks one clause about the score."""
