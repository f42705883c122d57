"""JSON text as pydantic reads it.

harbor reads result.json with ``model_validate_json`` (harbor/job.py:229), and pydantic has its own
reader, jiter. As in ``python_json``, ``NaN``, ``Infinity`` and ``-Infinity`` are numbers. Unlike
there, a lone surrogate is an error, the limit on digits applies to the whole part of every number,
the limit on nesting is fixed, and an object keeps all its members, because the model decides about
several members with one name.
"""

import re
from dataclasses import dataclass
from typing import NoReturn

_MARK = re.compile(r'[ \t\n\r]*([{}\[\]:,"]?)')
_REST_OF_STRING = re.compile(r'((?:[^"\\\x00-\x1f]++|\\.)*+)"')
_NUMBER = re.compile(r"(-?(?:0|[1-9][0-9]*))(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_WORD = re.compile("null|true|false|NaN|-?Infinity")
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))")
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


@dataclass(frozen=True)
class Object:
    """The members of a JSON object in their order, those of one name all of them."""

    members: list[tuple[str, object]]


@dataclass(frozen=True, slots=True)
class Jiter:
    """The reader of JSON text and its limits.

    ``nesting_limit`` is how many arrays and objects a value may be inside, ``digits_limit``
    how many digits a number may have before its point; the sign does not count.
    """

    nesting_limit: int = 200
    digits_limit: int = 4300

    def __call__(self, text: str) -> object:
        """Return the value of a JSON text: None, bool, int, float, str, list or Object.

        Raises ValueError for text that pydantic refuses.
        """
        reader = _Reader(text, self)
        value = reader.value(reader.mark(), depth=0)
        if reader.mark() or reader.position != len(text):
            reader.fail()
        return value


parse = Jiter()


class _Reader:
    """A position in a text, and the steps that move it forward."""

    def __init__(self, text: str, limits: Jiter) -> None:
        self.text = text
        self.limits = limits
        self.position = 0

    def fail(self) -> NoReturn:
        message = f"no JSON from character {self.position}"
        raise ValueError(message)

    def step(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Step over what the pattern matches here."""
        match = pattern.match(self.text, self.position)
        if match is not None:
            self.position = match.end()
        return match

    def mark(self) -> str:
        """Step over white space and the mark behind it; return that, or nothing."""
        match = _MARK.match(self.text, self.position)
        if match is None:
            return ""
        self.position = match.end()
        return match[1]

    def value(self, mark: str, depth: int) -> object:
        """Return the value that begins with a mark, or with none."""
        if depth > self.limits.nesting_limit:
            self.fail()
        if mark == '"':
            return self.string()
        if mark == "{":
            return Object(self.members(depth + 1))
        if mark == "[":
            return self.elements(depth + 1)
        if mark:
            self.fail()
        word = self.step(_WORD)
        return self.number() if word is None else _WORDS[word[0]]

    def members(self, depth: int) -> list[tuple[str, object]]:
        members: list[tuple[str, object]] = []
        mark = self.mark()
        if mark == "}":
            return members
        while True:
            if mark != '"':
                self.fail()
            name = self.string()
            if self.mark() != ":":
                self.fail()
            members.append((name, self.value(self.mark(), depth)))
            mark = self.mark()
            if mark == "}":
                return members
            if mark != ",":
                self.fail()
            mark = self.mark()

    def elements(self, depth: int) -> list[object]:
        elements: list[object] = []
        mark = self.mark()
        if mark == "]":
            return elements
        while True:
            elements.append(self.value(mark, depth))
            mark = self.mark()
            if mark == "]":
                return elements
            if mark != ",":
                self.fail()
            mark = self.mark()

    def number(self) -> int | float:
        match = self.step(_NUMBER)
        if match is None:
            self.fail()
        whole, fraction, exponent = match.groups()
        if len(whole.removeprefix("-")) > self.limits.digits_limit:
            self.fail()
        return float(match[0]) if fraction or exponent else int(whole)

    def string(self) -> str:
        match = self.step(_REST_OF_STRING)
        if match is None:
            self.fail()
        if "\\" not in match[1]:
            return match[1]
        return _paired(_ESCAPE.sub(self.escaped, match[1]))

    def escaped(self, escape: re.Match[str]) -> str:
        digits, letter = escape.groups()
        if digits is not None:
            return chr(int(digits, 16))
        if letter not in _ESCAPES:
            self.fail()
        return _ESCAPES[letter]


def _paired(text: str) -> str:
    """Join pairs of escaped surrogates; raises UnicodeError where one is without the other."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le")
