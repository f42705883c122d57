"""Shapes of plain values: one description serves as encoder, decoder and JSON Schema.

``encode`` turns a value into what ``json.dumps`` takes, ``decode`` turns it back;
both raise ShapeError. ``conformance.protocol.containers`` has the shapes that hold others.
"""

import base64
import binascii
import re
from dataclasses import dataclass
from decimal import Decimal
from typing import ClassVar, NoReturn, Protocol

from conformance.protocol.values import Value

type Json = bool | int | float | str | list[Json] | dict[str, Json] | None

_INT = re.compile(r"-?(?:0|[1-9][0-9]*)")
_FLOAT = re.compile(rf"{_INT.pattern}(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|-?inf|nan")
_GRAMMAR = {"int": _INT, "float": _FLOAT}
"""JSON's grammar of numbers, and the floats that it lacks."""

_LONG_TEXT = 4000
_LONG = 10**_LONG_TEXT
"""From here on Python's limit on digits gets in the way of ``str`` and ``int``."""


class ShapeError(ValueError):
    """A value does not have the shape that its place asks for."""

    def __init__(self, what: str, at: str = "") -> None:
        """Say what is wrong, and at which place: a path such as ``/rewards/0``."""
        super().__init__(f"{what} at {at}" if at else what)
        self.what, self.at = what, at

    def within(self, name: str | int) -> "ShapeError":
        """Return the same error as seen from the member's container."""
        return ShapeError(self.what, f"/{name}{self.at}")


class Shape(Protocol):
    """A set of values and their form as JSON."""

    @property
    def plural(self) -> str:
        """What several of them are called in messages."""

    def encode(self, value: Value) -> Json:
        """Return the JSON form of a value, or raise ShapeError."""

    def decode(self, json: Json) -> Value:
        """Return the value of a JSON form, or raise ShapeError."""

    def schema(self) -> dict[str, Json]:
        """Return the JSON Schema of the JSON form."""


def refuse(due: str, value: object) -> NoReturn:
    """Raise ShapeError for a value that is not what is due in its place."""
    raise ShapeError(f"{_NAMES.get(type(value), type(value).__name__)} where {due} is due")


_NAMES: dict[type, str] = {
    bool: "true or false",
    bytes: "bytes",
    dict: "an object",
    float: "a bare number",
    int: "a bare number",
    list: "a list",
    str: "text",
    type(None): "null",
}
"""What values are called in messages."""


@dataclass(frozen=True)
class Number:
    """An integer or a binary64, as ``{"int": text}`` or ``{"float": text}``."""

    plural: ClassVar[str] = "numbers"

    def encode(self, value: Value) -> Json:
        """Return the number as decimal text that reads back to the same number.

        A value of a subclass, such as numpy's ``float64``, is the number that it holds; a bool
        is none.
        """
        if isinstance(value, float):
            return {"float": float.__repr__(value)}
        if isinstance(value, int) and not isinstance(value, bool):
            number = int.__int__(value)
            short = -_LONG < number < _LONG
            return {"int": str(number) if short else format(Decimal(number), "f")}
        return refuse("int or float", value)

    def decode(self, json: Json) -> Value:
        """Return the int or float that the text reads as."""
        if isinstance(json, dict) and len(json) == 1:
            ((kind, text),) = json.items()
            if isinstance(text, str) and kind in _GRAMMAR:
                if not _GRAMMAR[kind].fullmatch(text):
                    raise ShapeError(f"text that is not JSON's form of a number in {kind!r}")
                if kind == "float":
                    return float(text)
                return int(text) if len(text) < _LONG_TEXT else int(Decimal(text))
        return refuse('{"int": text} or {"float": text}', json)

    def schema(self) -> dict[str, Json]:
        """Return the schema of the two forms."""
        return {
            "oneOf": [
                closed_object({kind: {"type": "string", "pattern": f"^(?:{pattern.pattern})$"}})
                for kind, pattern in _GRAMMAR.items()
            ]
        }


@dataclass(frozen=True)
class Bytes:
    """Bytes, as base64 text."""

    plural: ClassVar[str] = "base64 texts"

    def encode(self, value: Value) -> Json:
        """Return the bytes as base64 text."""
        if not isinstance(value, bytes):
            refuse("bytes", value)
        return base64.b64encode(value).decode("ascii")

    def decode(self, json: Json) -> Value:
        """Return the bytes of base64 text."""
        if not isinstance(json, str):
            refuse("base64 text", json)
        try:
            return base64.b64decode(json, validate=True)
        except (binascii.Error, ValueError):
            refuse("base64 text", json)

    def schema(self) -> dict[str, Json]:
        """Return the schema of base64 text."""
        return {"type": "string", "contentEncoding": "base64"}


class Itself:
    """A shape of values whose form in JSON is the value itself."""

    def encode(self, value: Value) -> Json:
        """Return the value itself."""
        if not self.fits(value):
            refuse(self.due, value)
        return value  # type: ignore[return-value] # what fits is what JSON has

    def decode(self, json: Json) -> Value:
        """Return the value itself."""
        if not self.fits(json):
            refuse(self.due, json)
        return json  # type: ignore[return-value] # what fits is a value

    @property
    def due(self) -> str:
        """What is due where a value does not fit."""
        raise NotImplementedError

    def fits(self, value: object) -> bool:
        """Return whether a value has the shape."""
        raise NotImplementedError


@dataclass(frozen=True)
class Text(Itself):
    """A string; one of ``choices`` where there are any."""

    plural: ClassVar[str] = "strings"
    choices: tuple[str, ...] = ()

    @property
    def due(self) -> str:
        """A string."""
        return f"one of {self.choices}" if self.choices else "a string"

    def fits(self, value: object) -> bool:
        """Return whether a value is a string, and one of the choices."""
        return isinstance(value, str) and (not self.choices or value in self.choices)

    def schema(self) -> dict[str, Json]:
        """Return the schema of the string."""
        return {"type": "string", **({"enum": list(self.choices)} if self.choices else {})}


@dataclass(frozen=True)
class Matching(Itself):
    """A string that a pattern describes to its end."""

    plural: ClassVar[str] = "strings"
    pattern: str
    due: str = ""

    def __post_init__(self) -> None:
        """Say by the pattern what is due, where nothing else is said."""
        if not self.due:
            object.__setattr__(self, "due", f"a string like {self.pattern}")

    def fits(self, value: object) -> bool:
        """Return whether a value is a string that the pattern describes."""
        return isinstance(value, str) and re.fullmatch(self.pattern, value) is not None

    def schema(self) -> dict[str, Json]:
        """Return the schema of the string."""
        return {"type": "string", "pattern": f"^(?:{self.pattern})$"}


LINE = Matching(r"[^\r\n]*", "one line, without a line break,")
"""A string without a line break."""


@dataclass(frozen=True)
class Count(Itself):
    """A whole number that is a JSON integer."""

    plural: ClassVar[str] = "integers"
    due: ClassVar[str] = "an integer"

    def fits(self, value: object) -> bool:
        """Return whether a value is an integer; true and false are none."""
        return isinstance(value, int) and not isinstance(value, bool)

    def schema(self) -> dict[str, Json]:
        """Return the schema of an integer."""
        return {"type": "integer"}


@dataclass(frozen=True)
class Truth(Itself):
    """True or false."""

    plural: ClassVar[str] = "truth values"
    due: ClassVar[str] = "true or false"

    def fits(self, value: object) -> bool:
        """Return whether a value is true or false."""
        return isinstance(value, bool)

    def schema(self) -> dict[str, Json]:
        """Return the schema of a boolean."""
        return {"type": "boolean"}


def closed_object(properties: dict[str, Json]) -> dict[str, Json]:
    """Return the schema of an object that has these members and no others."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
