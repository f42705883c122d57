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
        "text is no number",
        instead({"json.number.text": lambda _: None}),
    ),
    Deviation(
        "float-of-text",
        "verifier.json-text",
        "Python's float() reads the text",
        instead({"json.number.text": python_float.parse}),
    ),
    Deviation(
        "text-untrimmed",
        "verifier.json-text-white-space",
        "white space is refused",
        around(
            {
                "json.number.text": lambda read: (
                    lambda text: None if text != text.strip() else read(text)
                )
            }
        ),
    ),
    Deviation(
        "text-python-trim",
        "verifier.json-text-white-space",
        "str.strip() drops U+001C too",
        before({"json.number.text": str.strip}),
    ),
    Deviation(
        "text-ascii-trim",
        "verifier.json-text-white-space",
        "only ASCII space is dropped",
        around({"json.number.text": _ascii_trim}),
    ),
    Deviation(
        "text-no-underscores",
        "verifier.json-text-underscore",
        "underscores are refused",
        unless("json.number.text", "_"),
    ),
    Deviation(
        "text-all-underscores",
        "verifier.json-text-underscore",
        "underscores are dropped at the ends and in pairs too",
        before({"json.number.text": lambda text: text.replace("_", "")}),
    ),
    Deviation(
        "text-python-underscores",
        "verifier.json-text-underscore",
        "underscores stand between digits only, as for float()",
        unless("json.number.text", "(?<![0-9])_|_(?![0-9])"),
    ),
    Deviation(
        "text-any-digits",
        "verifier.json-text-ascii-digits",
        "digits of every script count",
        before({"json.number.text": _any_digits}),
    ),
    Deviation(
        "text-no-words",
        "verifier.json-text-words",
        "nan and the infinities are refused",
        around({"json.number.text": _words_refused}),
    ),
    Deviation(
        "text-lower-case",
        "verifier.json-text-words",
        "words have lower case",
        unless("json.number.text", "[A-DF-Z]"),
    ),
    Deviation(
        "text-whole-stays",
        "verifier.json-text-binary64",
        "whole numbers stay integers",
        around({"json.number.text": _whole_stays_whole}),
    ),
    Deviation(
        "text-floats-only",
        "verifier.json-text-integer",
        "integers are not tried",
        after({"json.number.text": lambda number: None if isinstance(number, int) else number}),
    ),
    Deviation(
        "text-integer-rounded",
        "verifier.json-text-integer",
        "integers too are rounded to binary64",
        after({"json.number.text": lambda number: None if number is None else float(number)}),
    ),
    Deviation(
        "text-python-integer",
        "verifier.json-text-leading-zeros",
        "int() reads the integer",
        around({"json.number.text": _python_integer}),
    ),
    Deviation(
        "text-long-infinite",
        "verifier.json-text-digit-limit",
        "long integers are infinite",
        around({"json.number.text": _long_is_infinite}),
    ),
    Deviation(
        "text-4000-digits",
        "verifier.json-text-digit-limit",
        "the limit is 4000 digits",
        parameter=Parameter("number of digits", "4000", int, _digits),
    ),
)
"""Each breaks one clause about text in the place of numbers."""
