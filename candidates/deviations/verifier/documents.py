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
    family,
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
        "a reward.json that is not JSON counts as null",
        around(json=rescued(VerifierOutputParseError, None)),
        advice="Raise VerifierOutputParseError for a file that is not JSON.",
    ),
    family(
        "json-syntax",
        "verifier.json-strict",
        "{}",
        {
            "trailing-commas": ("trailing commas are accepted", _repaired(r",\s*([]}])", r"\1")),
            "comments": ("comments are accepted", _repaired(r"//.*|#.*|/\*.*?\*/", "")),
            "bare-keys": ("keys need no quotes", _repaired(r"([{,]\s*)(\w+):", r'\1"\2":')),
            "python-literals": ("Python literals are accepted", _parsing(_python_literals)),
            "first-document": (
                "reading ends after the first document",
                before({"json.parse": _first_document}),
                "verifier.json-one-document",
            ),
            "json-lines": (
                "each line is a document",
                _parsing(_last_line),
                "verifier.json-one-document",
            ),
            "wide-space": (
                "any white space is accepted between tokens",
                _repaired(r"[^\S \t\n\r]", " "),
                "verifier.json-white-space",
            ),
            "leading-zeros": (
                "numbers may have leading zeros",
                _repaired(r"(?<![\w.])0+(?=\d)", ""),
                "verifier.json-number-form",
            ),
            "leading-plus": (
                "numbers may have a plus sign",
                _repaired(r"(?<![\w.])\+(?=\d)", ""),
                "verifier.json-number-form",
            ),
            "bare-point": (
                "numbers may start with a point",
                _repaired(r"(?<![\w.])\.(?=\d)", "0."),
                "verifier.json-number-form",
            ),
            "lower-nan": (
                "nan is read as NaN",
                _repaired(r"(?i)\bnan\b", "NaN"),
                "verifier.json-constants",
            ),
            "minus-nan": (
                "-NaN is accepted",
                _repaired(r"[+-]NaN", "NaN"),
                "verifier.json-constants",
            ),
            "raw-controls": (
                "control characters need no escape",
                instead({"json.parse.plain": re.compile(r'[^"\\]*')}),
                "verifier.json-control-characters",
            ),
            "unknown-escapes": (
                "a backslash before any other character is dropped",
                _repaired(r"\\([^u])", r"\1"),
                "verifier.json-escapes",
            ),
            "hex-escapes": (
                "\\x61 is accepted",
                _repaired(r"\\x(?=\w\w)", r"\\u00"),
                "verifier.json-escapes",
            ),
        },
        advice="Parse reward.json as Python's json.loads() does.",
    ),
    Deviation(
        "no-constants",
        "verifier.json-constants",
        "NaN and the infinities are refused in reward.json",
        instead({"json.parse.constants": {}}),
        advice="Accept NaN, Infinity and -Infinity.",
    ),
    family(
        "json-long-integers",
        "verifier.json-digit-limit",
        "{}",
        {
            "unlimited": (
                "integers have no limit of digits",
                _integers(lambda digits: int(Decimal(digits))),
            ),
            "sign-counts": ("the sign of an integer counts as a digit", _integers(_sign_counts)),
            "floats": ("long integers are read as floats", _integers(_long_is_float)),
        },
        advice="Raise VerifierOutputParseError for an integer of more than 4300 digits.",
    ),
    family(
        "json-depth",
        "verifier.json-deep-nesting",
        "{}",
        {
            "parse-error": (
                "nesting beyond the parser's limit raises VerifierOutputParseError",
                _parsing(rescued(RecursionError, ValueError())),
            ),
            "unlimited": ("nesting has no limit", instead({"json.parse.nest": lambda _: None})),
        },
        advice="Raise RecursionError for nesting that exhausts Python's recursion limit.",
    ),
    Deviation(
        "nesting-of-512",
        "verifier.json-deep-nesting",
        "nesting is limited to {} levels",
        parameter=Parameter("number of levels", "512", int, _at_most),
        advice="Raise RecursionError for nesting that exhausts Python's recursion limit.",
    ),
    family(
        "json-decoded",
        "verifier.json-utf8",
        "{}",
        {
            "detected": ("UTF-16 and UTF-32 are detected", before({"json.decode": _detected})),
            "replaced": (
                "bytes that are not UTF-8 become U+FFFD",
                before({"json.decode": lambda content: content.decode(errors="replace").encode()}),
            ),
            "without-mark": (
                "a byte order mark is dropped",
                before({"json.decode": without_mark}),
                "verifier.json-byte-order-mark",
            ),
        },
        advice="Decode reward.json as strict UTF-8, and refuse a byte order mark.",
    ),
)
"""Each breaks one clause about reward.json as a document."""
