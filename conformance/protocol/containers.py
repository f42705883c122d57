"""Shapes of values that contain others: lists, objects, nullable values, and free JSON."""

import math
import re
from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from typing import Any

from conformance.protocol.shapes import NUMBER, Json, Shape, ShapeError, refuse
from conformance.protocol.values import Value

type Entries = Callable[[Any], Iterable[tuple[str | int, Shape, Any]]]
"""Returns the place, the shape and the value of everything that a value contains."""


def nullable(shape: Shape) -> Shape:
    """Return a shape that may also be null."""
    return Shape(
        shape.plural,
        lambda value: None if value is None else shape.encode(value),
        lambda json: None if json is None else shape.decode(json),
        {"anyOf": [{"type": "null"}, shape.schema]},
    )


def list_of(shape: Shape) -> Shape:
    """Return the shape of a list of one shape."""

    def elements(value: object) -> Iterable[tuple[int, Shape, Any]]:
        if not isinstance(value, list):
            refuse(f"a list of {shape.plural}", value)
        return ((place, shape, one) for place, one in enumerate(value))

    schema: dict[str, Json] = {"type": "array", "items": shape.schema}
    return _container("lists", elements, schema, lambda converted: [*converted.values()])


def map_of(shape: Shape, name: str = "") -> Shape:
    """Return the shape of an object with any keys, which match ``name`` if it is given."""

    def entries(value: object) -> Iterable[tuple[str, Shape, Any]]:
        if not isinstance(value, dict):
            refuse(f"an object of {shape.plural}", value)
        for key in value:
            if not isinstance(key, str):
                refuse("names that are text", key)
            if name and not re.fullmatch(name, key):
                raise ShapeError(f"the name {key!r} where names like {name} are expected")
        return ((key, shape, member) for key, member in value.items())

    named: dict[str, Json] = {"propertyNames": {"pattern": name}} if name else {}
    schema: dict[str, Json] = {"type": "object", "additionalProperties": shape.schema, **named}
    return _container("objects", entries, schema)


def members(required: Mapping[str, Shape], optional: Mapping[str, Shape] | None = None) -> Shape:
    """Return the shape of an object with known fields; unknown ones are ignored."""
    shapes = {**required, **(optional or {})}

    def known(value: object) -> Iterable[tuple[str, Shape, Any]]:
        if not isinstance(value, dict):
            names = ", ".join(required)
            refuse(f"an object with {names}" if names else "an object", value)
        for name in required:
            if name not in value:
                raise ShapeError("a missing field", f"/{name}")
        return ((name, shape, value[name]) for name, shape in shapes.items() if name in value)

    schema: dict[str, Json] = {
        "type": "object",
        "properties": {name: shape.schema for name, shape in shapes.items()},
        "required": list(required),
    }
    return _container("objects", known, schema)


def _container(
    plural: str,
    entries: Entries,
    schema: dict[str, Json],
    made: Callable[[dict[Any, Any]], Any] = dict,
) -> Shape:
    """Return the shape of a value with entries; an error in one names its place."""

    def each(way: Callable[[Shape], Callable[[Any], Any]]) -> Callable[[Any], Any]:
        def convert(value: object) -> Any:  # noqa: ANN401 - a Value, or Json
            converted: dict[str | int, Any] = {}
            for place, shape, one in entries(value):
                try:
                    converted[place] = way(shape)(one)
                except ShapeError as error:
                    raise error.within(place) from None
            return made(converted)

        return convert

    return Shape(plural, each(attrgetter("encode")), each(attrgetter("decode")), schema)


def _plain_json(value: Value) -> Json:
    match value:
        case dict():
            return {str(name): _plain_json(member) for name, member in value.items()}
        case list():
            return [_plain_json(member) for member in value]
        case bytes():
            refuse("JSON", value)
        case float() if not math.isfinite(value):
            refuse("a number that JSON has", value)
    return value


PLAIN_JSON = Shape("JSON values", _plain_json, lambda json: json, {})
"""Unchanged JSON with JSON's own numbers, for harbor's configuration."""


def _stands_alone(named: dict[str, Any]) -> bool:
    """Return whether an object would look like a number or this wrapping, by its only key."""
    return len(named) == 1 and not {"int", "float", "object"}.isdisjoint(named)


def _document_to_json(value: Value) -> Json:
    match value:
        case bool() | str() | None:
            return value
        case int() | float():
            return NUMBER.encode(value)
        case list():
            return [_document_to_json(member) for member in value]
        case dict():
            encoded = {name: _document_to_json(member) for name, member in value.items()}
            return {"object": encoded} if _stands_alone(value) else encoded
    return refuse("JSON", value)


def _document_from_json(json: Json) -> Value:
    match json:
        case bool() | str() | None:
            return json
        case list():
            return [_document_from_json(member) for member in json]
        case dict() if not _stands_alone(json):
            return {name: _document_from_json(member) for name, member in json.items()}
        case {"object": dict(wrapped)}:
            return {name: _document_from_json(member) for name, member in wrapped.items()}
        case {"object": wrapped} if wrapped is not None:
            refuse("an object", wrapped)
        case dict():
            return NUMBER.decode(json)
    return refuse("a document without bare numbers", json)


DOCUMENT = Shape(
    "documents",
    _document_to_json,
    _document_from_json,
    {"type": ["object", "array", "string", "boolean", "null"]},
)
"""JSON whose numbers have the protocol's form.

An object whose only key is ``int``, ``float`` or ``object`` is wrapped in ``{"object": …}``.
"""
