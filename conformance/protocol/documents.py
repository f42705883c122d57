"""Shapes of free JSON inside a scenario and in what is read back of a job."""

import math
from dataclasses import dataclass
from typing import ClassVar

from conformance.protocol.shapes import Json, Number, refuse
from conformance.protocol.values import Value


@dataclass(frozen=True)
class PlainJson:
    """JSON as it stands, of which numbers are JSON's own; for harbor's configuration."""

    plural: ClassVar[str] = "JSON values"

    def encode(self, value: Value) -> Json:
        """Return the value itself."""
        match value:
            case dict():
                return {str(name): self.encode(member) for name, member in value.items()}
            case list():
                return [self.encode(member) for member in value]
            case bytes():
                refuse("JSON", value)
            case float() if not math.isfinite(value):
                refuse("a number that JSON has", value)
        return value

    def decode(self, json: Json) -> Value:
        """Return the JSON itself."""
        return json  # type: ignore[return-value] # what JSON has, a Value has as well

    def schema(self) -> dict[str, Json]:
        """Return the schema of anything."""
        return {}


_WRAPPED = frozenset({"int", "float", "object"})
"""Names that would be taken for a number, or for this wrapping, if they stood alone."""


@dataclass(frozen=True)
class Document:
    """JSON whose numbers have the protocol's form.

    An object whose only name is ``int``, ``float`` or ``object`` stands inside
    ``{"object": …}``.
    """

    plural: ClassVar[str] = "documents"

    def encode(self, value: Value) -> Json:
        """Return the value with each number in the protocol's form."""
        match value:
            case bool() | str() | None:
                return value
            case int() | float():
                return Number().encode(value)
            case list():
                return [self.encode(member) for member in value]
            case dict():
                encoded = {name: self.encode(member) for name, member in value.items()}
                return {"object": encoded} if _stands_alone(value) else encoded
        return refuse("JSON", value)

    def decode(self, json: Json) -> Value:
        """Return the value that was encoded."""
        match json:
            case bool() | str() | None:
                return json
            case list():
                return [self.decode(member) for member in json]
            case dict() if _stands_alone(json):
                wrapped = json.get("object")
                return self._members(wrapped) if wrapped is not None else Number().decode(json)
            case dict():
                return self._members(json)
        return refuse("a document without bare numbers", json)

    def _members(self, json: Json) -> Value:
        if not isinstance(json, dict):
            refuse("an object", json)
        return {name: self.decode(member) for name, member in json.items()}

    def schema(self) -> dict[str, Json]:
        """Return the schema of anything but a bare number."""
        return {"type": ["object", "array", "string", "boolean", "null"]}


def _stands_alone(named: dict[str, Value] | dict[str, Json]) -> bool:
    return len(named) == 1 and not _WRAPPED.isdisjoint(named)
