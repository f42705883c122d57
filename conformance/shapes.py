"""Shapes of values: one description serves as encoder, decoder and JSON Schema.

``encode`` turns a value into what ``json.dumps`` takes, ``decode`` turns it back;
both raise ShapeError with the place of the first member that does not fit.
"""

import base64
import binascii
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import NoReturn, Protocol

from conformance.model import Value

type Json = bool | int | float | str | list[Json] | dict[str, Json] | None

_INT = re.compile(r"-?[0-9]+")
_FLOAT = re.compile(r"-?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|-?inf|nan")
_LONG = 10**4000
"""From here on Python's limit on digits gets in the way of ``str`` and ``int``."""


class ShapeError(ValueError):
    """A value does not have the shape that its place asks for."""


class Shape(Protocol):
    """A set of values and their form as JSON."""

    def encode(self, value: Value, at: str = "") -> Json:
        """Return the JSON form of a value, or raise ShapeError."""

    def decode(self, json: Json, at: str = "") -> Value:
        """Return the value of a JSON form, or raise ShapeError."""

    def schema(self) -> dict[str, Json]:
        """Return the JSON Schema of the JSON form."""


def refuse(at: str, expected: str, found: object) -> NoReturn:
    """Raise ShapeError for the place ``at``, a path such as ``/rewards/0``."""
    message = f"{at or '/'}: expected {expected}, found {type(found).__name__}"
    raise ShapeError(message)


@dataclass(frozen=True)
class Number:
    """An integer or a binary64, as ``{"int": text}`` or ``{"float": text}``."""

    def encode(self, value: Value, at: str = "") -> Json:
        """Return the number as decimal text that reads back to the same number."""
        if isinstance(value, bool) or not isinstance(value, int | float):
            refuse(at, "int or float", value)
        if isinstance(value, int):
            short = -_LONG < value < _LONG
            return {"int": str(value) if short else format(Decimal(value), "f")}
        return {"float": repr(value)}

    def decode(self, json: Json, at: str = "") -> Value:
        """Return the int or float that the text reads as."""
        match json:
            case {"int": str(text), **rest} if not rest and _INT.fullmatch(text):
                return int(Decimal(text))
            case {"float": str(text), **rest} if not rest and _FLOAT.fullmatch(text):
                return float(text)
        return refuse(at, '{"int": text} or {"float": text}', json)

    def schema(self) -> dict[str, Json]:
        """Return the schema of the two forms."""
        return {
            "oneOf": [
                _closed_object({kind: {"type": "string", "pattern": f"^(?:{pattern.pattern})$"}})
                for kind, pattern in (("int", _INT), ("float", _FLOAT))
            ]
        }


@dataclass(frozen=True)
class Bytes:
    """Bytes, as base64 text."""

    def encode(self, value: Value, at: str = "") -> Json:
        """Return the bytes as base64 text."""
        if not isinstance(value, bytes):
            refuse(at, "bytes", value)
        return base64.b64encode(value).decode("ascii")

    def decode(self, json: Json, at: str = "") -> Value:
        """Return the bytes of base64 text."""
        if not isinstance(json, str):
            refuse(at, "base64 text", json)
        try:
            return base64.b64decode(json, validate=True)
        except (binascii.Error, ValueError):
            refuse(at, "base64 text", json)

    def schema(self) -> dict[str, Json]:
        """Return the schema of base64 text."""
        return {"type": "string", "contentEncoding": "base64"}


@dataclass(frozen=True)
class Text:
    """A string; one of ``choices`` where there are any."""

    choices: tuple[str, ...] = ()

    def encode(self, value: Value, at: str = "") -> Json:
        """Return the string itself."""
        if not isinstance(value, str) or (self.choices and value not in self.choices):
            refuse(at, f"one of {self.choices}" if self.choices else "a string", value)
        return value

    def decode(self, json: Json, at: str = "") -> Value:
        """Return the string itself."""
        if isinstance(json, dict | list):
            refuse(at, "a string", json)
        return self.encode(json, at)  # type: ignore[return-value]

    def schema(self) -> dict[str, Json]:
        """Return the schema of the string."""
        return (
            {"type": "string", "enum": list(self.choices)} if self.choices else {"type": "string"}
        )


@dataclass(frozen=True)
class Count:
    """A whole number that is a JSON integer."""

    def encode(self, value: Value, at: str = "") -> Json:
        """Return the number itself."""
        if isinstance(value, bool) or not isinstance(value, int):
            refuse(at, "an integer", value)
        return value

    def decode(self, json: Json, at: str = "") -> Value:
        """Return the number itself."""
        if isinstance(json, bool) or not isinstance(json, int):
            refuse(at, "an integer", json)
        return json

    def schema(self) -> dict[str, Json]:
        """Return the schema of an integer."""
        return {"type": "integer"}


@dataclass(frozen=True)
class Nullable:
    """A shape or null."""

    shape: Shape

    def encode(self, value: Value, at: str = "") -> Json:
        """Return null, or the form of the shape."""
        return None if value is None else self.shape.encode(value, at)

    def decode(self, json: Json, at: str = "") -> Value:
        """Return None, or the value of the shape."""
        return None if json is None else self.shape.decode(json, at)

    def schema(self) -> dict[str, Json]:
        """Return the schema of either."""
        return {"anyOf": [{"type": "null"}, self.shape.schema()]}


@dataclass(frozen=True)
class ListOf:
    """A list of one shape."""

    shape: Shape

    def encode(self, value: Value, at: str = "") -> Json:
        """Return the forms in order."""
        if not isinstance(value, list):
            refuse(at, "a list", value)
        return [self.shape.encode(member, f"{at}/{i}") for i, member in enumerate(value)]

    def decode(self, json: Json, at: str = "") -> Value:
        """Return the values in order."""
        if not isinstance(json, list):
            refuse(at, "an array", json)
        return [self.shape.decode(member, f"{at}/{i}") for i, member in enumerate(json)]

    def schema(self) -> dict[str, Json]:
        """Return the schema of the array."""
        return {"type": "array", "items": self.shape.schema()}


@dataclass(frozen=True)
class MapOf:
    """An object of free names and one shape; names match ``name`` where it is given."""

    shape: Shape
    name: str = ""

    def encode(self, value: Value, at: str = "") -> Json:
        """Return the forms by name, in order."""
        if not isinstance(value, dict):
            refuse(at, "a dict", value)
        return {self._name(n, at): self.shape.encode(v, f"{at}/{n}") for n, v in value.items()}

    def decode(self, json: Json, at: str = "") -> Value:
        """Return the values by name, in order."""
        if not isinstance(json, dict):
            refuse(at, "an object", json)
        return {self._name(n, at): self.shape.decode(v, f"{at}/{n}") for n, v in json.items()}

    def schema(self) -> dict[str, Json]:
        """Return the schema of the object."""
        named: dict[str, Json] = {"propertyNames": {"pattern": self.name}} if self.name else {}
        return {"type": "object", "additionalProperties": self.shape.schema(), **named}

    def _name(self, name: object, at: str) -> str:
        if not isinstance(name, str) or (self.name and not re.fullmatch(self.name, name)):
            refuse(at, f"names like {self.name}" if self.name else "names that are text", name)
        return name


@dataclass(frozen=True)
class Members:
    """An object of known names; those in ``optional`` may be absent, unknown ones are ignored."""

    required: Mapping[str, Shape]
    optional: Mapping[str, Shape]

    def encode(self, value: Value, at: str = "") -> Json:
        """Return the forms of the known members."""
        if not isinstance(value, dict):
            refuse(at, "a dict", value)
        return {n: s.encode(value[n], f"{at}/{n}") for n, s in self._present(value, at).items()}

    def decode(self, json: Json, at: str = "") -> Value:
        """Return the values of the known members."""
        if not isinstance(json, dict):
            refuse(at, "an object", json)
        return {n: s.decode(json[n], f"{at}/{n}") for n, s in self._present(json, at).items()}

    def schema(self) -> dict[str, Json]:
        """Return the schema of the object."""
        shapes = {**self.required, **self.optional}
        return {
            "type": "object",
            "properties": {name: shape.schema() for name, shape in shapes.items()},
            "required": list(self.required),
        }

    def _present(self, found: Mapping[str, object], at: str) -> dict[str, Shape]:
        for name in self.required:
            if name not in found:
                raise ShapeError(f"{at}/{name}: this member is missing")
        shapes = {**self.required, **self.optional}
        return {name: shape for name, shape in shapes.items() if name in found}


def members(required: Mapping[str, Shape], optional: Mapping[str, Shape] | None = None) -> Members:
    """Return the shape of an object with these members."""
    return Members(required, optional or {})


def same_number(first: float, second: float) -> bool:
    """Return whether two numbers are equal, nan equal to nan."""
    return first == second or (first != first and second != second)  # noqa: PLR0124 - nan


def is_negative(number: float) -> bool:
    """Return whether a number carries a minus sign, -0.0 included."""
    return math.copysign(1.0, number) < 0 if isinstance(number, float) else number < 0


def _closed_object(properties: dict[str, Json]) -> dict[str, Json]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
