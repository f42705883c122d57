"""Other ways to find and read the samples."""

from candidates.deviations.deviation import (
    Changes,
    Deviation,
    Parameter,
    Step,
    after,
    around,
    before,
    family,
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
        "only the value with the key mean is read",
        instead({"summary.values": _mean_alone}),
        advice="Use every value of a metric without a key mean.",
    ),
    family(
        "metrics-of-a-group",
        "outcome.flat-mean",
        "only the {} metric of a group counts",
        {
            "first": ("first", after({"summary.elements": lambda metrics: metrics[:1]})),
            "last": ("last", after({"summary.elements": lambda metrics: metrics[-1:]})),
        },
        advice="Average all samples of all metrics with the same weight.",
    ),
    family(
        "score-averages",
        "outcome.flat-mean",
        "the score is the mean of {}",
        {
            "groups": ("the groups' means", instead({"summary.score": _mean_of_groups})),
            "metrics": ("the metrics' means", instead({"summary.score": _mean_of_metrics})),
        },
        advice="Average all samples of all metrics of all groups with the same weight.",
    ),
    family(
        "samples-of-a-metric",
        "outcome.mean-alone",
        "{}",
        {
            "beside-mean": (
                "values next to a mean count as well",
                instead({"summary.values": lambda metric: list(metric.values())}),
            ),
            "any-case": (
                "the key mean is found in any case",
                before({"summary.values": _mean_in_any_case}),
            ),
            "known-metrics": (
                "only the keys mean, max, min and sum are read",
                before({"summary.values": _known_names}),
                "outcome.every-value",
            ),
            "first": (
                "only the first value counts",
                before({"summary.values": _first_value}),
                "outcome.every-value",
            ),
        },
        advice="Use the value with the key mean as the only sample, or every value where there"
        " is none.",
    ),
    Deviation(
        "empty-metric-is-zero",
        "outcome.no-samples",
        "a metric without values is a sample of {}",
        parameter=Parameter("value", "0", read_number, _if_empty),
        advice="Take no sample from a metric without values.",
    ),
    Deviation(
        "no-score-without-samples",
        "outcome.no-samples",
        "the score is null without samples",
        around(summary=_null_without_samples),
        advice="Use a score of 0.0 without samples.",
    ),
    Deviation(
        "boolean-samples-refused",
        "outcome.sample-numbers",
        "a sample of true or false is malformed",
        before({"summary.number": refusing(lambda value: isinstance(value, bool))}),
        advice="Read a sample of true as 1 and of false as 0.",
    ),
    Deviation(
        "samples-in-64-bits",
        "outcome.sample-numbers",
        "integers are read into {} bits",
        parameter=Parameter("number of bits", "64", int, _within_bits),
        advice="Convert a sample to binary64.",
    ),
    Deviation(
        "text-samples-of-javascript",
        "outcome.sample-text",
        "text is read by the rules of JavaScript",
        before({"summary.number": _number_of_javascript}),
        advice="Read a sample that is text as float() does.",
    ),
)
"""Each breaks one clause about samples."""
