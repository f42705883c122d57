"""Other ways to make numbers of the texts in reward.json."""

import math
import re
from collections.abc import Callable

from candidates.deviations.deviation import (
    Changes,
    Deviation,
    Parameter,
    after,
    around,
    before,
    family,
    instead,
)
from candidates.deviations.verifier.text import unless
from candidates.reference import python_float

type Number = int | float | None
type Read = Callable[[str], Number]


def _ascii_trim(read: Read) -> Read:
    def change(text: str) -> Number:
        inner = text.strip(" \t\n\v\f\r")
        return None if inner != inner.strip() else read(text)

    return change


def _any_digits(text: str) -> str:
    return "".join(python_float.DIGITS.get(character, character) for character in text)


def _words_refused(read: Read) -> Read:
    def change(text: str) -> Number:
        number = read(text)
        return None if number is not None and re.search("[nN]", text) else number

    return change


def _whole_stays_whole(read: Read) -> Read:
    whole = re.compile(r"\s*[+-]?[0-9]{1,400}\s*", re.ASCII)
    return lambda text: int(text) if whole.fullmatch(text) else read(text)


def _python_integer(read: Read) -> Read:
    """Read an integer as Python's int() does, which knows no zeros before a sign."""

    def change(text: str) -> Number:
        number = read(text)
        if not isinstance(number, int):
            return number
        plain = re.sub(r"\.0+$", "", text.strip())
        return number if re.fullmatch(r"[+-]?[0-9]+(?:_[0-9]+)*", plain) else None

    return change


def _long_is_infinite(read: Read) -> Read:
    def change(text: str) -> Number:
        number = read(text)
        long = number is None and re.fullmatch(r"\s*[0-9_]{4000,}\s*", text)
        return math.inf if long else number

    return change


def _digits(most: int) -> Changes:
    return after(
        {
            "json.number.text": lambda number: (
                None if isinstance(number, int) and abs(number) >= 10**most else number
            )
        }
    )


DEVIATIONS = (
    Deviation(
        "text-refused",
        "verifier.json-text",
        "text is refused in the place of a number",
        instead({"json.number.text": lambda _: None}),
        advice="Parse text as pydantic does.",
    ),
    family(
        "text-values",
        "verifier.json-text",
        "text in the place of a number {}",
        {
            "by-float": (
                "is read by Python's float()",
                instead({"json.number.text": python_float.parse}),
            ),
            "unstripped": (
                "is refused if it has white space at an end",
                around(
                    {
                        "json.number.text": lambda read: (
                            lambda text: None if text != text.strip() else read(text)
                        )
                    }
                ),
                "verifier.json-text-white-space",
            ),
            "strip": (
                "is stripped as by str.strip(), U+001C to U+001F too",
                before({"json.number.text": str.strip}),
                "verifier.json-text-white-space",
            ),
            "ascii-strip": (
                "is stripped of ASCII white space only",
                around({"json.number.text": _ascii_trim}),
                "verifier.json-text-white-space",
            ),
            "no-underscores": (
                "is refused if it has underscores",
                unless("json.number.text", "_"),
                "verifier.json-text-underscore",
            ),
            "all-underscores": (
                "loses all its underscores",
                before({"json.number.text": lambda text: text.replace("_", "")}),
                "verifier.json-text-underscore",
            ),
            "python-underscores": (
                "may have underscores between digits only",
                unless("json.number.text", "(?<![0-9])_|_(?![0-9])"),
                "verifier.json-text-underscore",
            ),
            "any-digits": (
                "may have digits of any script",
                before({"json.number.text": _any_digits}),
                "verifier.json-text-ascii-digits",
            ),
            "no-words": (
                "is refused if it is nan or inf",
                around({"json.number.text": _words_refused}),
                "verifier.json-text-words",
            ),
            "lower-case": (
                "is read in lower case only",
                unless("json.number.text", "[A-DF-Z]"),
                "verifier.json-text-words",
            ),
            "whole-integers": (
                "is an integer if it is whole",
                around({"json.number.text": _whole_stays_whole}),
                "verifier.json-text-binary64",
            ),
            "floats-only": (
                "is not read as an integer",
                after(
                    {"json.number.text": lambda number: None if isinstance(number, int) else number}
                ),
                "verifier.json-text-integer",
            ),
            "integers-rounded": (
                "is converted to float",
                after(
                    {"json.number.text": lambda number: None if number is None else float(number)}
                ),
                "verifier.json-text-integer",
            ),
            "by-int": (
                "is read as an integer by int()",
                around({"json.number.text": _python_integer}),
                "verifier.json-text-leading-zeros",
            ),
            "long-infinite": (
                "is infinite if it is a long integer",
                around({"json.number.text": _long_is_infinite}),
                "verifier.json-text-digit-limit",
            ),
        },
        advice="Parse text as pydantic does: strip it, drop single underscores, read it as a"
        " float, or else as an integer of full precision.",
    ),
    Deviation(
        "text-4000-digits",
        "verifier.json-text-digit-limit",
        "text may have at most {} digits",
        parameter=Parameter("number of digits", "4000", int, _digits),
        advice="Read up to 4300 digits of an integer.",
    ),
)
"""Each breaks one clause about text in the place of numbers."""
