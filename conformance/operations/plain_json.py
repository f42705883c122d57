"""Inputs of operations as people write them: protocol JSON in which numbers may be plain.

A plain JSON number may stand where the protocol has ``{"int": …}`` or ``{"float": …}``.
"""

import json

from conformance.operations import FORMS, messages
from conformance.protocol.shapes import Json, ShapeError
from conformance.protocol.values import Case


def parse(text: bytes) -> Json:
    """Return JSON, its numbers as the text that they are; raises ValueError and RecursionError."""
    document: Json = json.loads(text, parse_int=_Int, parse_float=_Float)
    return document


def case_of(operation: str, document: Json) -> Case:
    """Return the case of an operation's input; raises ShapeError."""
    return messages.case_from_json(operation, _fitted(FORMS[operation].input.schema, document))


def to_line(case: Case) -> str:
    """Return the input of a case as JSON with plain numbers; empty where that does not hold it."""
    try:
        text = json.dumps(case.input)
        read = case_of(case.operation, parse(text.encode("ascii")))
    except (ShapeError, TypeError, ValueError, RecursionError):
        return ""  # bytes, or a number that only the protocol's form has
    same = messages.input_to_json(read) == messages.input_to_json(case)
    return text if same else ""


class _Int(str):
    """The text of a JSON integer."""

    __slots__ = ()


class _Float(str):
    """The text of a JSON number with a fraction or an exponent."""

    __slots__ = ()


def _fitted(schema: object, value: Json) -> Json:  # noqa: PLR0911 - one a kind of shape
    """Return JSON with its plain numbers as a shape's schema has them."""
    match schema, value:
        case {"oneOf": _}, _Int():
            return {"int": str(value)}
        case {"oneOf": _}, _Float():
            return {"float": str(value)}
        case {"oneOf": _}, float():
            return {"float": repr(value)}
        case {"anyOf": [_, inner]}, _:
            return _fitted(inner, value)
        case {"items": inner}, list():
            return [_fitted(inner, member) for member in value]
        case {"additionalProperties": inner}, dict():
            return {name: _fitted(inner, member) for name, member in value.items()}
        case {"properties": {**known}}, dict():
            return {name: _fitted(known.get(name), member) for name, member in value.items()}
    return _plain(value)


_MOST_DIGITS = 4000
"""Digits of a number that Python reads, about, where the protocol has no text for it."""


def _plain(value: Json) -> Json:
    match value:
        case dict():
            return {name: _plain(member) for name, member in value.items()}
        case list():
            return [_plain(member) for member in value]
        case _Int() if len(value) > _MOST_DIGITS:
            raise ShapeError(f"no number of {len(value):,} digits belongs there")
        case _Int():
            return int(value)
        case _Float():
            return float(value)
    return value
