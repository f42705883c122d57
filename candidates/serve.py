"""Serves a Python object over the candidate protocol: ``… -m candidates.serve module:attribute``.

The object has a function for each operation that it supports, called by the
operation's name with the operation's input: bytes are bytes, numbers are int and
float. What it returns is the result; the type name of what it raises is the error.
"""

import importlib
import os
import sys

from conformance.operations.functions import call, forms_of, functions_of
from conformance.protocol.serving import Served, serve
from conformance.protocol.values import Answer, Case


def main() -> int:
    """Serve the object named by the first argument until the input ends."""
    name = sys.argv[1]
    # Standard output carries the protocol; what the candidate prints must not get there.
    responses = os.dup(1)
    os.dup2(2, 1)
    functions = functions_of(load(name))

    def answer(case: Case) -> Answer:
        return call(functions[case.operation], case)

    served = Served(name, "", forms_of(functions), answer)
    serve(served, requests=0, responses=responses)
    return 0


def load(name: str) -> object:
    """Return the object that ``module:attribute`` names; the attribute may be dotted or empty."""
    module, _, attribute = name.partition(":")
    found: object = importlib.import_module(module)
    for part in attribute.split(".") if attribute else ():
        found = getattr(found, part)
    return found


if __name__ == "__main__":
    sys.exit(main())
