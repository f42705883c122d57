"""Turns what a user typed into cases."""

import json
import sys
from pathlib import Path

from conformance import wire
from conformance.cli.errors import UsageError
from conformance.model import Case
from conformance.shapes import Json, ShapeError


def parse_input(operation: str, text: str) -> Case:
    """Return the case of protocol JSON, of ``@FILE``, or of ``-`` for standard input.

    A plain JSON number may stand where the protocol has ``{"int": …}`` or
    ``{"float": …}``.
    """
    return build(operation, parse_json("--input", text))


def parse_json(option: str, text: str) -> Json:
    """Return the JSON of an option, its plain numbers in the form of the protocol."""
    try:
        return _wrapped(json.loads(content_of(option, text), parse_int=_Int, parse_float=_Float))
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{option} is not JSON: {error}") from error


def build(operation: str, json_input: Json) -> Case:
    """Return the case of an operation's input in protocol JSON."""
    try:
        return wire.case_from_json(operation, json_input)
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


def _wrapped(found: object) -> Json:
    match found:
        case dict():
            return {str(name): _wrapped(member) for name, member in found.items()}
        case list():
            return [_wrapped(member) for member in found]
        case _Int():
            return {"int": str(found)}
        case _Float():
            return {"float": str(found)}
        case float():
            return {"float": repr(found)}
        case None | bool() | str():
            return found
    raise UsageError(f"cannot read {type(found).__name__} in JSON")
