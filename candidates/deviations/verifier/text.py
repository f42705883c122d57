"""Other ways to read the number in reward.txt."""

import json
import math
import re
import sys
from functools import partial

from candidates.deviations import float_readers, json_readers
from candidates.deviations.deviation import Changes, Step, Table, after, before, calling, instead
from candidates.deviations.forms import revised, rewritten
from candidates.deviations.numbers import to_float
from candidates.deviations.parameters import taking_name
from candidates.reference.python_float import WHITE_SPACE

type FloatOrNone = float | None

_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_ASCII_SPACE = " \t\n\v\f\r"


def unless(step: str, pattern: str) -> Changes:
    """Refuse what matches the pattern."""
    return calling(step, lambda read, text: None if re.search(pattern, text) else read(text))


def _stripped_of(dropped: str) -> Changes:
    """Drop other characters at both ends than Python does."""

    def stripped(read: Step, text: str) -> object:
        inner = text.strip(dropped)
        return None if inner != inner.strip(WHITE_SPACE) else read(inner)

    return calling("text.parse", stripped)


def _first_number(text: str) -> str:
    found = _NUMBER.search(text)
    return found[0] if found else text


def _whole_number(text: str, number: FloatOrNone) -> FloatOrNone:
    digits = text.strip(_ASCII_SPACE)
    return int(digits) if re.fullmatch(r"[+-]?[0-9]{1,4000}", digits) else number


def _digit_by_digit(text: str, number: FloatOrNone) -> FloatOrNone:
    """Build the number as a sum of digits and a power of ten, with a rounding in every step."""
    parts = re.fullmatch(r"(-?)([0-9]+)(?:\.([0-9]*))?(?:e(-?[0-9]{1,3}))?", text)
    if parts is None:
        return number
    sign, whole, fraction, exponent = parts.groups(default="")
    built = 0.0
    for digit in whole + fraction:
        built = built * 10 + int(digit)
    power = int(exponent or 0) - len(fraction)
    scale = 10.0 ** min(abs(power), 308)
    built = built / scale if power < 0 else built * scale
    return -built if sign else built


def _overflows(text: str, number: FloatOrNone) -> bool:
    return number in (math.inf, -math.inf) and "inf" not in text.lower()


def _clamped(text: str, number: FloatOrNone) -> FloatOrNone:
    overflows = number is not None and _overflows(text, number)
    return math.copysign(sys.float_info.max, number or 0) if overflows else number


def _refuse_underflow(text: str, number: FloatOrNone) -> FloatOrNone:
    mantissa = re.split("[eE]", text)[0]
    return None if number == 0 and re.search("[1-9]", mantissa) else number


def _by_its_mark(content: bytes) -> bytes:
    marked = content.startswith((b"\xff\xfe", b"\xfe\xff"))
    return content.decode("utf-16", "replace").encode() if marked else content


type Number = int | float | None

_text = partial(instead, "text.parse")
"""Returns the change to another reader of the number in a text."""

_member = partial(instead, "json.number")
"""Returns the change to another conversion of a key's value to a number; None refuses it."""


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


def _python_float(value: object) -> Number:
    """Convert as float() does."""
    try:
        return float(value)  # type: ignore[arg-type] # any value
    except (TypeError, ValueError, OverflowError):
        return None


ROWS: Table = {
    "text-read": {
        "first-number": before("text.parse", _first_number),
        "integers": revised("text.parse", _whole_number),
    },
    "named-score": taking_name(
        lambda name: instead("text.rewards", lambda number: {name: number}), "score"
    ),
    "text-form": {
        "no-plus": unless("text.parse", r"^\s*\+"),
        "space-after-sign": rewritten("text.parse", r"([+-]) ", r"\1"),
        "digit-first": unless("text.parse", r"(^|\D)\."),
        "digit-last": unless("text.parse", r"\.(\D|$)"),
        "no-exponent": unless("text.parse", "[0-9.][eE]"),
        "no-underscore": unless("text.parse", "_"),
    },
    "text-space": {
        "ascii": _stripped_of(_ASCII_SPACE),
        "line-feeds": unless("text.parse", r"^\s|[^\S\n]\n*$"),
        "javascript": _stripped_of(WHITE_SPACE.replace("\x85", "")),
    },
    "separators-are-space": before("text.parse", str.strip),
    "text-digits": {"ascii": unless("text.parse", r"[^\x00-\x7f]")},
    "text-words": {
        "infinity": unless("text.parse", "(?i)inf(?!inity)"),
        "none": unless("text.parse", "(?i)[in]"),
    },
    "text-value": {
        "stepwise": revised("text.parse", _digit_by_digit),
        "no-overflow": revised(
            "text.parse", lambda text, number: None if _overflows(text, number) else number
        ),
        "clamped": revised("text.parse", _clamped),
        "flushed": after(
            "text.parse", lambda n: 0.0 if n is not None and abs(n) < sys.float_info.min else n
        ),
        "no-underflow": revised("text.parse", _refuse_underflow),
    },
    "text-decoded-by-its-mark": before("text.decode", _by_its_mark),
    "json-read-by": json_readers.read_by(lambda reader: reader.changes("json.parse")),
    "text-read-by": {
        "number": _text(float_readers.javascript_number),
        "parse-float": _text(float_readers.parse_float),
        "from-str": _text(float_readers.rust_trimmed),
        "from-str-untrimmed": _text(float_readers.rust_from_str),
        "go": _text(float_readers.go_parse_float),
        "strtod": _text(float_readers.strtod),
        "whole-strtod": _text(float_readers.whole_strtod),
        "java": _text(float_readers.java_parse_double),
        "json-loads": _text(_json_loads),
        "int": _text(_integer),
    },
    "values-by": {"number": _member(_number_of_javascript), "go": _member(_float64_of_go)},
    "bare-numbers-only": before("json.number", lambda value: value if _is_bare(value) else None),
    "members-as-f64": _member(lambda value: to_float(value) if _is_bare(value) else None),
    "members-by-float": _member(_python_float),
    "members-by-uncaught-float": _member(float),
}
