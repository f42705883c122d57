"""What pydantic takes for a text, a number, a truth value, a time or a UUID in JSON.

Each function takes a value of ``jiter_json`` and returns what pydantic makes of it, or
raises UnfitError where it makes nothing of it. Times, UUIDs, truth values and integers in
the place of a binary64 are returned as they came: no answer depends on them.
"""

import re
from collections.abc import Callable
from datetime import date

from candidates.reference import lax_number
from candidates.reference.python_float import WHITE_SPACE

_I64_LIMIT = 2.0**63
_TRUTHS = ("true", "t", "yes", "y", "on", "1", "false", "f", "no", "n", "off", "0")

_HYPHENATED = "[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
_UUID = re.compile(rf"[0-9a-fA-F]{{32}}|(?:urn:uuid:)?{_HYPHENATED}|\{{{_HYPHENATED}\}}")

_TIME = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})"
    r"(?:[Tt _](?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:[.,][0-9]+)?)?"
    r"(?:[Zz]|[-+\u2212](?:[01][0-9]|2[0-3]):?[0-5][0-9])?)?"
)
_TOPOLOGY = re.compile(r"^[1-9]\d*(x[1-9]\d*)+$")
_COUNT = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)")
_YEAR_1 = -62_135_596_800_000
"""The first millisecond of year 1, counted from 1970."""
_YEAR_10000 = 253_402_300_800_000
"""The first millisecond after year 9999."""


class UnfitError(ValueError):
    """A value that pydantic refuses at its place."""


def anything(value: object) -> object:
    """Return any value."""
    return value


def text(value: object) -> str:
    """Return a value that is text; raise UnfitError for any other, such as a number."""
    if not isinstance(value, str):
        raise UnfitError
    return value


def word(value: object) -> str:
    """Return a text that is not empty; raise UnfitError for any other value."""
    if not text(value):
        raise UnfitError
    return text(value)


def topology(value: object) -> str:
    """Return the axes of a TPU: whole numbers with an x between them."""
    if not _TOPOLOGY.match(text(value).strip()):
        raise UnfitError
    return text(value)


def reward(value: object) -> int | float:
    """Return what a reward becomes, as it would in reward.json."""
    number = lax_number.convert(value)
    if number is None:
        raise UnfitError
    return number


def number(value: object) -> int | float:
    """Return a number: itself, a truth value, or what text that reads as a float stands for."""
    if isinstance(value, int):
        return value
    converted = lax_number.convert(value)
    if not isinstance(converted, float):
        raise UnfitError
    return converted


def integer(value: object) -> int:
    """Return an integer: of a whole number, a truth value, or text that reads as one.

    A number with a point or an exponent has to lie within 64 bits.
    """
    if isinstance(value, float) and value.is_integer() and abs(value) < _I64_LIMIT:
        return int(value)
    whole = _integer_of(value) if isinstance(value, str) else value
    if not isinstance(whole, int):
        raise UnfitError
    return int(whole)


def boolean(value: object) -> object:
    """Return what is a truth value: itself, 0 and 1, or one of twelve words in any case."""
    if isinstance(value, int | float) and value in (0, 1):
        return value
    if text(value).lower() not in _TRUTHS:
        raise UnfitError
    return value


def time(value: object) -> object:
    """Return a time of the years 1 to 9999: a date, with or without a time and a zone.

    A number, or text that reads as one, counts the seconds since 1970, or the
    milliseconds where it is beyond 20,000,000,000.
    """
    if isinstance(value, str) and (match := _TIME.fullmatch(value)):
        if not _is_date(*map(int, match.groups())):
            raise UnfitError
        return value
    count = float(text(value)) if _is_count(value) else value
    if isinstance(count, bool) or not isinstance(count, int | float):
        raise UnfitError
    if not _YEAR_1 <= count < _YEAR_10000:
        raise UnfitError
    return value


def uuid(value: object) -> str:
    """Return a UUID of any version: 32 digits, or five groups, bare, in braces or as a URN."""
    if not _UUID.fullmatch(text(value)):
        raise UnfitError
    return text(value)


def equal_to(*, value: bool) -> Callable[[object], object]:
    """Return the function for a truth value, or a number that equals it."""

    def read(found: object) -> object:
        if not isinstance(found, int | float) or found != value:
            raise UnfitError
        return found

    return read


def one_of(*words: str) -> Callable[[object], str]:
    """Return the function for a text that must be one of several words."""

    def read(value: object) -> str:
        if value not in words:
            raise UnfitError
        return text(value)

    return read


def one_of_in_any_case(*words: str) -> Callable[[object], str]:
    """Return the function for a text that must be one of several words once in lower case."""
    read_lower = one_of(*words)
    return lambda value: read_lower(text(value).lower())


def _is_date(year: int, month: int, day: int) -> bool:
    try:
        date(year, month, day)
    except ValueError:
        return False
    return True


def _integer_of(digits: str) -> int | None:
    return lax_number.read_integer(digits.strip(WHITE_SPACE))


def _is_count(value: object) -> bool:
    return isinstance(value, str) and _COUNT.fullmatch(value) is not None
