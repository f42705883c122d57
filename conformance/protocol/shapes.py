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

_INT = re.compile(r"-?[0-9]+")
_FLOAT = re.compile(r"-?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|-?inf|nan")
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
        """Return the number as decimal text that reads back to the same number."""
        if type(value) is float:
            return {"float": repr(value)}
        if type(value) is int:
            short = -_LONG < value < _LONG
            return {"int": str(value) if short else format(Decimal(value), "f")}
        return refuse("int or float", value)

    def decode(self, json: Json) -> Value:
        """Return the int or float that the text reads as."""
        if isinstance(json, dict) and len(json) == 1:
            ((kind, text),) = json.items()
            if isinstance(text, str):
                if kind == "float" and _FLOAT.fullmatch(text):
                    return float(text)
                if kind == "int" and _INT.fullmatch(text):
                    return int(text) if len(text) < _LONG_TEXT else int(Decimal(text))
        return refuse('{"int": text} or {"float": text}', json)

    def schema(self) -> dict[str, Json]:
        """Return the schema of the two forms."""
        return {
            "oneOf": [
                closed_object({kind: {"type": "string", "pattern": f"^(?:{pattern.pattern})$"}})
                for kind, pattern in (("int", _INT), ("float", _FLOAT))
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


@dataclass(frozen=True)
class Text:
    """A string; one of ``choices`` where there are any."""

    plural: ClassVar[str] = "strings"
    choices: tuple[str, ...] = ()

    def encode(self, value: Value) -> Json:
        """Return the string itself."""
        if not isinstance(value, str) or (self.choices and value not in self.choices):
            refuse(f"one of {self.choices}" if self.choices else "a string", value)
        return value

    def decode(self, json: Json) -> Value:
        """Return the string itself."""
        if isinstance(json, dict | list):
            refuse("a string", json)
        return self.encode(json)  # type: ignore[return-value]

    def schema(self) -> dict[str, Json]:
        """Return the schema of the string."""
        return (
            {"type": "string", "enum": list(self.choices)} if self.choices else {"type": "string"}
        )


@dataclass(frozen=True)
class Count:
    """A whole number that is a JSON integer."""

    plural: ClassVar[str] = "integers"

    def encode(self, value: Value) -> Json:
        """Return the number itself."""
        if isinstance(value, bool) or not isinstance(value, int):
            refuse("an integer", value)
        return value

    def decode(self, json: Json) -> Value:
        """Return the number itself."""
        if isinstance(json, bool) or not isinstance(json, int):
            refuse("an integer", json)
        return json

    def schema(self) -> dict[str, Json]:
        """Return the schema of an integer."""
        return {"type": "integer"}


def closed_object(properties: dict[str, Json]) -> dict[str, Json]:
    """Return the schema of an object that has these members and no others."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
