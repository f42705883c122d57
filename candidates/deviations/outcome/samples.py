"""Other ways to find, read and average the samples."""

from collections.abc import Callable
from itertools import chain

from candidates.deviations import adding, float_readers, json_readers
from candidates.deviations.deviation import Changes, Step, Table, after, before, calling, instead
from candidates.deviations.means import Mean
from candidates.deviations.numbers import to_float
from candidates.deviations.outcome.file import Json, malformed
from candidates.deviations.parameters import taking, taking_number
from candidates.reference.outcome import MalformedError
from candidates.reference.summation import total


def _null_without_samples(summary: Step, result: Json) -> Json:
    members = summary(result)
    groups = result.get("stats", {}).get("evals", {}).values()
    scored = any(metric for group in groups for metric in group.get("metrics", []))
    return members if scored else members | {"score": None}


def _within_bits(bits: int) -> Changes:
    half = 2 ** (bits - 1)

    def clamp(value: Json) -> Json:
        return min(max(value, -half), half - 1) if type(value) is int else value

    return before("summary.number", clamp)


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

ROWS: Table = {
    "mean-alone": instead(_VALUES, lambda metric: [metric["mean"]] if "mean" in metric else []),
    "score-averages": {
        "groups": instead(
            "summary.score",
            lambda samples, mean: mean([mean([*chain(*group)]) for group in samples if group]),
        ),
        "metrics": instead(
            "summary.score",
            lambda samples, mean: mean([mean(one) for group in samples for one in group if one]),
        ),
    },
    "samples-of-a-metric": {
        "beside-mean": instead(_VALUES, lambda metric: list(metric.values())),
        "known-metrics": before(
            _VALUES, lambda metric: {n: v for n, v in metric.items() if n in _METRICS}
        ),
        "first": before(
            _VALUES,
            lambda metric: metric if "mean" in metric else dict([*metric.items()][:1]),
        ),
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
    "samples-in-64-bits": taking("number of bits", int, _within_bits, "64"),
    "score-sums-by": adding.sum_by("summary.mean.add", "array-reduce", "neumaier", "polars"),
    "score-means-by": adding.mean_by("summary.mean", "numpy", "polars", "fmean", of=_of_samples),
    "result-read-by": json_readers.read_by(lambda reader: reader.changes("parse")),
    "samples-read-by": {
        "number": _samples_by(float_readers.javascript_number),
        "parse-float": _samples_by(float_readers.parse_float),
        "from-str": _samples_by(float_readers.rust_trimmed),
    },
}
