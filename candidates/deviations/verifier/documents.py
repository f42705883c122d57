"""Other ways to read reward.json as a document."""

import ast
import json
import re
from collections.abc import Callable
from decimal import Decimal

from candidates.deviations.deviation import (
    Changes,
    Deviation,
    Parameter,
    around,
    before,
    instead,
)
from candidates.deviations.verifier.files import rescued
from candidates.deviations.verifier.text_values import without_mark
from candidates.reference.python_json import INT_DIGITS_LIMIT
from candidates.reference.verifier import VerifierOutputParseError

type Parse = Callable[[str], object]


def _parsing(change: Callable[[Parse], Parse]) -> Changes:
    return around({"json.parse": change})


def _integers(read: Callable[[str], float]) -> Changes:
    return instead({"json.parse.integer": read})


def _repaired(pattern: str, replacement: str) -> Changes:
    """Replace what matches the pattern where JSON cannot be read."""

    def change(parse: Parse) -> Parse:
        def lenient(text: str) -> object:
            try:
                return parse(text)
            except ValueError:
                return parse(re.sub(pattern, replacement, text))

        return lenient

    return _parsing(change)


def _python_literals(parse: Parse) -> Parse:
    def change(text: str) -> object:
        try:
            return parse(text)
        except ValueError:
            try:
                value = ast.literal_eval(text)
            except (SyntaxError, MemoryError, RecursionError):
                raise ValueError from None
        # A name that is no text is refused like a value that is no number.
        named = not isinstance(value, dict) or all(isinstance(name, str) for name in value)
        return value if named else [value]

    return change


def _first_document(text: str) -> str:
    start = text.lstrip(" \t\n\r")
    return start[: json.JSONDecoder().raw_decode(start)[1]]


def _last_line(parse: Parse) -> Parse:
    def change(text: str) -> object:
        lines = [line for line in text.splitlines() if line.strip()]
        return [parse(line) for line in lines or [text]][-1]

    return change


def _sign_counts(digits: str) -> int:
    if len(digits) > INT_DIGITS_LIMIT:
        raise ValueError(digits)
    return int(digits)


def _long_is_float(digits: str) -> float:
    return int(digits) if len(digits) <= INT_DIGITS_LIMIT else float(digits)


def _at_most(levels: int) -> Changes:
    def nest(depth: int) -> None:
        if depth > levels:
            raise ValueError(depth)

    return instead({"json.parse.nest": nest})


def _detected(content: bytes) -> bytes:
    """Look for UTF-16 and UTF-32, as json.loads() does with bytes."""
    try:
        return content.decode(json.detect_encoding(content), "surrogatepass").encode()
    except UnicodeError:
        raise VerifierOutputParseError from None


DEVIATIONS = (
    Deviation(
        "unreadable-is-null",
        "verifier.json-document",
        "what is no JSON is null",
        around(json=rescued(VerifierOutputParseError, None)),
    ),
    Deviation(
        "trailing-commas",
        "verifier.json-strict",
        "a comma may trail",
        _repaired(r",\s*([]}])", r"\1"),
    ),
    Deviation(
        "comments",
        "verifier.json-strict",
        "comments are dropped",
        _repaired(r"//.*|#.*|/\*.*?\*/", ""),
    ),
    Deviation(
        "bare-names",
        "verifier.json-strict",
        "names need no quotes",
        _repaired(r"([{,]\s*)(\w+):", r'\1"\2":'),
    ),
    Deviation(
        "python-literals",
        "verifier.json-strict",
        "Python's literals are understood",
        _parsing(_python_literals),
    ),
    Deviation(
        "first-document",
        "verifier.json-one-document",
        "reading ends with the document",
        before({"json.parse": _first_document}),
    ),
    Deviation(
        "json-lines", "verifier.json-one-document", "every line is a document", _parsing(_last_line)
    ),
    Deviation(
        "wide-space",
        "verifier.json-white-space",
        "any white space counts",
        _repaired(r"[^\S \t\n\r]", " "),
    ),
    Deviation(
        "leading-zeros",
        "verifier.json-number-form",
        "zeros may lead",
        _repaired(r"(?<![\w.])0+(?=\d)", ""),
    ),
    Deviation(
        "leading-plus",
        "verifier.json-number-form",
        "a plus may lead",
        _repaired(r"(?<![\w.])\+(?=\d)", ""),
    ),
    Deviation(
        "bare-point",
        "verifier.json-number-form",
        "a point may lead",
        _repaired(r"(?<![\w.])\.(?=\d)", "0."),
    ),
    Deviation(
        "no-constants",
        "verifier.json-constants",
        "NaN and the infinities are no JSON",
        instead({"json.parse.constants": {}}),
    ),
    Deviation(
        "nan-in-lower-case",
        "verifier.json-constants",
        "nan is NaN",
        _repaired(r"(?i)\bnan\b", "NaN"),
    ),
    Deviation(
        "minus-nan", "verifier.json-constants", "NaN may have a sign", _repaired(r"[+-]NaN", "NaN")
    ),
    Deviation(
        "bare-control-characters",
        "verifier.json-control-characters",
        "control characters need no escape",
        instead({"json.parse.plain": re.compile(r'[^"\\]*')}),
    ),
    Deviation(
        "unknown-escapes",
        "verifier.json-escapes",
        "a backslash is dropped",
        _repaired(r"\\([^u])", r"\1"),
    ),
    Deviation(
        "hex-escapes",
        "verifier.json-escapes",
        "\\x61 is understood",
        _repaired(r"\\x(?=\w\w)", r"\\u00"),
    ),
    Deviation(
        "any-length",
        "verifier.json-digit-limit",
        "integers have no limit",
        _integers(lambda digits: int(Decimal(digits))),
    ),
    Deviation(
        "sign-counts",
        "verifier.json-digit-limit",
        "the sign counts as a digit",
        _integers(_sign_counts),
    ),
    Deviation(
        "long-is-float",
        "verifier.json-digit-limit",
        "long integers become floats",
        _integers(_long_is_float),
    ),
    Deviation(
        "depth-is-parse-error",
        "verifier.json-deep-nesting",
        "the parser's own limit is reported as bad JSON",
        _parsing(rescued(RecursionError, ValueError())),
    ),
    Deviation(
        "any-depth",
        "verifier.json-deep-nesting",
        "the parser has no limit",
        instead({"json.parse.nest": lambda _: None}),
    ),
    Deviation(
        "nesting-of-512",
        "verifier.json-deep-nesting",
        "the parser has a limit of its own, as that of PHP's json_decode",
        parameter=Parameter("number of levels", "512", int, _at_most),
    ),
    Deviation(
        "json-detected",
        "verifier.json-utf8",
        "UTF-16 and UTF-32 are recognised",
        before({"json.decode": _detected}),
    ),
    Deviation(
        "bad-bytes-replaced",
        "verifier.json-utf8",
        "bytes that are not UTF-8 become U+FFFD",
        before({"json.decode": lambda content: content.decode(errors="replace").encode()}),
    ),
    Deviation(
        "json-mark-dropped",
        "verifier.json-byte-order-mark",
        "a byte order mark is dropped",
        before({"json.decode": without_mark}),
    ),
)
"""Each breaks one clause about reward.json as a document."""
