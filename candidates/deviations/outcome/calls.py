"""The calls that real readers of a job's result read and average with."""

import math
from collections.abc import Callable

from candidates.deviations import (
    descriptions,
    float_loops,
    float_readers,
    json_readers,
    library_means,
    library_sums,
    means,
)
from candidates.deviations.deviation import Changes, Deviation, Parameter, after, before, instead
from candidates.deviations.numbers import is_nan, read_number, to_float
from candidates.deviations.outcome.documents import Json
from candidates.reference.outcome import MalformedError
from candidates.reference.summation import Number, total

type Read = Callable[[str], float | None]

_ADDED = "outcome.compensated-score"
_PARSED = "outcome.json-of-python"


def _sum(add: Callable[..., Number]) -> Changes:
    return instead({"summary.mean.add": add})


def _pandas_mean(values: list[float]) -> float:
    return float(library_means.pandas_mean(values, total)) if values else 0.0


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


def _rounded(digits: int) -> Changes:
    return after({"summary.score": lambda score: means.rounded(digits)([score])[0]})


DEVIATIONS = (
    Deviation("score-by-numpy", _ADDED, descriptions.NUMPY, _sum(library_sums.numpy_sum)),
    Deviation(
        "score-by-pandas",
        "outcome.finite-score",
        descriptions.PANDAS,
        instead({"summary.mean": _pandas_mean}),
    ),
    Deviation("score-by-kahan", _ADDED, descriptions.KAHAN, _sum(float_loops.kahan_of_all)),
    Deviation(
        "score-without-nan",
        "outcome.finite-score",
        descriptions.NAN_LEFT_OUT,
        instead({"summary.mean": _fmean_of_numbers}),
    ),
    Deviation(
        "nan-samples-count-as",
        "outcome.finite-score",
        descriptions.NAN_IS_ZERO,
        parameter=Parameter("value", "0", read_number, _nan_as, usual=("0.0", "-1", "1")),
    ),
    Deviation(
        "score-rounded",
        _ADDED,
        descriptions.ROUNDED_RESULT,
        parameter=Parameter("number of digits", "6", int, _rounded, usual=("2", "3", "4", "1")),
    ),
    Deviation(
        "result-by-json-parse",
        _PARSED,
        descriptions.JSON_PARSE,
        json_readers.JSON_PARSE.changes("parse"),
    ),
    Deviation(
        "result-by-orjson", _PARSED, descriptions.ORJSON, json_readers.ORJSON.changes("parse")
    ),
    Deviation(
        "result-by-simdjson", _PARSED, descriptions.SIMDJSON, json_readers.SIMDJSON.changes("parse")
    ),
    Deviation(
        "result-by-serde-json",
        _PARSED,
        descriptions.SERDE_JSON,
        json_readers.SERDE_JSON.changes("parse"),
    ),
    Deviation(
        "result-by-encoding-json",
        _PARSED,
        descriptions.ENCODING_JSON,
        json_readers.ENCODING_JSON.changes("parse"),
    ),
    Deviation("result-by-jq", _PARSED, descriptions.JQ, json_readers.JQ.changes("parse")),
    Deviation(
        "samples-by-number",
        "outcome.sample-text",
        descriptions.NUMBER,
        _samples_by(float_readers.javascript_number),
    ),
    Deviation(
        "samples-by-parse-float",
        "outcome.sample-text",
        descriptions.PARSE_FLOAT,
        _samples_by(float_readers.parse_float),
    ),
    Deviation(
        "samples-by-f64-from-str",
        "outcome.sample-text",
        descriptions.F64_FROM_STR,
        _samples_by(float_readers.rust_trimmed),
    ),
)
"""Each stands for one call of a library or language."""
