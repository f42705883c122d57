"""JSON text as Python's ``json.loads`` reads it.

harbor reads reward.json with it (harbor/verifier/verifier.py:82). Beyond JSON,
``NaN``, ``Infinity`` and ``-Infinity`` are numbers, and a surrogate may stand
alone. Of duplicate names the last value holds, at the place of the first.
"""

import re
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from types import GeneratorType
from typing import NoReturn

NESTING_LIMIT = 1_500
"""The most lists and objects that may stand around a value.

harbor's own limit belongs to its Python build and to the stack it is called from (1,491
levels on CPython 3.12.1, 9,992 on 3.13.0), so no case lies between 1,000 and 10,001.
"""

INT_DIGITS_LIMIT = 4300
"""Python refuses to read longer integers; the sign does not count."""

_MARK = re.compile(r'[ \t\n\r]*([\[\]{},:"]?)')
_NUMBER = re.compile(r"(-?(?:0|[1-9][0-9]*))(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_PLAIN_TEXT = re.compile(r'[^"\\\x00-\x1f]*')
_HEX = re.compile(r"[0-9a-fA-F]{4}")
_ESCAPES = {
    '"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t",
}  # fmt: skip
_WORDS = {"null": None, "true": True, "false": False}
CONSTANTS = {"NaN": float("nan"), "Infinity": float("inf"), "-Infinity": float("-inf")}

type _Reading = Generator[object, object, object]
"""Reads a list or an object; it yields what is read of each value within and is sent the value."""


def nest(depth: int) -> None:
    """Put a value into that many lists and objects, or raise RecursionError."""
    if depth > NESTING_LIMIT:
        message = "nested too deeply"
        raise RecursionError(message)


def integer(digits: str) -> int:
    """Return the integer; raises ValueError beyond INT_DIGITS_LIMIT."""
    if len(digits.removeprefix("-")) > INT_DIGITS_LIMIT:
        message = "integer with too many digits"
        raise ValueError(message)
    return int(digits)


@dataclass(frozen=True, slots=True)
class Parser:
    """The steps in which readers of JSON differ.

    ``constants`` are the words for numbers. ``plain`` matches the characters of a string
    that stand for themselves. ``nest`` refuses a depth, ``integer`` reads digits, and
    ``members`` makes an object of its names and values.
    """

    constants: Mapping[str, float] = field(default_factory=lambda: CONSTANTS)
    plain: re.Pattern[str] = _PLAIN_TEXT
    nest: Callable[[int], None] = nest
    integer: Callable[[str], int] = integer
    members: Callable[[list[tuple[str, object]]], dict[str, object]] = dict

    def __call__(self, text: str) -> object:
        """Return the value of a JSON text: None, bool, int, float, str, list or dict.

        Raises ValueError if the text is not JSON, and RecursionError if it is nested deeper than
        NESTING_LIMIT.
        """
        reader = _Reader(text, self)
        value = _completed(reader.value(reader.mark(), depth=0))
        if reader.mark() or reader.position != len(text):
            reader.fail("extra data")
        return value


def _completed(value: object) -> object:
    """Return the result of a reading; enclosing readings wait in a list, not on the stack."""
    waiting: list[_Reading] = []
    while waiting or isinstance(value, GeneratorType):
        if isinstance(value, GeneratorType):
            waiting.append(value)
            value = None
        try:
            value = waiting[-1].send(value)
        except StopIteration as done:
            waiting.pop()
            value = done.value
    return value


class _Reader:
    """A position in a text, and the steps that move it forward."""

    def __init__(self, text: str, steps: Parser) -> None:
        self.text = text
        self.steps = steps
        self.words = {**_WORDS, **steps.constants}
        self.position = 0

    def fail(self, why: str) -> NoReturn:
        message = f"{why} at character {self.position}"
        raise ValueError(message)

    def mark(self) -> str:
        """Step over white space and the mark behind it; return that, or nothing."""
        match = _MARK.match(self.text, self.position)
        if match is None:
            return ""
        self.position = match.end()
        return match[1]

    def take(self, token: str) -> bool:
        """Step over ``token`` if it comes next."""
        found = self.text.startswith(token, self.position)
        if found:
            self.position += len(token)
        return found

    def value(self, mark: str, depth: int) -> object:
        """Return a value that begins with a mark or with none: of a list or object, its reading."""
        self.steps.nest(depth)
        if mark == '"':
            return self.string()
        if mark == "{":
            return self.members(depth + 1)
        if mark == "[":
            return self.elements(depth + 1)
        if mark:
            self.fail("expected a value")
        number = _NUMBER.match(self.text, self.position)
        return self.word() if number is None else self.number(number)

    def members(self, depth: int) -> _Reading:
        pairs: list[tuple[str, object]] = []
        mark = self.mark()
        if mark == "}":
            return self.steps.members(pairs)
        while True:
            if mark != '"':
                self.fail("expected a name in double quotes")
            name = self.string()
            if self.mark() != ":":
                self.fail("expected ':'")
            value = self.value(self.mark(), depth)
            pairs.append((name, (yield value) if isinstance(value, GeneratorType) else value))
            mark = self.mark()
            if mark == "}":
                return self.steps.members(pairs)
            if mark != ",":
                self.fail("expected ',' or '}'")
            mark = self.mark()

    def elements(self, depth: int) -> _Reading:
        result: list[object] = []
        mark = self.mark()
        if mark == "]":
            return result
        while True:
            value = self.value(mark, depth)
            result.append((yield value) if isinstance(value, GeneratorType) else value)
            mark = self.mark()
            if mark == "]":
                return result
            if mark != ",":
                self.fail("expected ',' or ']'")
            mark = self.mark()

    def word(self) -> float | None:
        found = next(filter(self.take, self.words), None)
        if found is None:
            self.fail("expected a value")
        return self.words[found]

    def number(self, match: re.Match[str]) -> int | float:
        self.position = match.end()
        whole, fraction, exponent = match.groups()
        if fraction or exponent:
            return float(match[0])
        return self.steps.integer(whole)

    def string(self) -> str:
        """Read the rest of a string whose opening quote has been taken."""
        pieces: list[str] = []
        while True:
            plain = self.steps.plain.match(self.text, self.position)
            if plain is not None:
                pieces.append(plain[0])
                self.position = plain.end()
            if self.take('"'):
                return _join_surrogates("".join(pieces))
            if not self.take("\\"):
                self.fail("unterminated string or control character")
            pieces.append(self.escape())

    def escape(self) -> str:
        letter = self.text[self.position : self.position + 1]
        self.position += 1
        if letter == "u":
            digits = _HEX.match(self.text, self.position)
            if digits is None:
                self.fail("expected four hexadecimal digits")
            self.position = digits.end()
            return chr(int(digits[0], 16))
        if letter not in _ESCAPES:
            self.fail("unknown escape")
        return _ESCAPES[letter]


def _join_surrogates(text: str) -> str:
    """Replace each escaped surrogate pair by the character that it stands for."""
    return re.sub(
        "([\ud800-\udbff])([\udc00-\udfff])",
        lambda pair: chr(0x10000 + (ord(pair[1]) - 0xD800) * 0x400 + ord(pair[2]) - 0xDC00),
        text,
    )


parse = Parser()
