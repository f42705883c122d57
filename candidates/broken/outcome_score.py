"""Wrong ways to make a score of the samples of result.json."""

import json
import math
import statistics

from candidates import reference
from candidates.broken.outcome_parts import (
    Json,
    Line,
    Samples,
    count_of,
    flat,
    line_of,
    reading,
    samples_of,
    scoring,
    with_each_metric,
    with_samples,
)
from candidates.broken.variant import Variant
from candidates.reference.outcome import OutcomeInput


def prints_nan(question: OutcomeInput) -> Line:
    """Let a null of harbor be the nan that it was, and print it."""
    line = reference.outcome(question)
    try:
        result = json.loads(question["result"] or b"")
        metrics = [m for group in result["stats"]["evals"].values() for m in group["metrics"]]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return line
    if not any(isinstance(m, dict) and None in m.values() for m in metrics):
        return line
    summary = {"reason_code": None, "resolved": 0, "score": math.nan, "status": "completed"}
    return line_of({**summary, "total": result.get("n_total_trials")})


def divides_first(question: OutcomeInput) -> Line:
    """Divide samples before they are added, so that their sum does not overflow."""
    line = reference.outcome(question)
    try:
        result = json.loads(question["result"] or b"")
        samples, total = flat(samples_of(result)), count_of(result)
        score = sum(value / len(samples) for value in samples) + 0.0
        found = {"score": score, "resolved": round(score * total), "total": total}
    except (ValueError, AttributeError, TypeError, OverflowError, RecursionError):
        return line
    return line_of({"reason_code": None, "status": "completed", **found})


def _plain_sum(samples: Samples) -> float:
    values, total = flat(samples), 0.0
    for value in values:
        total += value
    return total / len(values) if values else 0.0


def _exact_sum(samples: Samples) -> float:
    values = flat(samples)
    return math.fsum(values) / len(values) if values else 0.0


def _fraction(samples: Samples) -> float:
    values = flat(samples)
    return float(statistics.mean(values)) if values else 0.0


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


def _finite_alone(value: Json) -> Json:
    return 0 if isinstance(value, float) and not math.isfinite(value) else value


def _without_nulls(metric: Json) -> Json:
    return {name: v for name, v in metric.items() if v is not None}


def _zero_for_null(value: Json) -> Json:
    return 0 if value is None else value


VARIANTS = (
    Variant(
        "score-of-plain-sum",
        "outcome.compensated-score",
        "floats are added one after the other",
        scoring(_plain_sum),
    ),
    Variant(
        "score-of-exact-sum",
        "outcome.compensated-score",
        "floats are added by fsum()",
        scoring(_exact_sum),
    ),
    Variant(
        "score-of-fractions",
        "outcome.compensated-score",
        "the mean is worked out exactly and rounded once",
        scoring(_fraction),
    ),
    Variant(
        "samples-sorted-by-name",
        "outcome.sample-order",
        "the file is read into maps that sort their names",
        reading(_sorted),
    ),
    Variant(
        "samples-by-index-first",
        "outcome.sample-order",
        "the file is read into objects that put names of digits first",
        reading(_integers_first),
    ),
    Variant(
        "not-finite-is-zero",
        "outcome.finite-score",
        "samples that are not finite count as 0",
        with_samples(_finite_alone),
    ),
    Variant(
        "samples-divided-first",
        "outcome.finite-score",
        "samples are divided before they are added, so that nothing overflows",
        divides_first,
    ),
    Variant(
        "null-is-nan",
        "outcome.nan-is-null",
        "the null of a metric is the nan that it was",
        prints_nan,
    ),
    Variant(
        "null-samples-skipped",
        "outcome.nan-is-null",
        "samples that are null are passed over",
        with_each_metric(_without_nulls),
    ),
    Variant(
        "null-samples-are-zero",
        "outcome.infinity-is-null",
        "a null is a sample of 0",
        with_samples(_zero_for_null),
    ),
)
