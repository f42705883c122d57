"""The calls that real readers of a job's result read and average with."""

import math
from collections.abc import Callable

from candidates.deviations import adding, descriptions, float_readers, json_readers
from candidates.deviations.deviation import Changes, Deviation, Parameter, before, family, instead
from candidates.deviations.means import Mean
from candidates.deviations.numbers import is_nan, read_number, to_float
from candidates.deviations.outcome.documents import Json
from candidates.reference.outcome import MalformedError
from candidates.reference.summation import Number, total

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


def _nan_as(replacement: Number) -> Changes:
    def numbered(value: Json) -> Json:
        return replacement if isinstance(value, float) and math.isnan(value) else value

    return before({"summary.number": numbered})


def _of_samples(mean: Mean) -> Callable[[list[float]], float]:
    return lambda values: float(mean(values, total)) if values else 0.0


DEVIATIONS = (
    Deviation(
        "score-sums-by",
        "outcome.compensated-score",
        "{}",
        parameter=adding.sum_by(
            lambda add: instead({"summary.mean.add": add}), "array-reduce", "neumaier", "polars"
        ),
        advice=adding.ADVICE,
    ),
    Deviation(
        "score-means-by",
        "outcome.compensated-score",
        "{}",
        parameter=adding.mean_by(
            lambda mean: instead({"summary.mean": _of_samples(mean)}), "numpy", "polars", "fmean"
        ),
        advice=adding.ADVICE,
    ),
    Deviation(
        "score-without-nan",
        "outcome.finite-score",
        descriptions.NAN_LEFT_OUT,
        instead({"summary.mean": _fmean_of_numbers}),
        advice="Report a file whose score is nan as harbor_result_malformed.",
    ),
    Deviation(
        "nan-samples-count-as",
        "outcome.finite-score",
        "a nan counts as {}",
        parameter=Parameter("value", "0", read_number, _nan_as, usual=("0.0", "-1", "1")),
        advice="Report a file whose score is nan as harbor_result_malformed.",
    ),
    Deviation(
        "result-read-by",
        "outcome.json-of-python",
        "{}",
        parameter=json_readers.read_by("parse"),
        advice="Read the file as Python's json.loads() does.",
    ),
    family(
        "samples-read-by",
        "outcome.sample-text",
        "{}",
        {
            "number": (descriptions.NUMBER, _samples_by(float_readers.javascript_number)),
            "parse-float": (descriptions.PARSE_FLOAT, _samples_by(float_readers.parse_float)),
            "from-str": (descriptions.F64_FROM_STR, _samples_by(float_readers.rust_trimmed)),
        },
        advice="Read a sample that is text as float() does.",
    ),
)
"""Each stands for one call of a library or language."""
