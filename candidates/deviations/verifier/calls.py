"""The calls that real runners read reward files with."""

import json
import math
import re
from collections.abc import Callable

from candidates.deviations import descriptions, float_readers, json_readers
from candidates.deviations.deviation import Changes, Deviation, after, before, instead
from candidates.deviations.numbers import to_float
from candidates.reference.python_float import WHITE_SPACE

type Number = int | float | None

_CONSTANTS = "verifier.json-constants"
_WHOLE = "verifier.text-whole-file"


def _text(read: Callable[[str], Number]) -> Changes:
    return instead({"text.parse": read})


def _member(convert: Callable[[object], Number]) -> Changes:
    """Replace what makes a number of the value of a member; None is refused."""
    return instead({"json.number": convert})


def _json_loads(text: str) -> Number:
    """Read a number as json.loads() does, and true and false as well."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return to_float(value) if isinstance(value, int | float) else None


def _integer(text: str) -> Number:
    """Read an integer as int() does."""
    stripped = text.strip(WHITE_SPACE)
    if not stripped.isascii() or not re.fullmatch("[+-]?[0-9]{1,4300}", stripped):
        return None
    return to_float(int(stripped))


def _is_bare(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _number_of_javascript(value: object) -> Number:
    """Convert as Number() does; NaN is refused."""
    if isinstance(value, list):
        value = _joined(value)
    if value is None:
        return 0.0
    if isinstance(value, str):
        return float_readers.javascript_number(value)
    return to_float(value) if isinstance(value, int | float) else None


def _joined(values: list[object]) -> object:
    """Return what a list of at most one value is as text, and of more something with a comma."""
    if len(values) > 1:
        return ","
    return values[0] if values and isinstance(values[0], int | float | str | list) else ""


def _float64_of_go(value: object) -> Number:
    """Decode into a float64, for which null changes nothing."""
    if value is None:
        return 0.0
    return to_float(value) if _is_bare(value) else None  # type: ignore[arg-type] # a number


def _as_f64(value: object) -> Number:
    return to_float(value) if _is_bare(value) else None  # type: ignore[arg-type] # a number


def _python_float(value: object) -> Number:
    """Convert as float() does."""
    try:
        return float(value)  # type: ignore[arg-type] # whatever it is
    except (TypeError, ValueError, OverflowError):
        return None


def _finite(value: object) -> object:
    return None if isinstance(value, float) and not math.isfinite(value) else value


DEVIATIONS = (
    Deviation(
        "json-parse",
        _CONSTANTS,
        descriptions.JSON_PARSE,
        json_readers.JSON_PARSE.changes("json.parse"),
    ),
    Deviation("orjson", _CONSTANTS, descriptions.ORJSON, json_readers.ORJSON.changes("json.parse")),
    Deviation(
        "simdjson", _CONSTANTS, descriptions.SIMDJSON, json_readers.SIMDJSON.changes("json.parse")
    ),
    Deviation(
        "serde-json",
        _CONSTANTS,
        descriptions.SERDE_JSON,
        json_readers.SERDE_JSON.changes("json.parse"),
    ),
    Deviation(
        "encoding-json",
        _CONSTANTS,
        descriptions.ENCODING_JSON,
        json_readers.ENCODING_JSON.changes("json.parse"),
    ),
    Deviation(
        "jq", "verifier.json-number-form", descriptions.JQ, json_readers.JQ.changes("json.parse")
    ),
    Deviation(
        "text-by-number",
        "verifier.text-words",
        descriptions.NUMBER,
        _text(float_readers.javascript_number),
    ),
    Deviation(
        "text-by-parse-float", _WHOLE, descriptions.PARSE_FLOAT, _text(float_readers.parse_float)
    ),
    Deviation(
        "text-by-f64-from-str",
        "verifier.text-underscore",
        descriptions.F64_FROM_STR,
        _text(float_readers.rust_trimmed),
    ),
    Deviation(
        "text-by-f64-from-str-untrimmed",
        "verifier.text-white-space",
        "numbers in text are read by Rust's text.parse::<f64>(), which takes no white space",
        _text(float_readers.rust_from_str),
    ),
    Deviation(
        "text-by-go-parse-float",
        "verifier.text-decimal-only",
        descriptions.PARSE_FLOAT_OF_GO,
        _text(float_readers.go_parse_float),
    ),
    Deviation("text-by-strtod", _WHOLE, descriptions.STRTOD, _text(float_readers.strtod)),
    Deviation(
        "text-by-whole-strtod",
        "verifier.text-decimal-only",
        "numbers in text are read by C's strtod(), and only white space may follow",
        _text(float_readers.whole_strtod),
    ),
    Deviation(
        "text-by-parse-double",
        "verifier.text-decimal-only",
        descriptions.PARSE_DOUBLE,
        _text(float_readers.java_parse_double),
    ),
    Deviation(
        "text-by-json-loads",
        "verifier.text-point",
        "the number in reward.txt is read as JSON",
        _text(_json_loads),
    ),
    Deviation(
        "text-by-int",
        "verifier.text-point",
        "the number in reward.txt is read by int(), which knows no fractions",
        _text(_integer),
    ),
    Deviation(
        "text-by-is-finite",
        "verifier.text-words",
        "a number in text has to be finite, as by Number.isFinite() and is_finite()",
        after({"text.parse": _finite}),
    ),
    Deviation(
        "members-by-number",
        "verifier.json-text",
        "values in reward.json are converted by Number(): null is 0, and text may be 0x10",
        _member(_number_of_javascript),
    ),
    Deviation(
        "bare-numbers-only",
        "verifier.json-values",
        "only bare numbers count: `typeof value === 'number'`, as_f64(), no bool",
        before({"json.number": lambda value: value if _is_bare(value) else None}),
    ),
    Deviation(
        "members-as-f64",
        "verifier.json-values",
        "values in reward.json are decoded into a map of f64: bare numbers alone, each a binary64",
        _member(_as_f64),
    ),
    Deviation(
        "map-of-float64",
        "verifier.json-values",
        "rewards are decoded into Go's map[string]float64: bare numbers, and null is 0",
        _member(_float64_of_go),
    ),
    Deviation(
        "members-by-float",
        "verifier.json-text",
        "values in reward.json are converted by Python's float()",
        _member(_python_float),
    ),
    Deviation(
        "members-by-uncaught-float",
        "verifier.json-not-a-number",
        "values are converted by Python's float(), and its errors are not caught: TypeError",
        _member(float),  # type: ignore[arg-type] # whatever it is
    ),
    Deviation(
        "not-finite-refused",
        _CONSTANTS,
        "infinities and nan in reward.json are refused, as by math.isfinite()",
        before({"json.number": _finite}),
    ),
)
"""Each stands for one call of a library or language."""
