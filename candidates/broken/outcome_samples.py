"""Wrong ways to find the samples of result.json."""

from candidates.broken.outcome_parts import (
    Json,
    Samples,
    Summary,
    mean,
    saying,
    scoring,
    with_each_metric,
    with_samples,
)
from candidates.broken.variant import Variant


def _mean_of_groups(samples: Samples) -> float:
    return mean([mean([v for metric in group for v in metric]) for group in samples if group])


def _mean_of_metrics(samples: Samples) -> float:
    return mean([mean(metric) for group in samples for metric in group if metric])


def _others_beside_mean(metric: Json) -> Json:
    return {f"the {name}": value for name, value in metric.items()}


def _mean_in_any_case(metric: Json) -> Json:
    lowered = {name.strip().lower(): value for name, value in metric.items()}
    return {"mean": lowered["mean"]} if "mean" in lowered else metric


def _known_names(metric: Json) -> Json:
    return {n: v for n, v in metric.items() if n in ("mean", "max", "min", "sum", "reward")}


def _first_value(metric: Json) -> Json:
    return metric if "mean" in metric else dict(list(metric.items())[:1])


def _zero_if_empty(metric: Json) -> Json:
    return metric or {"mean": 0}


def _score_null(summary: Summary, result: Json) -> Summary:
    groups = result.get("stats", {}).get("evals", {}).values()
    found = any(metric for group in groups for metric in group.get("metrics", []))
    return summary if found else summary | {"score": None}


def _boolean_refused(value: Json) -> Json:
    return None if isinstance(value, bool) else value


def _in_64_bits(value: Json) -> Json:
    return min(max(value, -(2**63)), 2**63 - 1) if type(value) is int else value


def _text_refused(value: Json) -> Json:
    return None if isinstance(value, str) else value


def _number_of_javascript(value: Json) -> Json:
    if not isinstance(value, str):
        return value
    text = value.strip()
    return None if "_" in text or not text.isascii() else text or 0


VARIANTS = (
    Variant(
        "mean-of-groups",
        "outcome.flat-mean",
        "each group has one vote",
        scoring(_mean_of_groups),
    ),
    Variant(
        "mean-of-metrics",
        "outcome.flat-mean",
        "the values of a metric are combined first",
        scoring(_mean_of_metrics),
    ),
    Variant(
        "others-beside-the-mean",
        "outcome.mean-alone",
        "every value is a sample, beside a mean as well",
        with_each_metric(_others_beside_mean),
    ),
    Variant(
        "mean-in-any-case",
        "outcome.mean-alone",
        "the name is compared without regard to case",
        with_each_metric(_mean_in_any_case),
    ),
    Variant(
        "known-metrics-alone",
        "outcome.every-value",
        "only the names of harbor's metrics are known",
        with_each_metric(_known_names),
    ),
    Variant(
        "first-value-of-a-metric",
        "outcome.every-value",
        "a metric is expected to have one value",
        with_each_metric(_first_value),
    ),
    Variant(
        "empty-metric-is-zero",
        "outcome.no-samples",
        "a metric without values is a sample of 0",
        with_each_metric(_zero_if_empty),
    ),
    Variant(
        "no-score-without-samples",
        "outcome.no-samples",
        "a score of nothing is null",
        saying(_score_null),
    ),
    Variant(
        "boolean-samples-refused",
        "outcome.sample-numbers",
        "a sample must not be true or false",
        with_samples(_boolean_refused),
    ),
    Variant(
        "samples-in-64-bits",
        "outcome.sample-numbers",
        "integers are read into 64 bits",
        with_samples(_in_64_bits),
    ),
    Variant(
        "text-samples-refused",
        "outcome.sample-text",
        "a sample must be a number",
        with_samples(_text_refused),
    ),
    Variant(
        "text-samples-of-javascript",
        "outcome.sample-text",
        "text is read by another language's rules",
        with_samples(_number_of_javascript),
    ),
)
