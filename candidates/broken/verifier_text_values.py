"""Wrong ways to make numbers of the texts in reward.json."""

import math
import re
from collections.abc import Callable

from candidates.broken.variant import Variant
from candidates.broken.verifier_parts import with_text_member
from candidates.reference import python_float
from candidates.reference.lax_number import read_text

type Number = int | float | None


def _refuse_text(_: str) -> Number:
    return None


def _untrimmed(text: str) -> Number:
    return None if text != text.strip() else read_text(text)


def _python_trim(text: str) -> Number:
    return read_text(text.strip())


def _ascii_trim(text: str) -> Number:
    inner = text.strip(" \t\n\v\f\r")
    return None if inner != inner.strip() else read_text(text)


def _no_underscores(text: str) -> Number:
    return None if "_" in text else read_text(text)


def _all_underscores_dropped(text: str) -> Number:
    return read_text(text.replace("_", ""))


def _underscores_between_digits(text: str) -> Number:
    return None if re.search("(?<![0-9])_|_(?![0-9])", text) else read_text(text)


def _any_digits(text: str) -> Number:
    return read_text("".join(python_float.DIGITS.get(character, character) for character in text))


def _words_refused(text: str) -> Number:
    number = read_text(text)
    return None if number is not None and re.search("[nN]", text) else number


def _words_in_lower_case(text: str) -> Number:
    return None if re.search("[A-DF-Z]", text) else read_text(text)


def _whole_stays_whole(text: str) -> Number:
    return (
        int(text) if re.fullmatch(r"\s*[+-]?[0-9]{1,400}\s*", text, re.ASCII) else read_text(text)
    )


def _floats_only(text: str) -> Number:
    number = read_text(text)
    return None if isinstance(number, int) else number


def _python_integer(text: str) -> Number:
    """Read an integer as Python's int() does, which knows no zeros before a sign."""
    number = read_text(text)
    if not isinstance(number, int):
        return number
    plain = re.sub(r"\.0+$", "", text.strip())
    return number if re.fullmatch(r"[+-]?[0-9]+(?:_[0-9]+)*", plain) else None


def _integer_rounded(text: str) -> Number:
    number = read_text(text)
    return None if number is None else float(number)


def _long_is_infinite(text: str) -> Number:
    number = read_text(text)
    return math.inf if number is None and re.fullmatch(r"\s*[0-9_]{4000,}\s*", text) else number


def _four_thousand_digits(text: str) -> Number:
    number = read_text(text)
    return None if isinstance(number, int) and abs(number) >= 10**4000 else number


def _text(name: str, clause: str, mistake: str, read: Callable[[str], Number]) -> Variant:
    return Variant(name, f"verifier.json-text{clause}", mistake, with_text_member(read))


VARIANTS = (
    _text("text-refused", "", "text is no number", _refuse_text),
    _text("float-of-text", "", "Python's float() reads the text", python_float.parse),
    _text("text-untrimmed", "-white-space", "white space is refused", _untrimmed),
    _text("text-python-trim", "-white-space", "str.strip() drops U+001C too", _python_trim),
    _text("text-ascii-trim", "-white-space", "only ASCII space is dropped", _ascii_trim),
    _text("text-no-underscores", "-underscore", "underscores are refused", _no_underscores),
    _text(
        "text-all-underscores",
        "-underscore",
        "underscores are dropped at the ends and in pairs too",
        _all_underscores_dropped,
    ),
    _text(
        "text-python-underscores",
        "-underscore",
        "underscores stand between digits only, as for float()",
        _underscores_between_digits,
    ),
    _text("text-any-digits", "-ascii-digits", "digits of every script count", _any_digits),
    _text("text-no-words", "-words", "nan and the infinities are refused", _words_refused),
    _text("text-lower-case", "-words", "words have lower case", _words_in_lower_case),
    _text("text-whole-stays", "-binary64", "whole numbers stay integers", _whole_stays_whole),
    _text("text-floats-only", "-integer", "integers are not tried", _floats_only),
    _text(
        "text-integer-rounded",
        "-integer",
        "integers too are rounded to binary64",
        _integer_rounded,
    ),
    _text("text-python-integer", "-leading-zeros", "int() reads the integer", _python_integer),
    _text("text-long-infinite", "-digit-limit", "long integers are infinite", _long_is_infinite),
    _text("text-4000-digits", "-digit-limit", "the limit is 4000 digits", _four_thousand_digits),
)
