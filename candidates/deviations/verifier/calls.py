"""The calls that real runners read reward files with."""

import json
import math
import re
from collections.abc import Callable

from candidates.deviations import descriptions, float_readers, json_readers
from candidates.deviations.deviation import Changes, Deviation, after, before, family, instead
from candidates.deviations.numbers import to_float
from candidates.reference.python_float import WHITE_SPACE

type Number = int | float | None

_CONSTANTS = "verifier.json-constants"


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
        return float(value)  # type: ignore[arg-type] # any value
    except (TypeError, ValueError, OverflowError):
        return None


def _finite(value: object) -> object:
    return None if isinstance(value, float) and not math.isfinite(value) else value


DEVIATIONS = (
    Deviation(
        "json-read-by",
        "verifier.json-constants",
        "{}",
        parameter=json_readers.read_by("json.parse"),
        advice="Read the file as Python's json.loads() does.",
    ),
    family(
        "text-read-by",
        "verifier.text-decimal-only",
        "{}",
        {
            "number": (descriptions.NUMBER, _text(float_readers.javascript_number)),
            "parse-float": (
                descriptions.PARSE_FLOAT,
                _text(float_readers.parse_float),
                "verifier.text-whole-file",
            ),
            "from-str": (
                descriptions.F64_FROM_STR,
                _text(float_readers.rust_trimmed),
                "verifier.text-underscore",
            ),
            "from-str-untrimmed": (
                "numbers in text are read by Rust's text.parse::<f64>(), which does not trim",
                _text(float_readers.rust_from_str),
                "verifier.text-white-space",
            ),
            "go": (descriptions.PARSE_FLOAT_OF_GO, _text(float_readers.go_parse_float)),
            "strtod": (
                descriptions.STRTOD,
                _text(float_readers.strtod),
                "verifier.text-whole-file",
            ),
            "whole-strtod": (
                "numbers in text are read by C's strtod(), and only white space may follow",
                _text(float_readers.whole_strtod),
            ),
            "java": (descriptions.PARSE_DOUBLE, _text(float_readers.java_parse_double)),
            "json-loads": (
                "the number in reward.txt is read as JSON",
                _text(_json_loads),
                "verifier.text-point",
            ),
            "int": (
                "the number in reward.txt is read by int()",
                _text(_integer),
                "verifier.text-point",
            ),
            "is-finite": (
                ("a number in reward.txt must be finite, as by Number.isFinite()"),
                after({"text.parse": _finite}),
                "verifier.text-words",
            ),
        },
        advice="Parse reward.txt as Python's float() does.",
    ),
    family(
        "values-by",
        "verifier.json-text",
        "{}",
        {
            "number": (
                "values are converted by Number(): null is 0, and text may be 0x10",
                _member(_number_of_javascript),
            ),
            "go": (
                "rewards are decoded into Go's map[string]float64: numbers only, and null is 0",
                _member(_float64_of_go),
                "verifier.json-values",
            ),
        },
        advice="Read each value by the rules of pydantic's float or int.",
    ),
    Deviation(
        "bare-numbers-only",
        "verifier.json-values",
        'only bare numbers are accepted, as by typeof value === "number" and as_f64()',
        before({"json.number": lambda value: value if _is_bare(value) else None}),
        advice="Read true and false as 1.0 and 0.0, and parse text.",
    ),
    Deviation(
        "members-as-f64",
        "verifier.json-values",
        "values are decoded into a map of f64: numbers only, each a binary64",
        _member(_as_f64),
        advice="Keep integers exact, read booleans, and parse text.",
    ),
    Deviation(
        "members-by-float",
        "verifier.json-text",
        "values are converted by Python's float()",
        _member(_python_float),
        advice="Keep integers exact, and raise ValidationError for null, lists and objects.",
    ),
    Deviation(
        "members-by-uncaught-float",
        "verifier.json-not-a-number",
        "values are converted by Python's float(), whose TypeError is not caught",
        _member(float),  # type: ignore[arg-type] # any value
        advice="Raise ValidationError for values that are not numbers.",
    ),
    Deviation(
        "not-finite-refused",
        _CONSTANTS,
        "infinities and nan in reward.json are refused",
        before({"json.number": _finite}),
        advice="Accept infinities and nan in reward.json.",
    ),
)
"""Each stands for one call of a library or language."""
