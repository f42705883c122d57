"""Cases and answers of any operation as members of messages, and inputs as people write them.

In those, a plain JSON number may stand where the protocol has ``{"int": …}`` or ``{"float": …}``.
"""

import json
from decimal import Decimal

from conformance.operations import FORMS
from conformance.protocol.lines import Form
from conformance.protocol.shapes import Json, PlainFloat, PlainInt, ShapeError
from conformance.protocol.values import Answer, Case


def form_of(operation: str) -> Form:
    """Return the form of an operation's messages; raises ShapeError where there is none."""
    if operation not in FORMS:
        raise ShapeError(f"no operation {operation!r}; there are {', '.join(FORMS)}")
    return FORMS[operation]


def input_to_json(case: Case) -> Json:
    """Return the ``input`` member of a request."""
    return form_of(case.operation).input_to_json(case)


def case_from_json(operation: str, json_input: Json) -> Case:
    """Return the case of an operation and the ``input`` member of a request."""
    return form_of(operation).case_from_json(json_input)


def key_of_case(case: Case) -> str:
    """Return a case as text, so that nan is equal to nan."""
    return f"{case.operation} {json.dumps(input_to_json(case))}"


def answer_to_json(operation: str, answer: Answer) -> dict[str, Json]:
    """Return the members of a response that carry the answer."""
    return form_of(operation).answer_to_json(answer)


def answer_from_json(operation: str, response: dict[str, Json]) -> Answer:
    """Return the answer that a response carries; raises ShapeError if it carries none."""
    return form_of(operation).answer_from_json(response)


def parse_plain(text: bytes) -> Json:
    """Return JSON with its plain numbers; raises ValueError and RecursionError."""
    document: Json = json.loads(
        text, parse_int=_integer, parse_float=PlainFloat, parse_constant=PlainFloat
    )
    return document


def _integer(text: str) -> PlainInt:
    """Return an integer of any number of digits, which ``int`` limits."""
    return PlainInt(Decimal(text))


def case_of_plain(operation: str, document: Json) -> Case:
    """Return the case of an operation's input; raises ShapeError."""
    form = input_to_json(case_from_json(operation, document))
    try:
        text = json.dumps(form)
    except ValueError as error:  # of digits: the protocol has text only where a score is expected
        raise ShapeError("an integer with more digits than Python writes") from error
    return case_from_json(operation, json.loads(text))


def plain_line(case: Case) -> str:
    """Return the input of a case as JSON with plain numbers; empty where that does not hold it."""
    try:
        text = json.dumps(case.input)
        read = case_of_plain(case.operation, parse_plain(text.encode("ascii")))
    except (ShapeError, TypeError, ValueError, RecursionError):
        return ""  # bytes, or a number that only the protocol's form has
    same = input_to_json(read) == input_to_json(case)
    return text if same else ""
