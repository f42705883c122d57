"""Shapes of values that hold others: lists, objects, and what may be null."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from conformance.protocol.shapes import Json, Shape, ShapeError, refuse
from conformance.protocol.values import Value


@dataclass(frozen=True)
class Nullable:
    """A shape or null."""

    shape: Shape

    @property
    def plural(self) -> str:
        """What several of them are called in messages."""
        return self.shape.plural

    def encode(self, value: Value) -> Json:
        """Return null, or the form of the shape."""
        return None if value is None else self.shape.encode(value)

    def decode(self, json: Json) -> Value:
        """Return None, or the value of the shape."""
        return None if json is None else self.shape.decode(json)

    def schema(self) -> dict[str, Json]:
        """Return the schema of either."""
        return {"anyOf": [{"type": "null"}, self.shape.schema()]}


@dataclass(frozen=True)
class ListOf:
    """A list of one shape."""

    plural: ClassVar[str] = "lists"
    shape: Shape

    def encode(self, value: Value) -> Json:
        """Return the forms in order."""
        return _each(self.shape.encode, self._list(value))

    def decode(self, json: Json) -> Value:
        """Return the values in order."""
        return _each(self.shape.decode, self._list(json))

    def schema(self) -> dict[str, Json]:
        """Return the schema of the array."""
        return {"type": "array", "items": self.shape.schema()}

    def _list(self, value: object) -> list[Any]:
        if not isinstance(value, list):
            refuse(f"a list of {self.shape.plural}", value)
        return value


@dataclass(frozen=True)
class MapOf:
    """An object of free names and one shape; names match ``name`` where it is given."""

    plural: ClassVar[str] = "objects"
    shape: Shape
    name: str = ""

    def encode(self, value: Value) -> Json:
        """Return the forms by name, in order."""
        return _named(self.shape.encode, self._object(value))

    def decode(self, json: Json) -> Value:
        """Return the values by name, in order."""
        return _named(self.shape.decode, self._object(json))

    def schema(self) -> dict[str, Json]:
        """Return the schema of the object."""
        named: dict[str, Json] = {"propertyNames": {"pattern": self.name}} if self.name else {}
        return {"type": "object", "additionalProperties": self.shape.schema(), **named}

    def _object(self, value: object) -> dict[str, Any]:
        if not isinstance(value, dict):
            refuse(f"an object of {self.shape.plural}", value)
        for name in value:
            if not isinstance(name, str):
                refuse("names that are text", name)
            if self.name and not re.fullmatch(self.name, name):
                raise ShapeError(f"the name {name!r} where names like {self.name} are due")
        return value


@dataclass(frozen=True)
class Members:
    """An object of known names; those in ``optional`` may be absent, unknown ones are ignored."""

    plural: ClassVar[str] = "objects"
    required: Mapping[str, Shape]
    optional: Mapping[str, Shape]

    def encode(self, value: Value) -> Json:
        """Return the forms of the known members."""
        return _known(self._encoders, self._object(value))

    def decode(self, json: Json) -> Value:
        """Return the values of the known members."""
        return _known(self._decoders, self._object(json))

    def schema(self) -> dict[str, Json]:
        """Return the schema of the object."""
        return {
            "type": "object",
            "properties": {name: shape.schema() for name, shape in self._shapes.items()},
            "required": list(self.required),
        }

    @property
    def _shapes(self) -> dict[str, Shape]:
        return {**self.required, **self.optional}

    @cached_property
    def _encoders(self) -> dict[str, Callable[[Value], Json]]:
        return {name: shape.encode for name, shape in self._shapes.items()}

    @cached_property
    def _decoders(self) -> dict[str, Callable[[Json], Value]]:
        return {name: shape.decode for name, shape in self._shapes.items()}

    def _object(self, value: object) -> dict[str, Any]:
        if not isinstance(value, dict):
            names = ", ".join(self.required)
            refuse(f"an object with {names}" if names else "an object", value)
        for name in self.required:
            if name not in value:
                raise ShapeError("a missing member", f"/{name}")
        return value


def members(required: Mapping[str, Shape], optional: Mapping[str, Shape] | None = None) -> Members:
    """Return the shape of an object with these members."""
    return Members(required, optional or {})


# Each of these says what is wrong with a member with its place, at no cost otherwise.


def _each[Before, After](convert: Callable[[Before], After], members_: list[Before]) -> list[After]:
    converted: list[After] = []
    try:
        for member in members_:
            converted.append(convert(member))  # noqa: PERF401 - its length is the place
    except ShapeError as error:
        raise error.within(len(converted)) from None
    return converted


def _named[Before, After](
    convert: Callable[[Before], After], members_: dict[str, Before]
) -> dict[str, After]:
    name, converted = "", {}
    try:
        for name, member in members_.items():
            converted[name] = convert(member)
    except ShapeError as error:
        raise error.within(name) from None
    return converted


def _known[Before, After](
    converters: dict[str, Callable[[Before], After]], members_: dict[str, Before]
) -> dict[str, After]:
    name, converted = "", {}
    try:
        for name, convert in converters.items():
            if name in members_:
                converted[name] = convert(members_[name])
    except ShapeError as error:
        raise error.within(name) from None
    return converted
