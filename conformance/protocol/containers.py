"""Shapes of values that hold others: lists, objects, and what may be null."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

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
        if not isinstance(value, list):
            refuse(f"a list of {self.shape.plural}", value)
        return _each(self.shape.encode, value)

    def decode(self, json: Json) -> Value:
        """Return the values in order."""
        if not isinstance(json, list):
            refuse(f"a list of {self.shape.plural}", json)
        return _each(self.shape.decode, json)

    def schema(self) -> dict[str, Json]:
        """Return the schema of the array."""
        return {"type": "array", "items": self.shape.schema()}


@dataclass(frozen=True)
class MapOf:
    """An object of free names and one shape; names match ``name`` where it is given."""

    plural: ClassVar[str] = "objects"
    shape: Shape
    name: str = ""

    def encode(self, value: Value) -> Json:
        """Return the forms by name, in order."""
        if not isinstance(value, dict):
            refuse(f"an object of {self.shape.plural}", value)
        self._refuse_names(value)
        return _named(self.shape.encode, value)

    def decode(self, json: Json) -> Value:
        """Return the values by name, in order."""
        if not isinstance(json, dict):
            refuse(f"an object of {self.shape.plural}", json)
        self._refuse_names(json)
        return _named(self.shape.decode, json)

    def schema(self) -> dict[str, Json]:
        """Return the schema of the object."""
        named: dict[str, Json] = {"propertyNames": {"pattern": self.name}} if self.name else {}
        return {"type": "object", "additionalProperties": self.shape.schema(), **named}

    def _refuse_names(self, names: Iterable[object]) -> None:
        for name in names:
            if not isinstance(name, str):
                refuse("names that are text", name)
            if self.name and not re.fullmatch(self.name, name):
                raise ShapeError(f"the name {name!r} where names like {self.name} are due")


@dataclass(frozen=True)
class Members:
    """An object of known names; those in ``optional`` may be absent, unknown ones are ignored."""

    plural: ClassVar[str] = "objects"
    required: Mapping[str, Shape]
    optional: Mapping[str, Shape]

    def encode(self, value: Value) -> Json:
        """Return the forms of the known members."""
        if not isinstance(value, dict):
            refuse(self._due(), value)
        self._refuse_missing(value)
        return _own_members(self._encoders, value)

    def decode(self, json: Json) -> Value:
        """Return the values of the known members."""
        if not isinstance(json, dict):
            refuse(self._due(), json)
        self._refuse_missing(json)
        return _own_members(self._decoders, json)

    def schema(self) -> dict[str, Json]:
        """Return the schema of the object."""
        shapes = {**self.required, **self.optional}
        return {
            "type": "object",
            "properties": {name: shape.schema() for name, shape in shapes.items()},
            "required": list(self.required),
        }

    @cached_property
    def _encoders(self) -> dict[str, Callable[[Value], Json]]:
        return {name: shape.encode for name, shape in {**self.required, **self.optional}.items()}

    @cached_property
    def _decoders(self) -> dict[str, Callable[[Json], Value]]:
        return {name: shape.decode for name, shape in {**self.required, **self.optional}.items()}

    def _due(self) -> str:
        names = ", ".join(self.required)
        return f"an object with {names}" if names else "an object"

    def _refuse_missing(self, members_: Mapping[str, object]) -> None:
        for name in self.required:
            if name not in members_:
                raise ShapeError("a missing member", f"/{name}")


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


def _own_members[Before, After](
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
