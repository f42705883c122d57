"""Readers of numbers in text that are not Python's float(); None stands for no number.

Those of JavaScript, Rust and C are compared with the calls by a test, Java's was compared by
hand in hand in version 17, and Go's is written after its documentation and tests.
"""

import math
import re

from candidates.reference.python_float import WHITE_SPACE

type Read = float | None

C_SPACE = " \t\n\v\f\r"
JAVASCRIPT_SPACE = WHITE_SPACE.replace("\x85", "") + "\ufeff"
JAVA_SPACE = "".join(map(chr, range(0x21)))

_DECIMAL = r"(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
_HEXADECIMAL = r"0[xX](?:[0-9a-fA-F]+\.?[0-9a-fA-F]*|\.[0-9a-fA-F]+)"
_INFINITY = "[iI][nN][fF](?:[iI][nN][iI][tT][yY])?"

_JAVASCRIPT = re.compile(rf"[+-]?(?:{_DECIMAL}|Infinity)")
_RADIX = re.compile("0([xX][0-9a-fA-F]+|[oO][0-7]+|[bB][01]+)")
_RUST = re.compile(rf"[+-]?(?:{_DECIMAL}|{_INFINITY}|[nN][aA][nN])")
_GO = re.compile(rf"[+-]?(?:{_DECIMAL}|{_HEXADECIMAL}[pP][+-]?[0-9]+|{_INFINITY})|[nN][aA][nN]")
_STRTOD = re.compile(
    rf"[+-]?(?:{_HEXADECIMAL}(?:[pP][+-]?[0-9]+)?|{_DECIMAL}|{_INFINITY}"
    r"|[nN][aA][nN](?:\([0-9A-Za-z_]*\))?)"
)
_JAVA = re.compile(rf"[+-]?(?:(?:{_DECIMAL}|{_HEXADECIMAL}[pP][+-]?[0-9]+)[fFdD]?|NaN|Infinity)")
_UNDERSCORE = re.compile(r"(?<=[0-9a-fA-FxX])_(?=[0-9a-fA-F])")


def javascript_number(text: str) -> Read:
    """Read as Number() does, for which nothing is 0; what it makes NaN is no number."""
    stripped = text.strip(JAVASCRIPT_SPACE)
    if stripped == "":
        return 0.0
    if _RADIX.fullmatch(stripped):
        return _rounded(int(stripped, 0))
    return float(stripped) if _JAVASCRIPT.fullmatch(stripped) else None


def _rounded(value: int) -> float:
    try:
        return float(value)
    except OverflowError:
        return math.inf


def parse_float(text: str) -> Read:
    """Read the longest beginning that is a number, as parseFloat() does."""
    match = _JAVASCRIPT.match(text.lstrip(JAVASCRIPT_SPACE))
    return float(match[0]) if match else None


def rust_from_str(text: str) -> Read:
    """Read as `text.parse::<f64>()` does, which takes no white space."""
    return float(text) if _RUST.fullmatch(text) else None


def rust_trimmed(text: str) -> Read:
    """Read as `text.trim().parse::<f64>()` does."""
    return rust_from_str(text.strip(WHITE_SPACE))


def go_parse_float(text: str) -> Read:
    """Read as ParseFloat(strings.TrimSpace(text), 64) does; a number out of range is an error."""
    stripped = text.strip(WHITE_SPACE)
    plain = _UNDERSCORE.sub("", stripped)
    if not _GO.fullmatch(plain):
        return None
    if "x" in plain.lower():
        return _hexadecimal(plain)
    value = float(plain)
    overflows = math.isinf(value) and "n" not in plain.lower()
    return None if overflows else value


def _hexadecimal(text: str) -> Read:
    try:
        return float.fromhex(text)
    except OverflowError:
        return None


def strtod(text: str) -> Read:
    """Read the longest beginning that is a number, as in C."""
    match = _STRTOD.match(text.lstrip(C_SPACE))
    if match is None:
        return None
    number = match[0].partition("(")[0]
    if "x" not in number.lower():
        return float(number)
    value = _hexadecimal(number)
    return math.copysign(math.inf, -number.startswith("-")) if value is None else value


def whole_strtod(text: str) -> Read:
    """Read as strtod() with a look at its end: nothing but white space may follow."""
    match = _STRTOD.match(text.strip(C_SPACE))
    return strtod(text) if match and match[0] == text.strip(C_SPACE) else None


def java_parse_double(text: str) -> Read:
    """Read as Double.parseDouble() does, which trims control characters and takes a suffix."""
    stripped = text.strip(JAVA_SPACE)
    if not _JAVA.fullmatch(stripped):
        return None
    if re.match("[+-]?0[xX]", stripped):
        value = _hexadecimal(re.sub("[fFdD]$", "", stripped))
        return math.copysign(math.inf, -stripped.startswith("-")) if value is None else value
    return float(stripped if stripped[-1] in "NaNy" else stripped.rstrip("fFdD"))
