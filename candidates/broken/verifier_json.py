"""Wrong ways to read reward.json as a document."""

import ast
import json
import re
from collections.abc import Callable
from decimal import Decimal
from typing import NoReturn

from candidates import reference
from candidates.broken.variant import Variant
from candidates.broken.verifier_parts import (
    Function,
    Result,
    lenient,
    with_bytes_of,
    with_parser,
)
from candidates.reference import python_json
from candidates.reference.verifier import (
    ValidationError,
    VerifierInput,
    VerifierOutputParseError,
)

_LIMIT = python_json.INT_DIGITS_LIMIT


def _unreadable_is_null(files: VerifierInput) -> Result:
    try:
        return reference.verifier(files)
    except VerifierOutputParseError:
        if files["reward.json"] is None:
            raise
        return {"rewards": None}


def _with(repair: str, replacement: str) -> Function:
    """Return a reading that replaces what matches ``repair`` where JSON cannot be read."""
    return lenient(lambda text: re.sub(repair, replacement, text))


def _python_literals(text: str) -> object:
    try:
        return python_json.parse(text)
    except ValueError:
        try:
            return ast.literal_eval(text)
        except (SyntaxError, MemoryError, RecursionError):
            raise ValueError from None


def _first_document(text: str) -> object:
    return json.JSONDecoder().raw_decode(text.lstrip(" \t\n\r"))[0]


def _last_line(text: str) -> object:
    lines = [line for line in text.splitlines() if line.strip()]
    return [python_json.parse(line) for line in lines][-1] if lines else python_json.parse(text)


def _no_constants(text: str) -> object:
    return json.loads(text, parse_constant=_refuse)


def _refuse(word: str) -> NoReturn:
    raise ValueError(word)


def _any_length(text: str) -> object:
    return json.loads(text, parse_int=lambda digits: int(Decimal(digits)))


def _sign_counts(text: str) -> object:
    return json.loads(text, parse_int=lambda digits: _short(digits, len(digits)))


def _short(digits: str, length: int) -> int:
    if length > _LIMIT:
        raise ValueError(digits)
    return int(digits)


def _long_becomes_float(text: str) -> object:
    return json.loads(text, parse_int=lambda d: int(d) if len(d) <= _LIMIT else float(d))


def _depth_is_a_parse_error(text: str) -> object:
    try:
        return python_json.parse(text)
    except RecursionError:
        raise ValueError from None


def _any_depth(files: VerifierInput) -> Result:
    """Parse without recursion: what is nested too deeply for Python is no object of numbers."""
    try:
        return reference.verifier(files)
    except RecursionError:
        content = files["reward.json"] or b""
        if not content.endswith((b"]", b"}")):
            raise VerifierOutputParseError from None
        raise ValidationError from None


def _detected(content: bytes) -> bytes:
    return content.decode(json.detect_encoding(content), "surrogatepass").encode()


def _json_detected(files: VerifierInput) -> Result:
    """Give bytes to json.loads(), which looks for UTF-16 and UTF-32."""
    content = files["reward.json"]
    try:
        return reference.verifier({**files, "reward.json": content and _detected(content)})
    except UnicodeError:
        raise VerifierOutputParseError from None


def _replaced(content: bytes) -> bytes:
    return content.decode(errors="replace").encode()


def _variant(name: str, clause: str, mistake: str, function: Function) -> Variant:
    return Variant(name, f"verifier.json-{clause}", mistake, function)


def _parser(name: str, clause: str, mistake: str, parse: Callable[[str], object]) -> Variant:
    return _variant(name, clause, mistake, with_parser(parse))


VARIANTS = (
    _variant("unreadable-is-null", "document", "what is no JSON is null", _unreadable_is_null),
    _variant("trailing-commas", "strict", "a comma may trail", _with(r",\s*([]}])", r"\1")),
    _variant("comments", "strict", "comments are dropped", _with(r"//.*|#.*|/\*.*?\*/", "")),
    _variant("bare-names", "strict", "names need no quotes", _with(r"([{,]\s*)(\w+):", r'\1"\2":')),
    _parser("python-literals", "strict", "Python's literals are understood", _python_literals),
    _parser("first-document", "one-document", "reading ends with the document", _first_document),
    _parser("json-lines", "one-document", "every line is a document", _last_line),
    _variant("wide-space", "white-space", "any white space counts", _with(r"[^\S \t\n\r]", " ")),
    _variant("leading-zeros", "number-form", "zeros may lead", _with(r"(?<![\w.])0+(?=\d)", "")),
    _variant("leading-plus", "number-form", "a plus may lead", _with(r"(?<![\w.])\+(?=\d)", "")),
    _variant("bare-point", "number-form", "a point may lead", _with(r"(?<![\w.])\.(?=\d)", "0.")),
    _parser("no-constants", "constants", "NaN and the infinities are no JSON", _no_constants),
    _variant("nan-in-lower-case", "constants", "nan is NaN", _with(r"(?i)\bnan\b", "NaN")),
    _variant("minus-nan", "constants", "NaN may have a sign", _with(r"[+-]NaN", "NaN")),
    _variant(
        "bare-control-characters",
        "control-characters",
        "control characters need no escape",
        with_parser(lambda text: json.loads(text, strict=False)),
    ),
    _variant("unknown-escapes", "escapes", "a backslash is dropped", _with(r"\\([^u])", r"\1")),
    _variant("hex-escapes", "escapes", r"\x61 is understood", _with(r"\\x(?=\w\w)", r"\\u00")),
    _parser("any-length", "digit-limit", "integers have no limit", _any_length),
    _parser("sign-counts", "digit-limit", "the sign counts as a digit", _sign_counts),
    _parser("long-is-float", "digit-limit", "long integers become floats", _long_becomes_float),
    _parser(
        "depth-is-parse-error",
        "deep-nesting",
        "the parser's own limit is reported as bad JSON",
        _depth_is_a_parse_error,
    ),
    _variant("any-depth", "deep-nesting", "the parser has no limit", _any_depth),
    _variant("json-detected", "utf8", "UTF-16 and UTF-32 are recognised", _json_detected),
    _variant(
        "bad-bytes-replaced",
        "utf8",
        "bytes that are not UTF-8 become U+FFFD",
        with_bytes_of("reward.json", _replaced),
    ),
    _variant(
        "json-mark-dropped",
        "byte-order-mark",
        "a byte order mark is dropped",
        with_bytes_of("reward.json", lambda content: content.removeprefix(b"\xef\xbb\xbf") or b" "),
    ),
)
