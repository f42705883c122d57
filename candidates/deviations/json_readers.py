"""Readers of JSON that are not Python's: what they refuse, and what numbers they make.

A text is looked through before it is parsed, token by token: strings, brackets and numbers.
What is no token that JSON knows is left to the parser, which refuses it. JSON.parse, orjson,
simdjson and jq 1.6 are compared with these rows by a test; serde_json and encoding/json are
written after what their documentation and sources say.
"""

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from candidates.deviations.deviation import Changes, Parameter, before, instead, one_of
from candidates.deviations.rows import sentences
from candidates.reference import python_json

_TOKEN = re.compile(
    r'(?P<text>"(?:[^"\\]|\\.)*+")|(?P<open>[\[{])|(?P<close>[\]}])|(?P<word>[^\s"\[\]{},:]+)',
    re.DOTALL,
)
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_LONE = re.compile(
    r"(\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})|\\u[dD][89a-fA-F][0-9a-fA-F]{2}"
)
_GREATEST = "1.7976931348623157e308"
_EXACT_POWERS = 308
_U64 = 2**64
_ANY_DEPTH = 10**9


def as_it_is(text: str) -> str:
    """Leave a number or a string as it is."""
    return text


def without_lone_surrogates(text: str) -> str:
    """Refuse an escape that is half a character."""
    if any(match[1] is None for match in _LONE.finditer(text)):
        raise ValueError(text)
    return text


def with_replacements(text: str) -> str:
    """Replace an escape that is half a character by that of U+FFFD."""
    return _LONE.sub(lambda match: match[1] or r"\ufffd", text)


def finite(number: str) -> str:
    """Refuse a float that overflows."""
    match = _NUMBER.fullmatch(number)
    if match and match.lastindex and math.isinf(float(number)):
        raise ValueError(number)
    return number


def finite_binary64(number: str) -> str:
    """Refuse a number, integers too, that overflows."""
    if _NUMBER.fullmatch(number) and math.isinf(float(number)):
        raise ValueError(number)
    return number


def of_serde(number: str) -> str:
    """Round a float as serde_json does without its feature float_roundtrip; refuse an overflow.

    The digits that 64 bits hold become a binary64, which is multiplied or divided by a
    power of ten: two roundings where there should be one.
    """
    match = _NUMBER.fullmatch(number)
    if match is None or not (match.lastindex or _is_long(number)):
        return number
    significand, power = _digits_of(number.lstrip("-"))
    value = float(significand)
    while value and power:
        step = min(abs(power), _EXACT_POWERS)
        value = value * float(f"1e{step}") if power > 0 else value / float(f"1e{step}")
        power -= step if power > 0 else -step
        if math.isinf(value):
            raise ValueError(number)
    return f"{'-' if number.startswith('-') else ''}{value!r}"


def _is_long(digits: str) -> bool:
    return not -(2**63) <= int(digits[:30]) < _U64 or len(digits) > 30  # noqa: PLR2004 - far beyond


def _digits_of(number: str) -> tuple[int, int]:
    """Return as many digits as 64 bits hold, and the power of ten that they are times."""
    mantissa, _, exponent = number.lower().partition("e")
    whole, _, fraction = mantissa.partition(".")
    significand, power, full = 0, _bounded(exponent), False
    for place, digit in enumerate(whole + fraction):
        behind_point = place >= len(whole)
        full = full or 10 * significand + int(digit) >= _U64
        if not full:
            significand = 10 * significand + int(digit)
        power += (not behind_point) if full else -behind_point
    return significand, power


def _bounded(exponent: str) -> int:
    """Return an exponent, no larger than 32 bits hold."""
    sign = -1 if exponent.startswith("-") else 1
    return sign * int(exponent.lstrip("+-")[-9:] or "0")


def of_jq(number: str) -> str:
    """Read what strtod reads, and take the greatest binary64 for an infinity."""
    if number in {"true", "false", "null", "NaN"}:
        return number
    if re.fullmatch(r"-?[0-9]+", number) and not re.match("-?0[0-9]", number):
        return f"{number}e0" if math.isfinite(float(number)) else _greatest(number)
    if not re.fullmatch(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?", number):
        infinite = re.fullmatch("(?i)[+-]?inf(?:inity)?", number)
        return _greatest(number) if infinite else number
    value = float(number)
    return repr(value) if math.isfinite(value) else _greatest(number)


def _greatest(number: str) -> str:
    return f"-{_GREATEST}" if number.startswith("-") else _GREATEST


def integer_of_64_bits(digits: str) -> int:
    """Return an integer of 64 bits, with a sign or without; raises ValueError beyond."""
    if len(digits) > 20 or not -(2**63) <= int(digits) < _U64:  # noqa: PLR2004 - a sign and 19 digits
        raise ValueError(digits)
    return int(digits)


def integer_or_float(digits: str) -> float:
    """Return an integer of 64 bits, or a float; raises ValueError where that overflows."""
    try:
        return integer_of_64_bits(digits)
    except ValueError:
        if math.isinf(float(digits)):
            raise
        return float(digits)


@dataclass(frozen=True, slots=True)
class Reader:
    """What a reader makes of integers, numbers and strings, and how deep it goes.

    ``integer`` reads the digits of an integer, ``number`` rewrites or refuses the text of any
    number and ``text`` a string with its quotes. ``depth`` is the most brackets that may be
    open at a time; ``drops_mark`` tells whether a byte order mark may come first.
    """

    integer: Callable[[str], float]
    number: Callable[[str], str] = as_it_is
    text: Callable[[str], str] = as_it_is
    depth: int = _ANY_DEPTH
    knows_nan: bool = False
    drops_mark: bool = False

    def looked_through(self, text: str) -> str:
        """Return a text with its tokens as the reader has them; raises ValueError."""
        depth = 0

        def rewritten(token: re.Match[str]) -> str:
            nonlocal depth
            depth += (token["open"] is not None) - (token["close"] is not None)
            if depth > self.depth:
                raise ValueError(depth)
            if token["text"] is not None:
                return self.text(token["text"])
            return self.number(token["word"]) if token["word"] is not None else token[0]

        return _TOKEN.sub(rewritten, text.removeprefix("\ufeff") if self.drops_mark else text)

    def changes(self, parse: str) -> Changes:
        """Return the changes of the step of that name, which is a parser of Python's JSON."""
        return before({parse: self.looked_through}) + instead(
            {f"{parse}.{name}": step for name, step in self._steps().items()}
        )

    def parser(self) -> Callable[[str], object]:
        """Return what parses a text as the reader does; raises ValueError."""
        parse = replace(python_json.parse, **self._steps())
        return lambda text: parse(self.looked_through(text))

    def _steps(self) -> dict[str, Any]:
        constants = {"NaN": math.nan} if self.knows_nan else {}
        return {"constants": constants, "integer": self.integer, "nest": lambda _: None}


READERS: Mapping[str, Reader] = {
    "json-parse": Reader(integer=float),
    "orjson": Reader(integer_or_float, finite, without_lone_surrogates, depth=1024),
    "simdjson": Reader(
        integer_of_64_bits, finite, without_lone_surrogates, depth=1024, drops_mark=True
    ),
    "serde-json": Reader(integer_or_float, of_serde, without_lone_surrogates, depth=127),
    "encoding-json": Reader(float, finite_binary64, with_replacements, depth=10_000),
    "jq": Reader(float, of_jq, without_lone_surrogates, depth=256, knows_nan=True, drops_mark=True),
}


def read_by(changes: Callable[[Reader], Changes], **others: Changes) -> Parameter:
    """Return the parameter that is another reader, or one of ``others``, with what each changes."""
    ways = {name: changes(reader) for name, reader in READERS.items()} | others
    words = sentences("readers of JSON")
    return one_of("reader", {name: (words[name], what) for name, what in ways.items()})
