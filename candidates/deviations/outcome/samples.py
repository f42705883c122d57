"""Other ways to find, read and average the samples."""

from collections.abc import Callable

from candidates.deviations import adding, float_readers, json_readers
from candidates.deviations.deviation import Changes, Step, after, around, before, instead
from candidates.deviations.means import Mean
from candidates.deviations.numbers import is_nan, to_float
from candidates.deviations.outcome.file import Json, malformed
from candidates.deviations.parameters import taking, taking_number
from candidates.deviations.rows import Table
from candidates.reference.outcome import MalformedError, Members, Samples
from candidates.reference.outcome import Mean as OfSamples
from candidates.reference.summation import Number, total


def _mean_of_groups(samples: Samples, mean: OfSamples) -> float:
    return mean([mean([v for metric in group for v in metric]) for group in samples if group])


def _mean_of_metrics(samples: Samples, mean: OfSamples) -> float:
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


type Read = Callable[[str], float | None]


def _fmean_of_numbers(values: list[float]) -> float:
    """Average what is not nan; the mean of nothing is 0.0."""
    kept = [value for value in values if not is_nan(value)]
    return total(kept) / len(kept) if kept else 0.0


def _samples_by(read: Read) -> Changes:
    """Return the change that reads text in the place of a sample in another way."""

    def number_of(value: Json) -> float:
        number = read(value) if isinstance(value, str) else value
        if not isinstance(number, int | float):
            raise MalformedError
        return to_float(number)

    return instead({"summary.number": number_of})


def _of_samples(mean: Mean) -> Callable[[list[float]], float]:
    return lambda values: float(mean(values, total)) if values else 0.0


ROWS: Table = {
    "mean-alone": instead({"summary.values": _mean_alone}),
    "score-averages": {
        "groups": instead({"summary.score": _mean_of_groups}),
        "metrics": instead({"summary.score": _mean_of_metrics}),
    },
    "samples-of-a-metric": {
        "beside-mean": instead({"summary.values": lambda metric: list(metric.values())}),
        "any-case": before({"summary.values": _mean_in_any_case}),
        "known-metrics": before({"summary.values": _known_names}),
        "first": before({"summary.values": _first_value}),
    },
    "empty-metric-is-zero": taking_number(_if_empty, "0"),
    "no-score-without-samples": around(summary=_null_without_samples),
    "boolean-samples-refused": before(
        {"summary.number": malformed(lambda value: isinstance(value, bool))}
    ),
    "samples-in-64-bits": taking("number of bits", int, _within_bits, "64"),
    "score-sums-by": adding.sum_by(
        lambda add: instead({"summary.mean.add": add}), "array-reduce", "neumaier", "polars"
    ),
    "score-means-by": adding.mean_by(
        lambda mean: instead({"summary.mean": _of_samples(mean)}), "numpy", "polars", "fmean"
    ),
    "score-without-nan": instead({"summary.mean": _fmean_of_numbers}),
    "result-read-by": json_readers.read_by("parse"),
    "samples-read-by": {
        "number": _samples_by(float_readers.javascript_number),
        "parse-float": _samples_by(float_readers.parse_float),
        "from-str": _samples_by(float_readers.rust_trimmed),
    },
}
