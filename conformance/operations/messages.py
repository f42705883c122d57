"""Cases and answers of any operation as members of messages."""

import json

from conformance.operations import FORMS
from conformance.protocol.lines import Form
from conformance.protocol.shapes import Json, ShapeError
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
