"""Prints what a reader shows, by calling its adapter: one file, for any Python from 3.8 on.

    python harbor_conformance_shown.py adapter module

Standard input has a line for each request, ``{"function": name, "job": folder}``. The first line of
output says where ``module`` came from once the adapter was imported, and each other line what the
function returned, in the number form of the candidate protocol, or the type name of what it raised.
"""

from __future__ import annotations

import base64
import importlib
import json
import os
import sys
from pathlib import Path
from typing import Any, TextIO

from harbor_conformance_shim import MisfitError, form


def main() -> int:
    """Answer each line of standard input until it ends."""
    adapter_name, module = sys.argv[1:3]
    # Standard output is for answers; the package's output must not get there.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    adapter = importlib.import_module(adapter_name)
    imported = sys.modules.get(module)
    send(answers, {"file": getattr(imported, "__file__", None)})
    for line in sys.stdin:
        request = json.loads(line)
        send(answers, asked(adapter, request))
    return 0


def asked(adapter: Any, request: dict[str, str]) -> dict[str, Any]:
    """Return the fields of the answer to one request."""
    function = getattr(adapter, request["function"], None)
    if function is None:
        return {"lacks": True}
    try:
        returned = function(Path(request["job"])) if request.get("job") else function()
    except NotImplementedError as error:
        return {"lacks": True, "error": str(error)}
    except Exception as error:  # noqa: BLE001 - any error that a reader raises is its answer
        return {"error": type(error).__name__}
    if not request.get("job"):
        return {"files": encoded_files(returned)}
    # A number may come with the package's word for a failure.
    value, failure = returned if isinstance(returned, tuple) else (returned, "")
    try:
        return {**({"error": failure} if failure else {}), **numbers(value)}
    except MisfitError:
        return {"error": type(value).__name__}


def numbers(value: Any) -> dict[str, Any]:
    """Return the shown numbers by name; a single one has the empty name."""
    if value is None:
        return {}
    named = value if isinstance(value, dict) else {"": value}
    return {"numbers": {str(name): form(plain(number)) for name, number in named.items()}}


def plain(value: Any) -> Any:
    """Return a number of a library's own kind as Python's."""
    if isinstance(value, bool) or type(value) in (int, float):
        return value
    return value.item() if hasattr(value, "item") else value


def encoded_files(written: dict[str, dict[str, bytes]]) -> dict[str, dict[str, str]]:
    """Return the files that a writer wrote, as text."""
    return {
        title: {name: base64.b64encode(content).decode() for name, content in files.items()}
        for title, files in written.items()
    }


def send(answers: TextIO, answer: dict[str, Any]) -> None:
    """Write one line."""
    answers.write(json.dumps(answer) + "\n")
    answers.flush()


if __name__ == "__main__":
    sys.exit(main())
