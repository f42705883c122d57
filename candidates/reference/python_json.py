"""JSON text as Python's ``json.loads`` reads it.

harbor reads reward.json with it (harbor/verifier/verifier.py:82). Beyond JSON,
``NaN``, ``Infinity`` and ``-Infinity`` are numbers, and a surrogate may stand
alone. Of duplicate names the last value holds, at the place of the first.
"""

import re
from typing import NoReturn

NESTING_LIMIT = 500
"""Depth at which this reader gives up.

harbor's own limit belongs to its Python build (about 1,000 on CPython 3.12.1, about
9,990 on 3.13.0), so nothing is asked between 200 and 100,000.
"""

INT_DIGITS_LIMIT = 4300
"""Python refuses to read longer integers; the sign does not count."""

_WHITE_SPACE = (" ", "\t", "\n", "\r")
_NUMBER = re.compile(r"(-?(?:0|[1-9][0-9]*))(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_PLAIN_TEXT = re.compile(r'[^"\\\x00-\x1f]*')
_HEX = re.compile(r"[0-9a-fA-F]{4}")
_ESCAPES = {
    '"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t",
}  # fmt: skip
_WORDS = {
    "null": None,
    "true": True,
    "false": False,
    "NaN": float("nan"),
    "Infinity": float("inf"),
    "-Infinity": float("-inf"),
}


def parse(text: str) -> object:
    """Return the value of a JSON text: None, bool, int, float, str, list or dict.

    Raises ValueError where the text is not JSON, and RecursionError where it is
    nested deeper than NESTING_LIMIT.
    """
    reader = _Reader(text)
    value = reader.value(depth=0)
    reader.skip_white_space()
    if reader.position != len(text):
        reader.fail("extra data")
    return value


class _Reader:
    """A position in a text, and the steps that move it forward."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0

    def fail(self, why: str) -> NoReturn:
        message = f"{why} at character {self.position}"
        raise ValueError(message)

    def skip_white_space(self) -> None:
        while self.text[self.position : self.position + 1] in _WHITE_SPACE:
            self.position += 1

    def take(self, token: str) -> bool:
        """Step over ``token`` if it comes next."""
        found = self.text.startswith(token, self.position)
        if found:
            self.position += len(token)
        return found

    def value(self, depth: int) -> object:
        if depth > NESTING_LIMIT:
            message = "nested too deeply"
            raise RecursionError(message)
        self.skip_white_space()
        if self.take('"'):
            return self.string()
        if self.take("{"):
            return self.members(depth)
        if self.take("["):
            return self.elements(depth)
        for word, value in _WORDS.items():
            if self.take(word):
                return value
        return self.number()

    def members(self, depth: int) -> dict[str, object]:
        result: dict[str, object] = {}
        self.skip_white_space()
        if self.take("}"):
            return result
        while True:
            self.skip_white_space()
            if not self.take('"'):
                self.fail("expected a name in double quotes")
            name = self.string()
            self.skip_white_space()
            if not self.take(":"):
                self.fail("expected ':'")
            result[name] = self.value(depth + 1)
            self.skip_white_space()
            if self.take("}"):
                return result
            if not self.take(","):
                self.fail("expected ',' or '}'")

    def elements(self, depth: int) -> list[object]:
        result: list[object] = []
        self.skip_white_space()
        if self.take("]"):
            return result
        while True:
            result.append(self.value(depth + 1))
            self.skip_white_space()
            if self.take("]"):
                return result
            if not self.take(","):
                self.fail("expected ',' or ']'")

    def number(self) -> int | float:
        match = _NUMBER.match(self.text, self.position)
        if match is None:
            self.fail("expected a value")
        self.position = match.end()
        whole, fraction, exponent = match.groups()
        if fraction or exponent:
            return float(match[0])
        if len(whole.removeprefix("-")) > INT_DIGITS_LIMIT:
            self.fail("integer with too many digits")
        return int(whole)

    def string(self) -> str:
        """Read the rest of a string whose opening quote has been taken."""
        pieces: list[str] = []
        while True:
            plain = _PLAIN_TEXT.match(self.text, self.position)
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
