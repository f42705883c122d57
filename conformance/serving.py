"""The answering end of the protocol: requests in, responses out, on two binary streams."""

import os
import platform
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import batched

from conformance import wire
from conformance.model import Answer, Case, Unsupported
from conformance.shapes import Json

_CHUNK = 2**16
_AT_ONCE = 128


@dataclass(frozen=True, slots=True)
class Served:
    """What is served: its name and version, its operations, and how it answers a case."""

    name: str
    version: str
    operations: Sequence[str]
    answer: Callable[[Case], Answer]


def serve(served: Served, requests: int, responses: int) -> None:
    """Answer each line of one file descriptor on another, until the input ends.

    Lines that have arrived together are answered with few writes, so that requests sent
    ahead cost little more than their answers, and the other side has some to read early.
    """
    rest = b""
    while chunk := os.read(requests, _CHUNK):
        *lines, rest = (rest + chunk).split(b"\n")
        for some in batched(lines, _AT_ONCE):
            _write(responses, b"".join(respond(served, line) for line in some))


def respond(served: Served, line: bytes) -> bytes:
    """Return the response to one request; raises ShapeError for a line that is none."""
    request = wire.from_line(line)
    operation = str(request.get("op"))
    body: dict[str, Json]
    if operation == "hello":
        body = {"result": _hello(served)}
    elif operation not in served.operations:
        body = wire.answer_to_json(operation, Unsupported())
    else:
        answer = served.answer(wire.case_from_json(operation, request.get("input")))
        body = wire.answer_to_json(operation, answer)
    return wire.to_line({"id": request.get("id"), **body})


def _hello(served: Served) -> Json:
    return {
        "name": served.name,
        "version": served.version,
        "language": f"Python {platform.python_version()}",
        "ops": list(served.operations),
    }


def _write(descriptor: int, data: bytes) -> None:
    unsent = memoryview(data)
    while unsent:
        unsent = unsent[os.write(descriptor, unsent) :]
