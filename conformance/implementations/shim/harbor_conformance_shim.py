"""Serves a Python runner to harbor-conformance: one file, for any Python from 3.8 on.

It needs nothing but the standard library, and may be copied next to a runner:

    python harbor_conformance_shim.py module:attribute

The module, or the object that the attribute names, has a function for each operation that it
supports, called by the operation's name with the operation's input: bytes are bytes, numbers are
int and float. Its return value is the result; the type name of an exception is the error. Its
output goes to standard error.
"""

from __future__ import annotations

import base64
import importlib
import json
import os
import platform
import re
import sys
from decimal import Decimal
from pathlib import Path
from typing import Any, Callable

NUMBER, BYTES, TEXT, TRUTH, PLAIN = "number", "bytes", "text", "truth", "plain"
"""The kinds of values that are neither an object nor a list; a plain one is unchanged in JSON."""


class Nullable:
    """A shape or null."""

    def __init__(self, shape: Any) -> None:
        """Take the shape."""
        self.shape = shape


class MapOf:
    """An object with any keys, which match ``name`` if it is given."""

    def __init__(self, shape: Any, name: str = "") -> None:
        """Take the shape of the values."""
        self.shape, self.name = shape, name


# A dict is an object with these fields; a list with one shape is a list of it.
FILE = Nullable(BYTES)
VERIFIER_RESULT = Nullable({"rewards": Nullable(MapOf(NUMBER))})
USAGE = Nullable(
    {
        "n_input_tokens": PLAIN,
        "n_cache_tokens": PLAIN,
        "n_output_tokens": PLAIN,
        "cost_usd": Nullable(NUMBER),
    }
)
TRIAL = {
    "task_name": PLAIN, "agent": PLAIN, "model": PLAIN, "source": PLAIN,
    "verifier_result": VERIFIER_RESULT, "trial_name": PLAIN, "exception": PLAIN, "usage": USAGE,
}  # fmt: skip
SUBMITTED = {
    "trial_name": PLAIN, "task_name": PLAIN, "configuration": PLAIN,
    "verifier_result": VERIFIER_RESULT, "exception": PLAIN, "finished": PLAIN, "trajectory": PLAIN,
    "verdict": PLAIN, "analysis": PLAIN,
}  # fmt: skip

INPUTS: dict[str, Any] = {
    "verifier": {"reward.txt": FILE, "reward.json": FILE},
    "multi_step": {"strategy": PLAIN, "steps": [VERIFIER_RESULT]},
    "metric": {"metric": PLAIN, "rewards": [Nullable(MapOf(NUMBER))]},
    "pass_at_k": {"trials": [TRIAL]},
    "job": {"n_total_trials": PLAIN, "n_retries": PLAIN, "metrics": PLAIN, "trials": [TRIAL]},
    "trial_result": {"result": BYTES},
    "outcome": {"result": FILE},
    "reason_code": {"reason": PLAIN},
    "leaderboard": {"tasks": PLAIN, "trials": [SUBMITTED]},
}
"""The shape of each operation's input."""

RESULTS: dict[str, Any] = {
    "verifier": {"rewards": Nullable(MapOf(NUMBER))},
    "multi_step": VERIFIER_RESULT,
    "metric": MapOf(NUMBER),
    "pass_at_k": MapOf(MapOf(NUMBER, name="[1-9][0-9]*")),
    "job": {"stats": TEXT},
    "trial_result": {"verifier_result": VERIFIER_RESULT, "exception": Nullable(TEXT)},
    "outcome": {"line": TEXT},
    "reason_code": {"reason_code": Nullable(TEXT)},
    "leaderboard": {
        "uploads": [{"reward": Nullable(NUMBER), "uploaded": TRUTH}],
        "static": {"verdict": TEXT, "failed_checks": [TEXT], "accuracy": Nullable(NUMBER)},
        "dynamic": {"verdict": TEXT, "accuracy": Nullable(NUMBER)},
    },
}
"""The shape of each operation's result."""

LONG_TEXT = 4000
LONG = 10**LONG_TEXT
"""From this size on, Python limits the digits of ``str`` and ``int``."""


class MisfitError(ValueError):
    """A value is not a number."""


def main() -> int:
    """Serve the object named by the first argument until the input ends."""
    if len(sys.argv) != 2 or not sys.argv[1].partition(":")[0]:  # noqa: PLR2004 - itself, and one
        print(f"usage: {sys.argv[0]} module:attribute", file=sys.stderr)  # noqa: T201 - a log
        return 2
    # Standard input and output are for the protocol, out of the module's reach.
    requests, responses = os.dup(0), os.dup(1)
    os.dup2(2, 1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    name = sys.argv[1]
    functions = functions_of(load(name))
    with os.fdopen(requests, "rb") as lines, os.fdopen(responses, "wb") as answers:
        for line in lines:
            if line.endswith(b"\n"):  # the suite may end within a line
                answers.write(respond(name, functions, line))
                answers.flush()
    return 0


def load(name: str) -> Any:
    """Return the object that ``module:attribute`` names; the attribute may be dotted or empty."""
    module, _, attribute = name.partition(":")
    named = importlib.import_module(module)
    for part in attribute.split(".") if attribute else ():
        named = getattr(named, part)
    return named


def functions_of(holder: object) -> dict[str, Callable[[Any], Any]]:
    """Return the functions of a module or object that are named after operations."""
    members = {operation: getattr(holder, operation, None) for operation in INPUTS}
    return {operation: function for operation, function in members.items() if callable(function)}


def respond(name: str, functions: dict[str, Callable[[Any], Any]], line: bytes) -> bytes:
    """Return the response to one request."""
    request = json.loads(line.decode("utf-8"))
    operation = str(request.get("op"))
    body: dict[str, Any]
    if operation == "hello":
        body = {"result": hello(name, functions)}
    elif operation not in functions:
        body = {"unsupported": True}
    else:
        body = answer(operation, functions[operation], request.get("input"))
    response = {"id": request.get("id"), **body}
    return json.dumps(response, separators=(",", ":")).encode("ascii") + b"\n"


def hello(name: str, functions: dict[str, Callable[[Any], Any]]) -> dict[str, Any]:
    """Return the description of the runner and its operations."""
    language = f"Python {platform.python_version()}"
    return {"name": name, "version": "", "language": language, "ops": list(functions)}


def answer(operation: str, function: Callable[[Any], Any], given: Any) -> dict[str, Any]:
    """Return the fields of the answer."""
    case = decoded(INPUTS[operation], given)
    try:
        result = function(case)
    except Exception as error:  # noqa: BLE001 - any error that a runner raises is its answer
        message = f"{error}{place_of(error)}"
        name = {"error": type(error).__name__}
        return {**name, "message": message} if message else name
    return {"result": encoded(RESULTS[operation], result)}


def place_of(error: Exception) -> str:
    """Return the file and line that raised an error; nothing if the call itself failed."""
    place = error.__traceback__ and error.__traceback__.tb_next
    while place and place.tb_next:
        place = place.tb_next
    if place is None:
        return ""
    return f" ({Path(place.tb_frame.f_code.co_filename).name}:{place.tb_lineno})"


def decoded(shape: Any, given: Any) -> Any:
    """Return the value of a form from the suite."""
    if isinstance(shape, Nullable):
        return None if given is None else decoded(shape.shape, given)
    if isinstance(shape, MapOf):
        return {name: decoded(shape.shape, member) for name, member in given.items()}
    if isinstance(shape, dict):
        return {name: decoded(shape[name], given[name]) for name in shape if name in given}
    if isinstance(shape, list):
        return [decoded(shape[0], member) for member in given]
    if shape == NUMBER:
        return number(given)
    return base64.b64decode(given, validate=True) if shape == BYTES else given


def number(given: dict[str, str]) -> int | float:
    """Return the int or float of ``{"int": text}`` or ``{"float": text}``."""
    if "float" in given:
        return float(given["float"])
    text = given["int"]
    return int(text) if len(text) < LONG_TEXT else int(Decimal(text))


def encoded(shape: Any, value: Any) -> Any:
    """Return the form of a result; a value of another shape gets a form that the suite refuses."""
    if isinstance(shape, Nullable):
        return None if value is None else encoded(shape.shape, value)
    if isinstance(shape, (MapOf, dict)):
        return encoded_object(shape, value) if isinstance(value, dict) else described(value)
    if isinstance(shape, list):
        return (
            [encoded(shape[0], one) for one in value]
            if isinstance(value, list)
            else described(value)
        )
    if shape == NUMBER:
        try:
            return form(value)
        except MisfitError:
            return described(value)
    return value if isinstance(value, bool if shape == TRUTH else str) else [described(value)]


def encoded_object(shape: MapOf | dict[str, Any], value: dict[Any, Any]) -> Any:
    """Return the form of an object."""
    if isinstance(shape, dict):
        return {name: encoded(shape[name], value[name]) for name in shape if name in value}
    if not all(is_name(shape, name) for name in value):
        return described(value)
    return {name: encoded(shape.shape, member) for name, member in value.items()}


def described(value: object) -> Any:
    """Return a value outside the protocol as JSON of its kind, which is refused."""
    if value is None or isinstance(value, (bool, str)):
        return value
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001 - after any return value, the next request is answered
        text = type(value).__name__
    if isinstance(value, (list, tuple)):
        return [text]
    return {type(value).__name__: text} if isinstance(value, dict) else text


def is_name(shape: MapOf, name: object) -> bool:
    """Return whether a name may be a key of an object."""
    return isinstance(name, str) and (not shape.name or re.fullmatch(shape.name, name) is not None)


def form(value: object) -> dict[str, str]:
    """Return a number as decimal text that reads back to the same number.

    A subclass of float or int, such as numpy's float64, counts as its number; a bool does not.
    Raises MisfitError for anything else.
    """
    if isinstance(value, float):
        return {"float": float.__repr__(value)}
    if isinstance(value, int) and not isinstance(value, bool):
        number = int.__int__(value)
        short = -LONG < number < LONG
        return {"int": str(number) if short else format(Decimal(number), "f")}
    raise MisfitError


if __name__ == "__main__":
    sys.exit(main())
