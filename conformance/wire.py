"""The candidate protocol: every message as a value and as a line of JSON.

Both ends use this module. ``docs/protocol.md`` is the contract in words.
"""

import json
from typing import cast

from conformance import scenario
from conformance.containers import ListOf, MapOf, Nullable, members
from conformance.model import Answer, Case, Failure, Fault, Result, Unsupported, Value
from conformance.shapes import (
    Bytes,
    Count,
    Json,
    Number,
    Shape,
    ShapeError,
    Text,
)

PROTOCOL = 1

_REWARDS = Nullable(MapOf(Number()))
_VERIFIER_RESULT = Nullable(members({"rewards": _REWARDS}))
_USAGE = Nullable(
    members(
        {
            "n_input_tokens": Nullable(Count()),
            "n_cache_tokens": Nullable(Count()),
            "n_output_tokens": Nullable(Count()),
            "cost_usd": Nullable(Number()),
        }
    )
)
_TRIAL = members(
    {"task_name": Text(), "agent": Text()},
    {
        "model": Nullable(Text()),
        "source": Nullable(Text()),
        "verifier_result": _VERIFIER_RESULT,
        "trial_name": Text(),
        "exception": Nullable(Text()),
        "usage": _USAGE,
    },
)

_WHOLE_TRIAL = members({**_TRIAL.required, **_TRIAL.optional})
_METRIC = Text(("mean", "max", "min", "sum"))

INPUTS: dict[str, Shape] = {
    "verifier": members({"reward.txt": Nullable(Bytes()), "reward.json": Nullable(Bytes())}),
    "multi_step": members(
        {"strategy": Nullable(Text(("mean", "final"))), "steps": ListOf(_VERIFIER_RESULT)}
    ),
    "metric": members({"metric": _METRIC, "rewards": ListOf(_REWARDS)}),
    "pass_at_k": members({"trials": ListOf(_TRIAL)}),
    "job": members(
        {
            "n_total_trials": Count(),
            "n_retries": Count(),
            "metrics": MapOf(ListOf(_METRIC)),
            "trials": ListOf(_WHOLE_TRIAL),
        }
    ),
    "trial_result": members({"result": Bytes()}),
    "outcome": members({"result": Nullable(Bytes())}),
    "reason_code": members({"reason": Nullable(Text())}),
    "run": scenario.INPUT,
}
"""The shape of each operation's input."""

RESULTS: dict[str, Shape] = {
    "verifier": members({"rewards": _REWARDS}),
    "multi_step": _VERIFIER_RESULT,
    "metric": MapOf(Number()),
    "pass_at_k": MapOf(MapOf(Number(), name="[1-9][0-9]*")),
    "job": members({"stats": Text()}),
    "trial_result": members({"verifier_result": _VERIFIER_RESULT, "exception": Nullable(Text())}),
    "outcome": members({"line": Text()}),
    "reason_code": members({"reason_code": Nullable(Text())}),
    "run": scenario.RESULT,
}
"""The shape of each operation's result."""

HELLO_INPUT = members(
    {"protocol": Count(), "reference": members({"name": Text(), "version": Text()})}
)
"""The shape of the input of ``hello``."""

HELLO = members(
    {"name": Text(), "version": Text(), "language": Text(), "ops": ListOf(Text())},
)
"""The shape of the result of ``hello``."""


_KINDS = frozenset({"result", "error", "unsupported"})


def input_to_json(case: Case) -> Json:
    """Return the ``input`` member of a request."""
    return INPUTS[case.operation].encode(case.input)


def case_from_json(operation: str, json_input: Json) -> Case:
    """Return the case of an operation and the ``input`` member of a request."""
    if operation not in INPUTS:
        message = f"no operation {operation!r}; there are {', '.join(INPUTS)}"
        raise ShapeError(message)
    value = INPUTS[operation].decode(json_input)
    return Case(operation, cast("dict[str, Value]", value))


def answer_to_json(operation: str, answer: Answer) -> dict[str, Json]:
    """Return the members of a response that carry the answer."""
    match answer:
        case Result(value):
            return {"result": RESULTS[operation].encode(value)}
        case Failure(error, ""):
            return {"error": error}
        case Failure(error, message):
            return {"error": error, "message": message}
        case Unsupported():
            return {"unsupported": True}
        case Fault(reason):
            message = f"a fault is not an answer: {reason}"
            raise ShapeError(message)


def answer_from_json(operation: str, response: dict[str, Json]) -> Answer:
    """Return the answer that a response carries; raises ShapeError if it carries none."""
    if len(_KINDS & response.keys()) == 1:
        if "result" in response:
            return Result(RESULTS[operation].decode(response["result"]))
        if "error" in response:
            error = Text().decode(response["error"])
            return Failure(cast("str", error), str(response.get("message") or ""))
        if response["unsupported"] is True:
            return Unsupported()
    raise ShapeError('expected exactly one of "result", "error" and "unsupported": true')


def to_line(message: dict[str, Json]) -> bytes:
    """Return a message as one line of ASCII JSON."""
    return json.dumps(message, separators=(",", ":")).encode("ascii") + b"\n"


def from_line(line: bytes) -> dict[str, Json]:
    """Return the object of one line; raises ShapeError if the line holds no JSON object."""
    try:
        message = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        text = f"not a line of JSON: {error}"
        raise ShapeError(text) from error
    if not isinstance(message, dict):
        text = "not a JSON object"
        raise ShapeError(text)
    return message
