"""Other ways to read reward.json as a document, and its keys."""

import ast
import json
import re
from collections.abc import Callable
from decimal import Decimal

from candidates.deviations.deviation import Changes, after, around, before, instead
from candidates.deviations.forms import caught, first_members, refused_beyond, refusing, repaired
from candidates.deviations.parameters import taking, taking_limit
from candidates.deviations.rows import Table
from candidates.reference import lax_number
from candidates.reference.python_json import INT_DIGITS_LIMIT
from candidates.reference.verifier import ValidationError, VerifierOutputParseError

type Parse = Callable[[str], object]


def _parsing(change: Callable[[Parse], Parse]) -> Changes:
    return around({"json.parse": change})


def _integers(read: Callable[[str], float]) -> Changes:
    return instead({"json.parse.integer": read})


def _repaired(pattern: str, replacement: str) -> Changes:
    """Replace what matches the pattern where JSON cannot be read."""
    return repaired("json.parse", lambda text: re.sub(pattern, replacement, text))


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


def _renamed(rename: Callable[[str], str | None]) -> Changes:
    """Change every name, or drop the member where there is none."""

    def change(document: object) -> object:
        if not isinstance(document, dict):
            return document
        names = {name: rename(name) for name in document}
        return {new: document[old] for old, new in names.items() if new is not None}

    return after({"json.parse": change})


def _has_lone_surrogates(document: object) -> bool:
    return isinstance(document, dict) and bool(re.search("[\ud800-\udfff]", "".join(document)))


def _has_a_refused_value(pairs: list[tuple[str, object]]) -> bool:
    return any(lax_number.convert(value) is None for _, value in pairs)


def _first_rewards(limit: int) -> Changes:
    """Leave out members before they are looked at."""
    first = first_members(limit)
    return after({"json.parse": lambda value: first(value) if isinstance(value, dict) else value})


_LIMITS = (4_096, 65_536)


ROWS: Table = {
    "unreadable-is-null": around(json=caught(VerifierOutputParseError)),
    "json-syntax": {
        "trailing-commas": _repaired(r",\s*([]}])", r"\1"),
        "comments": _repaired(r"//.*|#.*|/\*.*?\*/", ""),
        "bare-keys": _repaired(r"([{,]\s*)(\w+):", r'\1"\2":'),
        "python-literals": _parsing(_python_literals),
        "first-document": before({"json.parse": _first_document}),
        "json-lines": _parsing(_last_line),
        "wide-space": _repaired(r"[^\S \t\n\r]", " "),
        "leading-zeros": _repaired(r"(?<![\w.])0+(?=\d)", ""),
        "leading-plus": _repaired(r"(?<![\w.])\+(?=\d)", ""),
        "bare-point": _repaired(r"(?<![\w.])\.(?=\d)", "0."),
        "lower-nan": _repaired(r"(?i)\bnan\b", "NaN"),
        "raw-controls": instead({"json.parse.plain": re.compile(r'[^"\\]*')}),
        "unknown-escapes": _repaired(r"\\([^u])", r"\1"),
    },
    "no-constants": instead({"json.parse.constants": {}}),
    "json-long-integers": {
        "unlimited": _integers(lambda digits: int(Decimal(digits))),
        "sign-counts": _integers(_sign_counts),
        "floats": _integers(_long_is_float),
    },
    "json-depth": {
        "parse-error": _parsing(caught(RecursionError, raising=ValueError)),
        "unlimited": instead({"json.parse.nest": lambda _: None}),
    },
    "nesting-of-512": taking("number of levels", int, _at_most, "512"),
    "json-decoded-as-detected": before({"json.decode": _detected}),
    "keys-of-json": {
        "not-empty": _renamed(lambda name: name or None),
        "without-proto": _renamed(lambda name: None if name == "__proto__" else name),
    },
    "surrogates-refused": after({"json.parse": refusing(ValueError, _has_lone_surrogates)}),
    "duplicate-keys": {
        "first": before({"json.parse.members": lambda pairs: pairs[::-1]}),
        "refused": before(
            {
                "json.parse.members": refusing(
                    ValueError, lambda pairs: len(dict(pairs)) < len(pairs)
                )
            }
        ),
        "each-converted": before(
            {"json.parse.members": refusing(ValidationError, _has_a_refused_value)}
        ),
    },
    "text-refused-beyond": taking_limit(
        "number of bytes", refused_beyond("text.decode", VerifierOutputParseError), (*_LIMITS,)
    ),
    "text-first-bytes": taking_limit(
        "number of bytes",
        lambda limit: before({"text.decode": lambda content: content[:limit]}),
        (64, *_LIMITS),
    ),
    "json-refused-beyond": taking_limit(
        "number of bytes", refused_beyond("json.decode", VerifierOutputParseError), (*_LIMITS,)
    ),
    "first-rewards": taking_limit("number of rewards", _first_rewards, (64, 8, 255, 512)),
}
