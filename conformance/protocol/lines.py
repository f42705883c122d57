"""An operation's messages, and the lines that carry them: one JSON object each; their JSON Schema.

Both ends use this module, and ``serve`` is the end that answers. ``docs/protocol.md`` is the
contract in words.
"""

import json
import os
import platform
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import cast

from conformance.protocol import json_text
from conformance.protocol.containers import list_of, members
from conformance.protocol.shapes import COUNT, TEXT, Json, Shape, ShapeError
from conformance.protocol.values import Answer, Case, Failure, Result, Unsupported, Value

_KINDS = "result", "error", "unsupported"


@dataclass(frozen=True, slots=True)
class Form:
    """The form of one operation's messages: the shapes of its input and of its result."""

    operation: str
    input: Shape
    result: Shape

    def input_to_json(self, case: Case) -> Json:
        """Return the ``input`` field of a request; raises ShapeError."""
        return self.input.encode(case.input)

    def case_from_json(self, json_input: Json) -> Case:
        """Return the case of the ``input`` field of a request; raises ShapeError."""
        return Case(self.operation, cast("dict[str, Value]", self.input.decode(json_input)))

    def answer_to_json(self, answer: Answer) -> dict[str, Json]:
        """Return the fields of a response with the answer; raises ShapeError."""
        match answer:
            case Result(value):
                return {"result": self.result.encode(value)}
            case Failure(error, ""):
                return {"error": error}
            case Failure(error, message):
                return {"error": error, "message": message}
            case Unsupported():
                return {"unsupported": True}
            case _:
                raise ShapeError(f"not an answer of the protocol: {answer.reason}")

    def answer_from_json(self, response: dict[str, Json]) -> Answer:
        """Return the answer in a response; raises ShapeError if there is none."""
        if sum(kind in response for kind in _KINDS) == 1:
            if "result" in response:
                return Result(self.result.decode(response["result"]))
            if "error" in response:
                error = TEXT.decode(response["error"])
                return Failure(cast("str", error), str(response.get("message") or ""))
            if response["unsupported"] is True:
                return Unsupported()
        given = " and ".join(f'"{kind}"' for kind in _KINDS if kind in response) or "none"
        raise ShapeError(
            f'{given} where exactly one of "result", "error" and "unsupported": true is expected'
        )


PROTOCOL = 1

HELLO = Form(
    "hello",
    members({"protocol": COUNT, "reference": members({"name": TEXT, "version": TEXT})}),
    members({"name": TEXT, "version": TEXT, "language": TEXT, "ops": list_of(TEXT)}),
)
"""The form of the first request, for which no case exists."""


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


@dataclass(frozen=True, slots=True)
class Served:
    """A server: its name and version, the forms of its operations, and its answers."""

    name: str
    version: str
    forms: Mapping[str, Form]
    answer: Callable[[Case], Answer]


def serve(served: Served, requests: int, responses: int) -> None:
    """Answer each line of one file descriptor on another, until the input ends."""
    with (
        os.fdopen(requests, "rb", closefd=False) as lines,
        os.fdopen(responses, "wb", closefd=False) as answers,
    ):
        for line in lines:
            if line.endswith(b"\n"):  # the other side may end within a line
                answers.write(respond(served, line))
                answers.flush()


def respond(served: Served, line: bytes) -> bytes:
    """Return the response to one request; raises ShapeError for an invalid line."""
    request = from_line(line)
    operation = str(request.get("op"))
    body: dict[str, Json]
    if operation == "hello":
        language, operations = f"Python {platform.python_version()}", list[Value](served.forms)
        told = {"name": served.name, "version": served.version, "language": language}
        body = HELLO.answer_to_json(Result({**told, "ops": operations}))
    elif (form := served.forms.get(operation)) is None:
        body = {"unsupported": True}
    else:
        body = _body(form, served.answer(form.case_from_json(request.get("input"))))
    return to_line({"id": request.get("id"), **body})


def _body(form: Form, answer: Answer) -> dict[str, Json]:
    """Return an answer's fields; another shape becomes a text, which no operation returns."""
    try:
        return form.answer_to_json(answer)
    except ShapeError:
        return {"result": repr(answer.value if isinstance(answer, Result) else answer)}


def schema_of(forms: Iterable[Form]) -> str:
    """Return the schema of requests and responses, by operation."""
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "harbor-conformance candidate protocol, version 1",
        "$defs": dict(chain.from_iterable(map(_messages, (HELLO, *forms)))),
    }
    return json.dumps(schema, indent=1) + "\n"


def _messages(form: Form) -> Iterator[tuple[str, Json]]:
    """Yield the schemas of a request and a response, with their names."""
    properties: dict[str, Json] = {
        "id": {"type": "integer"},
        "op": {"const": form.operation},
        "input": form.input.schema,
    }
    required: list[Json] = [*properties]
    request: dict[str, Json] = {"type": "object", "properties": properties, "required": required}
    yield f"{form.operation}.request", request
    unsupported: dict[str, Json] = {
        "type": "object",
        "properties": {"unsupported": {"const": True}},
        "required": ["unsupported"],
    }
    result, error = members({"result": form.result}), members({"error": TEXT}, {"message": TEXT})
    response = members({"id": COUNT}).schema
    one_of: list[Json] = [result.schema, error.schema, unsupported]
    yield f"{form.operation}.response", {**response, "oneOf": one_of}
