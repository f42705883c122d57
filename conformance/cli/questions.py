"""Turns what a user typed into cases."""

import json
import sys
from pathlib import Path

from conformance.cli.errors import UsageError
from conformance.operations import FORMS, messages
from conformance.protocol.containers import ListOf, MapOf, Members, Nullable
from conformance.protocol.shapes import Json, Number, Shape, ShapeError
from conformance.protocol.values import Case


def parse_input(operation: str, text: str) -> Case:
    """Return the case of protocol JSON, of ``@FILE``, or of ``-`` for standard input.

    A plain JSON number may stand where the protocol has ``{"int": …}`` or
    ``{"float": …}``.
    """
    return build(operation, parse_json("--input", text))


def parse_json(option: str, text: str) -> Json:
    """Return the JSON of an option, its plain numbers as the text that they are."""
    try:
        document: Json = json.loads(content_of(option, text), parse_int=_Int, parse_float=_Float)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{option} is not JSON: {error}") from error
    return document


def build(operation: str, json_input: Json) -> Case:
    """Return the case of an operation's input in protocol JSON."""
    try:
        return messages.case_from_json(operation, _fitted(FORMS[operation].input, json_input))
    except ShapeError as error:
        raise UsageError(f"not an input of {operation}: {error}") from error


def content_of(option: str, text: str) -> bytes:
    """Return the bytes that ``@FILE``, ``-`` or the text itself stand for."""
    if text == "-":
        return sys.stdin.buffer.read()
    if text.startswith("@"):
        return file_content(option, Path(text[1:]))
    return text.encode("utf-8", "surrogateescape")


def file_content(option: str, file: Path) -> bytes:
    """Return the bytes of a file that an option names."""
    try:
        return file.read_bytes()
    except OSError as error:
        raise UsageError(f"{option} {file}: {error.strerror}") from error


class _Int(str):
    """The text of a JSON integer."""

    __slots__ = ()


class _Float(str):
    """The text of a JSON number with a fraction or an exponent."""

    __slots__ = ()


def _fitted(shape: Shape | None, value: Json) -> Json:  # noqa: PLR0911 - one a kind of shape
    """Return JSON with its plain numbers as a shape has them."""
    match shape, value:
        case Number(), _Int():
            return {"int": str(value)}
        case Number(), _Float():
            return {"float": str(value)}
        case Number(), float():
            return {"float": repr(value)}
        case Nullable(inner), _:
            return _fitted(inner, value)
        case ListOf(inner), list():
            return [_fitted(inner, member) for member in value]
        case MapOf(inner), dict():
            return {name: _fitted(inner, member) for name, member in value.items()}
        case Members(), dict():
            shapes = {**shape.required, **shape.optional}
            return {name: _fitted(shapes.get(name), member) for name, member in value.items()}
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
            raise UsageError(f"no number of {len(value):,} digits belongs there")
        case _Int():
            return int(value)
        case _Float():
            return float(value)
    return value
