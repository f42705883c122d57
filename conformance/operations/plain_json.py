"""Inputs of operations as people write them: protocol JSON in which numbers may be plain.

A plain JSON number may stand where the protocol has ``{"int": …}`` or ``{"float": …}``.
"""

import json
from decimal import Decimal

from conformance.operations import messages
from conformance.protocol.shapes import Json, PlainFloat, PlainInt, ShapeError
from conformance.protocol.values import Case


def parse(text: bytes) -> Json:
    """Return JSON with its plain numbers; raises ValueError and RecursionError."""
    document: Json = json.loads(
        text, parse_int=_integer, parse_float=PlainFloat, parse_constant=PlainFloat
    )
    return document


def _integer(text: str) -> PlainInt:
    """Return an integer of any number of digits, which ``int`` limits."""
    return PlainInt(Decimal(text))


def case_of(operation: str, document: Json) -> Case:
    """Return the case of an operation's input; raises ShapeError."""
    form = messages.input_to_json(messages.case_from_json(operation, document))
    try:
        text = json.dumps(form)
    except ValueError as error:  # of digits: the protocol has text only where a score is expected
        raise ShapeError("an integer with more digits than Python writes") from error
    return messages.case_from_json(operation, json.loads(text))


def to_line(case: Case) -> str:
    """Return the input of a case as JSON with plain numbers; empty where that does not hold it."""
    try:
        text = json.dumps(case.input)
        read = case_of(case.operation, parse(text.encode("ascii")))
    except (ShapeError, TypeError, ValueError, RecursionError):
        return ""  # bytes, or a number that only the protocol's form has
    same = messages.input_to_json(read) == messages.input_to_json(case)
    return text if same else ""
