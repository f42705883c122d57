"""Other ways to find and read the samples."""

from candidates.deviations.deviation import (
    Changes,
    Deviation,
    Parameter,
    Step,
    after,
    around,
    before,
    instead,
)
from candidates.deviations.numbers import read_number
from candidates.deviations.outcome.documents import Json, refusing
from candidates.reference.outcome import Mean, Members, Samples
from candidates.reference.summation import Number


def _mean_of_groups(samples: Samples, mean: Mean) -> float:
    return mean([mean([v for metric in group for v in metric]) for group in samples if group])


def _mean_of_metrics(samples: Samples, mean: Mean) -> float:
    return mean([mean(metric) for group in samples for metric in group if metric])


def _mean_in_any_case(metric: Members) -> Members:
    lowered = {name.strip().lower(): value for name, value in metric.items()}
    return {"mean": lowered["mean"]} if "mean" in lowered else metric


def _mean_alone(metric: Members) -> list[Json]:
    return [metric["mean"]] if "mean" in metric else []


def _known_names(metric: Members) -> Members:
    return {n: v for n, v in metric.items() if n in ("mean", "max", "min", "sum", "reward")}


def _first_value(metric: Members) -> Members:
    return metric if "mean" in metric else dict(list(metric.items())[:1])


def _if_empty(value: Number) -> Changes:
    return after(
        {"summary.elements": lambda metrics: [metric or {"mean": value} for metric in metrics]}
    )


def _null_without_samples(summary: Step) -> Step:
    def summary_of(result: Json) -> Json:
        members = summary(result)
        groups = result.get("stats", {}).get("evals", {}).values()
        scored = any(metric for group in groups for metric in group.get("metrics", []))
        return members if scored else members | {"score": None}

    return summary_of


def _within_bits(bits: int) -> Changes:
    half = 2 ** (bits - 1)

    def clamp(value: Json) -> Json:
        return min(max(value, -half), half - 1) if type(value) is int else value

    return before({"summary.number": clamp})


def _number_of_javascript(value: Json) -> Json:
    if not isinstance(value, str):
        return value
    text = value.strip()
    return None if "_" in text or not text.isascii() else text or 0


DEVIATIONS = (
    Deviation(
        "mean-alone",
        "outcome.every-value",
        "only the metric named mean is read",
        instead({"summary.values": _mean_alone}),
    ),
    Deviation(
        "first-metric-of-a-group",
        "outcome.flat-mean",
        "a group is expected to have one metric",
        after({"summary.elements": lambda metrics: metrics[:1]}),
    ),
    Deviation(
        "last-metric-of-a-group",
        "outcome.flat-mean",
        "each metric takes the place of the one before",
        after({"summary.elements": lambda metrics: metrics[-1:]}),
    ),
    Deviation(
        "mean-of-groups",
        "outcome.flat-mean",
        "each group has one vote",
        instead({"summary.score": _mean_of_groups}),
    ),
    Deviation(
        "mean-of-metrics",
        "outcome.flat-mean",
        "the values of a metric are combined first",
        instead({"summary.score": _mean_of_metrics}),
    ),
    Deviation(
        "others-beside-the-mean",
        "outcome.mean-alone",
        "every value is a sample, beside a mean as well",
        instead({"summary.values": lambda metric: list(metric.values())}),
    ),
    Deviation(
        "mean-in-any-case",
        "outcome.mean-alone",
        "the name is compared without regard to case",
        before({"summary.values": _mean_in_any_case}),
    ),
    Deviation(
        "known-metrics-alone",
        "outcome.every-value",
        "only the names of harbor's metrics are known",
        before({"summary.values": _known_names}),
    ),
    Deviation(
        "first-value-of-a-metric",
        "outcome.every-value",
        "a metric is expected to have one value",
        before({"summary.values": _first_value}),
    ),
    Deviation(
        "empty-metric-is-zero",
        "outcome.no-samples",
        "a metric without values is a sample of 0",
        parameter=Parameter("value", "0", read_number, _if_empty),
    ),
    Deviation(
        "no-score-without-samples",
        "outcome.no-samples",
        "a score of nothing is null",
        around(summary=_null_without_samples),
    ),
    Deviation(
        "boolean-samples-refused",
        "outcome.sample-numbers",
        "a sample must not be true or false",
        before({"summary.number": refusing(lambda value: isinstance(value, bool))}),
    ),
    Deviation(
        "samples-in-64-bits",
        "outcome.sample-numbers",
        "integers are read into 64 bits",
        parameter=Parameter("number of bits", "64", int, _within_bits),
    ),
    Deviation(
        "text-samples-refused",
        "outcome.sample-text",
        "a sample must be a number",
        before({"summary.number": refusing(lambda value: isinstance(value, str))}),
    ),
    Deviation(
        "text-samples-of-javascript",
        "outcome.sample-text",
        "text is read by another language's rules",
        before({"summary.number": _number_of_javascript}),
    ),
)
"""Each breaks one clause about samples."""
