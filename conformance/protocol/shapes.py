"""Shapes of plain values: one description serves as encoder, decoder and JSON Schema.

``conformance.protocol.containers`` has the shapes that contain others.
"""

import base64
import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, NoReturn

from conformance.protocol.show import TYPES
from conformance.protocol.values import Value

type Json = bool | int | float | str | list[Json] | dict[str, Json] | None

_INT = re.compile(r"-?(?:0|[1-9][0-9]*)")
_FLOAT = re.compile(rf"{_INT.pattern}(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|-?inf|nan")
_GRAMMAR = {"int": _INT, "float": _FLOAT}
"""JSON's grammar for numbers, and the floats that it lacks."""

_LONG_TEXT = 4000
_LONG = 10**_LONG_TEXT
"""From this size on, Python limits the digits of ``str`` and ``int``."""


class ShapeError(ValueError):
    """A value does not have the required shape."""

    def __init__(self, what: str, at: str = "") -> None:
        """Describe the error and its place, a path such as ``/rewards/0``."""
        super().__init__(f"{what} at {at}" if at else what)
        self.what, self.at = what, at

    def within(self, name: str | int) -> "ShapeError":
        """Return the error with the place relative to the container."""
        return ShapeError(self.what, f"/{name}{self.at}")


class PlainInt(int):
    """An integer as a person writes it, where the protocol has ``{"int": text}``."""


class PlainFloat(float):
    """A number with a fraction or an exponent, or nan or an infinity, likewise."""


@dataclass(frozen=True, eq=False, slots=True)
class Shape:
    """A set of values and their form as JSON.

    ``plural`` is the word for several of them in messages. ``encode`` turns a value into what
    ``json.dumps`` takes, ``decode`` turns it back; both raise ShapeError. ``schema`` is the JSON
    Schema of the form.
    """

    plural: str
    encode: Callable[[Any], Json]
    decode: Callable[[Any], Value]
    schema: dict[str, Json]


def refuse(due: str, value: object) -> NoReturn:
    """Raise ShapeError for a value that is not the required one."""
    raise ShapeError(f"{_NAMES.get(type(value), type(value).__name__)} where {due} is expected")


_NAMES = {**TYPES, **dict.fromkeys((float, int, PlainInt, PlainFloat), "a bare number")}
"""The names of values in messages."""


def _number_to_json(value: Value) -> Json:
    """Return the number as decimal text that reads back to the same number.

    A subclass, such as numpy's ``float64``, counts as its number; a bool does not.
    """
    if isinstance(value, float):
        return {"float": float.__repr__(value)}
    if isinstance(value, int) and not isinstance(value, bool):
        number = int.__int__(value)
        short = -_LONG < number < _LONG
        return {"int": str(number) if short else format(Decimal(number), "f")}
    return refuse("int or float", value)


def _number_from_json(json: Json) -> Value:
    """Return the int or float that the text reads as, or that a person wrote."""
    if isinstance(json, PlainInt):
        return int(json)
    if isinstance(json, PlainFloat):
        return float(json)
    if isinstance(json, dict) and len(json) == 1:
        ((kind, text),) = json.items()
        if kind in _GRAMMAR:
            if not isinstance(text, str):
                refuse(f'text, as in {{"{kind}": "1"}},', text)
            if not _GRAMMAR[kind].fullmatch(text):
                raise ShapeError(f"text that is not JSON's form of a number in {kind!r}")
            if kind == "float":
                return float(text)
            return int(text) if len(text) < _LONG_TEXT else int(Decimal(text))
    return refuse('{"int": text} or {"float": text}', json)


def _bytes_to_json(value: Value) -> Json:
    if not isinstance(value, bytes):
        refuse("bytes", value)
    return base64.b64encode(value).decode("ascii")


def _bytes_from_json(json: Json) -> Value:
    try:
        return base64.b64decode(json, validate=True)  # type: ignore[arg-type] # else TypeError
    except (TypeError, ValueError):
        refuse("base64 text", json)


def closed_object(properties: dict[str, Json]) -> dict[str, Json]:
    """Return the schema of an object with exactly these fields."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _itself(
    plural: str, due: str, fits: Callable[[object], bool], schema: dict[str, Json]
) -> Shape:
    """Return a shape of values that are their own JSON."""

    def same(value: Any) -> Any:  # noqa: ANN401 - a Value that is Json as well
        if not fits(value):
            refuse(due, value)
        return value

    return Shape(plural, same, same, schema)


def choice(*choices: str) -> Shape:
    """Return the shape of one of these strings."""
    schema: dict[str, Json] = {"type": "string", "enum": list(choices)}
    return _itself("strings", f"one of {choices}", lambda value: value in choices, schema)


def matching(pattern: str, due: str = "") -> Shape:
    """Return the shape of a string that matches a pattern fully; ``due`` says it in words."""

    def fits(value: object) -> bool:
        return isinstance(value, str) and re.fullmatch(pattern, value) is not None

    schema: dict[str, Json] = {"type": "string", "pattern": f"^(?:{pattern})$"}
    return _itself("strings", due or f"a string like {pattern}", fits, schema)


NUMBER = Shape(
    "numbers",
    _number_to_json,
    _number_from_json,
    {
        "oneOf": [
            closed_object({kind: {"type": "string", "pattern": f"^(?:{pattern.pattern})$"}})
            for kind, pattern in _GRAMMAR.items()
        ]
    },
)
"""An integer or a binary64, as ``{"int": text}`` or ``{"float": text}``."""

BYTES = Shape(
    "base64 texts",
    _bytes_to_json,
    _bytes_from_json,
    {"type": "string", "contentEncoding": "base64"},
)
"""Bytes, as base64 text."""

TEXT = _itself("strings", "a string", lambda value: isinstance(value, str), {"type": "string"})
"""A string."""

LINE = matching(r"[^\r\n]*", "one line, without a line break,")
"""A string without a line break."""

COUNT = _itself(
    "integers",
    "an integer",
    lambda value: isinstance(value, int) and not isinstance(value, bool),
    {"type": "integer"},
)
"""A whole number as a JSON integer, not true or false."""

TRUTH = _itself(
    "truth values", "true or false", lambda value: isinstance(value, bool), {"type": "boolean"}
)
"""True or false."""
