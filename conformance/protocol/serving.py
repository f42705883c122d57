"""The server side of the protocol: requests in, responses out, on two binary streams."""

import os
import platform
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import batched

from conformance.protocol import lines
from conformance.protocol.form import Form
from conformance.protocol.shapes import Json, ShapeError
from conformance.protocol.values import Answer, Case, Result

_CHUNK = 2**16
_AT_ONCE = 128


@dataclass(frozen=True, slots=True)
class Served:
    """A server: its name and version, the forms of its operations, and its answers."""

    name: str
    version: str
    forms: Mapping[str, Form]
    answer: Callable[[Case], Answer]


def serve(served: Served, requests: int, responses: int) -> None:
    """Answer each line of one file descriptor on another, until the input ends.

    Lines that arrive together are answered with few writes, so that pipelined requests are cheap
    and the other side can read early.
    """
    rest = b""
    while chunk := os.read(requests, _CHUNK):
        *lines, rest = (rest + chunk).split(b"\n")
        for some in batched(lines, _AT_ONCE):
            _write(responses, b"".join(respond(served, line) for line in some))


def respond(served: Served, line: bytes) -> bytes:
    """Return the response to one request; raises ShapeError for an invalid line."""
    request = lines.from_line(line)
    operation = str(request.get("op"))
    body: dict[str, Json]
    if operation == "hello":
        body = {"result": _hello(served)}
    elif (form := served.forms.get(operation)) is None:
        body = {"unsupported": True}
    else:
        body = _body(form, served.answer(form.case_from_json(request.get("input"))))
    return lines.to_line({"id": request.get("id"), **body})


def _body(form: Form, answer: Answer) -> dict[str, Json]:
    """Return an answer's fields; another shape becomes a text, which no operation returns."""
    try:
        return form.answer_to_json(answer)
    except ShapeError:
        return {"result": repr(answer.value if isinstance(answer, Result) else answer)}


def _hello(served: Served) -> Json:
    return {
        "name": served.name,
        "version": served.version,
        "language": f"Python {platform.python_version()}",
        "ops": list(served.forms),
    }


def _write(descriptor: int, data: bytes) -> None:
    unsent = memoryview(data)
    while unsent:
        unsent = unsent[os.write(descriptor, unsent) :]
