"""The JSON Schema of a file of recorded cases, made from the shapes of the protocol.

``corpus/schema.json`` is what ``to_text`` returns; a test compares them.
"""

import json

from conformance.operations import FORMS
from conformance.protocol.shapes import Json, closed_object

ID = "[a-z0-9]+(?:-[a-z0-9]+)*"
"""One part of a clause's or a case's id."""


def to_text() -> str:
    """Return the content of ``corpus/schema.json``."""
    schema: dict[str, Json] = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Recorded cases of one clause: answers of harbor 0.13.1, others by their release",
        "oneOf": [_file(operation) for operation in FORMS],
    }
    return json.dumps(schema, indent=1) + "\n"


def _file(operation: str) -> dict[str, Json]:
    clause = f"{operation}[.]{ID}"
    case: dict[str, Json] = {
        "id": _text(f"^{clause}[.]{ID}$"),
        "note": _text("^.{4,}"),
        "asked": _text(f"^{operation} "),
        "says": _text("."),
        "input": FORMS[operation].input.schema,
        "answer": _answer(operation),
    }
    since: dict[str, Json] = {
        "type": "object",
        "minProperties": 1,
        "additionalProperties": False,
        "patternProperties": {"^[0-9]+[.][0-9]+[.][0-9]+$": _answer(operation)},
    }
    return closed_object(
        {
            "operation": {"const": operation},
            "clause": _text(f"^{clause}$"),
            "cases": {"type": "array", "minItems": 1, "items": _case(case, since)},
        }
    )


def _case(required: dict[str, Json], since: Json) -> Json:
    closed = closed_object(required)
    return {**closed, "properties": {**required, "since": since}}


def _answer(operation: str) -> Json:
    return {
        "oneOf": [
            closed_object({"result": FORMS[operation].result.schema}),
            closed_object({"error": _text("^[A-Za-z]+$")}),
        ]
    }


def _text(pattern: str) -> dict[str, Json]:
    return {"type": "string", "pattern": pattern}
