"""The JSON Schema of every message of the protocol, made from the shapes that both ends use."""

import json

from conformance import wire
from conformance.containers import members
from conformance.shapes import Json, Shape, Text


def to_text() -> str:
    """Return the schema of requests and responses, by operation."""
    schema: dict[str, Json] = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "harbor-conformance candidate protocol, version 1",
        "$defs": {**_messages("hello", wire.HELLO_INPUT, wire.HELLO), **_operations()},
    }
    return json.dumps(schema, indent=1) + "\n"


def request_of(operation: str) -> str:
    """Return the name under ``$defs`` of an operation's request."""
    return f"{operation}.request"


def response_to(operation: str) -> str:
    """Return the name under ``$defs`` of an operation's response."""
    return f"{operation}.response"


def _operations() -> dict[str, Json]:
    found: dict[str, Json] = {}
    for operation, shape in wire.INPUTS.items():
        found |= _messages(operation, shape, wire.RESULTS[operation])
    return found


def _messages(operation: str, input_: Shape, result: Shape) -> dict[str, Json]:
    return {
        request_of(operation): {
            "type": "object",
            "properties": {
                "id": {"type": "integer"},
                "op": {"const": operation},
                "input": input_.schema(),
            },
            "required": ["id", "op", "input"],
        },
        response_to(operation): {
            "type": "object",
            "properties": {"id": {"type": "integer"}},
            "required": ["id"],
            "oneOf": [
                members({"result": result}).schema(),
                members({"error": Text()}, {"message": Text()}).schema(),
                _required("unsupported", {"const": True}),
            ],
        },
    }


def _required(name: str, schema: Json) -> Json:
    return {"type": "object", "properties": {name: schema}, "required": [name]}
