"""Other ways to make numbers of the values in reward.json, and readers that expect one number."""

import math
import re
from collections.abc import Callable, Iterator
from functools import partial

from candidates.deviations.deviation import (
    Changes,
    Parameter,
    Step,
    Table,
    after,
    before,
    calling,
    instead,
)
from candidates.deviations.forms import each_value, if_object, refusing, revised, where
from candidates.deviations.numbers import is_finite, read_number, to_float
from candidates.deviations.parameters import taking, taking_name
from candidates.deviations.verifier.text import unless
from candidates.reference import python_float
from candidates.reference.summation import Number
from candidates.reference.verifier import (
    Convert,
    Rewards,
    ValidationError,
    VerifierOutputParseError,
    VerifierResult,
)

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


def _python_integer(text: str, number: Number | None) -> Number | None:
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


def _rewards(change: Callable[[Rewards], Rewards]) -> Changes:
    """Return the change of the rewards of either file, where there are any."""

    def changed(result: VerifierResult) -> VerifierResult:
        return {"rewards": change(result["rewards"])} if result["rewards"] else result

    return after(verifier=changed)


def _numbers(change: Callable[[Number], Number]) -> Changes:
    return _rewards(each_value(change))


def _only(name: str) -> Changes:
    """Return the change that passes over all other members."""
    return before("json.rewards", if_object(where(lambda key, _: key == name)))


def _required(name: str) -> Changes:
    """Return the change that reads one name, and refuses a document without it."""

    def lacks(document: object) -> bool:
        return not isinstance(document, dict) or name not in document

    return _only(name) + before("json.rewards", refusing(ValidationError, lacks))


def _or_zero(name: str) -> Changes:
    """Return the change that reads one name, and 0.0 where an object lacks it."""

    def only(document: object) -> object:
        if not isinstance(document, dict):
            raise ValidationError
        return {name: document.get(name, 0.0)}

    return before("json.rewards", only)


def _under(name: str) -> Changes:
    """Return the change that gives the only reward one name."""
    return _rewards(
        lambda found: dict.fromkeys((name,), *found.values()) if len(found) == 1 else found
    )


def _refused_outside(error: type[Exception]) -> Parameter:
    """Return the parameter that is two numbers with ``..`` between them: a range for rewards."""

    def read(text: str) -> tuple[Number, Number]:
        least, found, greatest = text.partition("..")
        if not found:
            raise ValueError(text)
        return read_number(least), read_number(greatest)

    def changes(ends: tuple[Number, Number]) -> Changes:
        return _numbers(refusing(error, lambda value: not ends[0] <= value <= ends[1]))

    ranges = ("0..1", "0.0..1.0", "-1..1", "0..100", "0..inf")
    return taking("range", read, changes, ranges)


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
    "only-one-name": taking_name(_only, ("reward", "score", "accuracy")),
    "one-name-required": taking_name(_required, ("reward", "score", "accuracy")),
    "one-name-or-0": taking_name(_or_zero, ("reward", "score", "accuracy")),
    "first-name-only": _rewards(lambda rewards: {"reward": next(iter(rewards.values()))}),
    "renames-the-only-reward": taking_name(_under, ("reward", "score")),
    "refused-outside": _refused_outside(ValidationError),
    "unreadable-outside": _refused_outside(VerifierOutputParseError),
    "not-finite-unreadable": _numbers(
        refusing(VerifierOutputParseError, lambda value: not is_finite(value))
    ),
}
