"""Serves a prediction: ``predict.py module:function FOLDER``.

The module is looked for in the folder first. The function is called with a ``Case`` and the
``Answer`` expected so far, harbor's where nothing else is declared, and returns the ``Answer``
that is expected instead (all of them from ``conformance.protocol.values``).
"""

import importlib
import os
import sys
from collections.abc import Callable
from operator import attrgetter
from pathlib import Path
from typing import cast

from conformance.operations import messages
from conformance.protocol.lines import from_line, to_line
from conformance.protocol.shapes import Json
from conformance.protocol.values import Answer, Case

type Function = Callable[[Case, Answer], Answer]


def main() -> int:
    """Answer each line of standard input on standard output until the input ends."""
    # Standard output carries the answers; what the function prints must not get there.
    responses = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    _, name, folder = sys.argv
    # Only now: what is imported above is ours, whatever the folder calls its packages.
    sys.path.insert(0, folder)
    # The function runs from its source: bytecode that was there before may be of other code.
    sys.pycache_prefix = str(Path.cwd() / ".bytecode")
    function = load(name)
    for line in sys.stdin.buffer:
        request = from_line(line)
        question = cast("dict[str, Json]", request["input"])
        body = predicted(function, str(request["op"]), question)
        responses.write(to_line({"id": request["id"], **body}))
        responses.flush()
    return 0


def load(name: str) -> Function:
    """Return the function that ``module:function`` names."""
    module, _, attribute = name.partition(":")
    return cast("Function", attrgetter(attribute)(importlib.import_module(module)))


def predicted(function: Function, operation: str, question: dict[str, Json]) -> dict[str, Json]:
    """Return the members that carry the expected answer to a question and an answer."""
    case = messages.case_from_json(operation, question["input"])
    answer = messages.answer_from_json(operation, cast("dict[str, Json]", question["expected"]))
    return messages.answer_to_json(operation, function(case, answer))


if __name__ == "__main__":
    sys.exit(main())
