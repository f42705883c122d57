"""Other ways to make numbers of the values in reward.json."""

import math
import re
from collections.abc import Iterator
from functools import partial

from candidates.deviations.deviation import Changes, Step, Table, after, before, calling, instead
from candidates.deviations.forms import refusing, revised
from candidates.deviations.numbers import to_float
from candidates.deviations.parameters import taking
from candidates.deviations.verifier.text import unless
from candidates.reference import python_float
from candidates.reference.verifier import Convert, ValidationError, VerifierOutputParseError

type Number = int | float | None

_WHOLE = re.compile(r"(?a:\s*[+-]?[0-9]{1,400}\s*)")

NUMBER, TEXT = "json.number", "json.number.text"
"""The steps that make a number of a value in reward.json, and of one that is a text."""

_document = partial(before, "json.rewards")
"""Returns the change of the document that rewards are made of."""

_value = partial(before, NUMBER)
"""Returns the change of the value that a number is made of; that of None is refused."""


def _pairs_are_an_object(document: object) -> object:
    if isinstance(document, list) and all(isinstance(v, list) and len(v) == 2 for v in document):  # noqa: PLR2004 - a pair
        return {str(name): number for name, number in document}
    return document


def _refused_is_dropped(store: Step, document: object, number: Convert) -> object:
    if isinstance(document, dict):
        document = {name: v for name, v in document.items() if number(v) is not None}
    return store(document, number)


def _integers_of(bits: int) -> Changes:
    """Make floats of integers of more than N bits."""

    def change(value: object) -> object:
        wide = isinstance(value, int) and not -(2 ** (bits - 1)) <= value < 2 ** (bits - 1)
        return to_float(value) if wide else value  # type: ignore[arg-type] # an integer

    return _value(change)


def _python_integer(text: str, number: Number) -> Number:
    """Read an integer as Python's int() does, which knows no zeros before a sign."""
    plain = re.sub(r"\.0+$", "", text.strip())
    is_plain = re.fullmatch(r"[+-]?[0-9]+(?:_[0-9]+)*", plain)
    return None if isinstance(number, int) and not is_plain else number


def _values(document: object) -> Iterator[object]:
    yield from document.values() if isinstance(document, dict) else (document,)


def _has_no_number(document: object) -> bool:
    return not all(isinstance(value, int | float) for value in _values(document))


def _is_not_finite(document: object) -> bool:
    return not all(math.isfinite(v) for v in _values(document) if isinstance(v, float))


ROWS: Table = {
    "numbers-only": _value(lambda value: value if isinstance(value, int | float) else None),
    "json-document": {
        "pairs": _document(_pairs_are_an_object),
        "bare-number": _document(
            lambda value: {"reward": value} if isinstance(value, int | float) else value
        ),
        "others-dropped": calling("json.rewards", _refused_is_dropped),
    },
    "null-is-refused": _document(refusing(ValidationError, lambda value: value is None)),
    "other-type-is-bad-json": _document(
        refusing(VerifierOutputParseError, lambda value: not isinstance(value, dict | None))
    ),
    "json-values": {
        "refused-is-nan": after(NUMBER, lambda number: math.nan if number is None else number),
        "parse-error": after(
            NUMBER, refusing(VerifierOutputParseError, lambda number: number is None)
        ),
    },
    "no-booleans": _value(lambda value: None if isinstance(value, bool) else value),
    "booleans-as-text": revised(TEXT, {"true": 1.0, "false": 0.0}.get),
    "sixty-four-bits": taking("number of bits", int, _integers_of, "64"),
    "text-refused": instead(TEXT, lambda _: None),
    "text-values": {
        "by-float": instead(TEXT, python_float.parse),
        "unstripped": unless(TEXT, r"^\s|\s$"),
        "ascii-strip": calling(
            TEXT,
            lambda read, text: read(text) if text.strip(" \t\n\v\f\r") == text.strip() else None,
        ),
        "no-underscores": unless(TEXT, "_"),
        "python-underscores": unless(TEXT, "(?<![0-9])_|_(?![0-9])"),
        "any-digits": before(
            TEXT, lambda text: "".join(python_float.DIGITS.get(c, c) for c in text)
        ),
        "no-words": unless(TEXT, "[nN]"),
        "lower-case": unless(TEXT, "[A-DF-Z]"),
        "whole-integers": revised(
            TEXT,
            lambda text, number: int(text) if _WHOLE.fullmatch(text) else number,
        ),
        "by-int": revised(TEXT, _python_integer),
    },
    "text-4000-digits": taking(
        "number of digits",
        int,
        lambda most: after(
            TEXT, lambda one: None if isinstance(one, int) and abs(one) >= 10**most else one
        ),
        "4000",
    ),
    "numbers-by-isinstance": _document(refusing(VerifierOutputParseError, _has_no_number)),
    "finite-by-isfinite": before(
        ("json.rewards", "text.rewards"), refusing(VerifierOutputParseError, _is_not_finite)
    ),
}
