"""The protocol's lines: one JSON object each, the first of them ``hello``.

Both ends use this module. ``docs/protocol.md`` is the contract in words.
"""

import json

from conformance.protocol import json_text
from conformance.protocol.containers import list_of, members
from conformance.protocol.shapes import COUNT, TEXT, Json, ShapeError

PROTOCOL = 1

HELLO_INPUT = members({"protocol": COUNT, "reference": members({"name": TEXT, "version": TEXT})})
"""The shape of the input of ``hello``."""

HELLO = members(
    {"name": TEXT, "version": TEXT, "language": TEXT, "ops": list_of(TEXT)},
)
"""The shape of the result of ``hello``."""


def to_line(message: dict[str, Json]) -> bytes:
    """Return a message as one line of ASCII JSON."""
    return json.dumps(message, separators=(",", ":")).encode("ascii") + b"\n"


def from_line(line: bytes) -> dict[str, Json]:
    """Return the object of one line; raises ShapeError if the line holds no JSON object."""
    try:
        message = json_text.strict(line.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise ShapeError(f"not a line of JSON: {error}") from error
    if not isinstance(message, dict):
        raise ShapeError("not a JSON object")
    return message
