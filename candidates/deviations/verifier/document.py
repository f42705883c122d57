"""Other ways to read reward.json as a document, and its keys."""

import ast
import json
import re
import warnings
from collections.abc import Callable
from decimal import Decimal
from functools import partial

from candidates.deviations.deviation import Changes, Step, Table, after, before, calling, instead
from candidates.deviations.forms import (
    caught,
    first_document,
    first_members,
    first_of_each,
    if_object,
    refusing,
    repaired,
    where,
)
from candidates.deviations.parameters import first_of, refused_beyond, taking, taking_limit
from candidates.reference.lax_number import convert
from candidates.reference.python_json import INT_DIGITS_LIMIT
from candidates.reference.verifier import ValidationError, VerifierOutputParseError

_parsing = partial(calling, "json.parse")
"""Returns the change that parses by a function, which is given the parser and a text."""

_integers = partial(instead, "json.parse.integer")
"""Returns the change to another reader of the digits of an integer."""

_members = partial(before, "json.parse.members")
"""Returns the change of the names and values of an object."""

_repaired = partial(repaired, "json.parse")
"""Returns the change that replaces what matches a pattern where JSON cannot be read."""


def _python_literals(parse: Step, text: str) -> object:
    try:
        return parse(text)
    except ValueError:
        try:
            with warnings.catch_warnings(action="ignore", category=SyntaxWarning):
                value = ast.literal_eval(text)
        except (SyntaxError, MemoryError, RecursionError):
            raise ValueError from None
    # A name that is no text is refused like a value that is no number.
    named = not isinstance(value, dict) or all(isinstance(name, str) for name in value)
    return value if named else [value]


def _last_line(parse: Step, text: str) -> object:
    lines = [line for line in text.splitlines() if line.strip()]
    return [parse(line) for line in lines or [text]][-1]


def _sign_counts(digits: str) -> int:
    if len(digits) > INT_DIGITS_LIMIT:
        raise ValueError(digits)
    return int(digits)


def _detected(content: bytes) -> bytes:
    """Look for UTF-16 and UTF-32, as json.loads() does with bytes."""
    try:
        return content.decode(json.detect_encoding(content), "surrogatepass").encode()
    except UnicodeError:
        raise VerifierOutputParseError from None


def _of_object(change: Callable[[dict[str, object]], object]) -> Changes:
    """Return the change of a document that is an object, before it is looked at."""
    return after("json.parse", if_object(change))


def _has_lone_surrogates(document: object) -> bool:
    return isinstance(document, dict) and bool(re.search("[\ud800-\udfff]", "".join(document)))


ROWS: Table = {
    "unreadable-is-null": calling(json=caught(VerifierOutputParseError)),
    "json-syntax": {
        "trailing-commas": _repaired(r",\s*([]}])", r"\1"),
        "comments": _repaired(r"//.*|#.*|/\*.*?\*/", ""),
        "bare-keys": _repaired(r"([{,]\s*)(\w+):", r'\1"\2":'),
        "python-literals": _parsing(_python_literals),
        "first-document": before("json.parse", first_document),
        "json-lines": _parsing(_last_line),
        "wide-space": _repaired(r"[^\S \t\n\r]", " "),
        "leading-zeros": _repaired(r"(?<![\w.])0+(?=\d)", ""),
        "leading-plus": _repaired(r"(?<![\w.])\+(?=\d)", ""),
        "bare-point": _repaired(r"(?<![\w.])\.(?=\d)", "0."),
        "lower-nan": _repaired(r"(?i)\bnan\b", "NaN"),
        "raw-controls": instead("json.parse.plain", re.compile(r'[^"\\]*')),
        "unknown-escapes": _repaired(r"\\([^u])", r"\1"),
    },
    "no-constants": instead("json.parse.constants", {}),
    "json-long-integers": {
        "unlimited": _integers(lambda digits: int(Decimal(digits))),
        "sign-counts": _integers(_sign_counts),
        "floats": _integers(
            lambda digits: (int if len(digits) <= INT_DIGITS_LIMIT else float)(digits)
        ),
    },
    "json-depth": {
        "parse-error": _parsing(caught(RecursionError, raising=ValueError)),
        "unlimited": instead("json.parse.nest", lambda _: None),
    },
    "nesting-of-512": taking(
        "number of levels",
        int,
        lambda most: instead("json.parse.nest", refusing(ValueError, lambda depth: depth > most)),
        "512",
    ),
    "json-decoded-as-detected": before("json.decode", _detected),
    "keys-of-json": {
        "without-proto": _of_object(where(lambda key, _: key != "__proto__")),
    },
    "surrogates-refused": after("json.parse", refusing(ValueError, _has_lone_surrogates)),
    "duplicate-keys": {
        "first": _members(lambda pairs: [*first_of_each(pairs).items()]),
        "refused": _members(refusing(ValueError, lambda pairs: len(dict(pairs)) < len(pairs))),
        "each-converted": _members(
            refusing(ValidationError, lambda pairs: None in (convert(one) for _, one in pairs))
        ),
    },
    "text-refused-beyond": refused_beyond("text.decode", VerifierOutputParseError),
    "text-first-bytes": first_of(
        "number of bytes", partial(before, "text.decode"), 64, 4_096, 65_536
    ),
    "json-refused-beyond": refused_beyond("json.decode", VerifierOutputParseError),
    "first-rewards": taking_limit(
        "number of rewards", lambda most: _of_object(first_members(most)), (64, 8, 255, 512)
    ),
}
