"""The JSON Schema of every message of the protocol, made from the shapes that both ends use."""

import json
from collections.abc import Iterable

from conformance.protocol import lines
from conformance.protocol.containers import members
from conformance.protocol.form import Form
from conformance.protocol.shapes import TEXT, Json, Shape


def to_text(forms: Iterable[Form]) -> str:
    """Return the schema of requests and responses, by operation."""
    schema: dict[str, Json] = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "harbor-conformance candidate protocol, version 1",
        "$defs": {**_messages("hello", lines.HELLO_INPUT, lines.HELLO), **_operations(forms)},
    }
    return json.dumps(schema, indent=1) + "\n"


def request_of(operation: str) -> str:
    """Return the name under ``$defs`` of an operation's request."""
    return f"{operation}.request"


def response_to(operation: str) -> str:
    """Return the name under ``$defs`` of an operation's response."""
    return f"{operation}.response"


def _operations(forms: Iterable[Form]) -> dict[str, Json]:
    definitions: dict[str, Json] = {}
    for form in forms:
        definitions |= _messages(form.operation, form.input, form.result)
    return definitions


def _messages(operation: str, input_: Shape, result: Shape) -> dict[str, Json]:
    return {
        request_of(operation): {
            "type": "object",
            "properties": {
                "id": {"type": "integer"},
                "op": {"const": operation},
                "input": input_.schema,
            },
            "required": ["id", "op", "input"],
        },
        response_to(operation): {
            "type": "object",
            "properties": {"id": {"type": "integer"}},
            "required": ["id"],
            "oneOf": [
                members({"result": result}).schema,
                members({"error": TEXT}, {"message": TEXT}).schema,
                _required("unsupported", {"const": True}),
            ],
        },
    }


def _required(name: str, schema: Json) -> Json:
    return {"type": "object", "properties": {name: schema}, "required": [name]}
