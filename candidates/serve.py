"""Serves a Python object over the candidate protocol: ``python -m candidates.serve module:attribute``.

The object has a function for each operation that it supports, called by the operation's
name with the operation's input: bytes are bytes, numbers are int and float. What it
returns is the result; the type name of what it raises is the error.
"""

import importlib
import sys
from collections.abc import Callable
from typing import BinaryIO

from conformance import wire
from conformance.implementations import Function, functions_of
from conformance.model import Answer, Failure, Result, Unsupported
from conformance.shapes import Json


def main() -> int:
    """Serve the object named by the first argument until the input ends."""
    name = sys.argv[1]
    # Standard output carries the protocol; what the candidate prints must not get there.
    output, sys.stdout = sys.stdout.buffer, sys.stderr
    functions = functions_of(load(name))
    serve(name, functions, sys.stdin.buffer, output)
    return 0


def load(name: str) -> object:
    """Return the object that ``module:attribute`` names; the attribute may be dotted."""
    module, _, attribute = name.partition(":")
    found: object = importlib.import_module(module)
    for part in attribute.split(".") if attribute else ():
        found = getattr(found, part)
    return found


def serve(
    name: str, functions: dict[str, Function], requests: BinaryIO, responses: BinaryIO
) -> None:
    """Answer each line of ``requests`` with one line of ``responses``."""
    for line in requests:
        request = wire.from_line(line)
        operation = str(request.get("op"))
        body: dict[str, Json]
        if operation == "hello":
            body = {"result": _hello(name, functions)}
        elif operation in functions:
            answer = _answer(functions[operation], operation, request.get("input"))
            body = wire.answer_to_json(operation, answer)
        else:
            body = wire.answer_to_json(operation, Unsupported())
        responses.write(wire.to_line({"id": request.get("id"), **body}))
        responses.flush()


def _hello(name: str, functions: dict[str, Function]) -> Json:
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    operations: list[Json] = list(functions)
    return {"name": name, "version": "", "language": f"Python {version}", "ops": operations}


def _answer(function: Function, operation: str, json_input: Json) -> Answer:
    case = wire.case_from_json(operation, json_input)
    return _call(lambda: function(case.input))


def _call(function: Callable[[], object]) -> Answer:
    try:
        return Result(function())  # type: ignore[arg-type] - its shape is checked when sent
    except Exception as error:  # noqa: BLE001 - whatever a candidate raises is its answer
        return Failure(type(error).__name__, str(error))


if __name__ == "__main__":
    sys.exit(main())
