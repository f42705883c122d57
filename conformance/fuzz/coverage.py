"""Behaviour of harbor: the lines that run, and the kinds of answers."""

import json
import math
from collections.abc import Iterator
from contextlib import suppress

from conformance.operations import REGISTRY
from conformance.operations.operation import NAMED_BY_DATA
from conformance.protocol import json_text
from conformance.protocol.values import Answer, Case, Failure, Result, Value

type Behaviour = str
"""A line of harbor, ``harbor/job.py:12``, or a kind of answer, ``metric: * is nan``."""

FREE = frozenset({"env", "kwargs", "metadata", "rollout_details"})
"""Fields of results with arbitrary values."""

LARGEST_EXACT = 2**53
"""The limit below which every integer is a binary64 number."""


def is_line(behaviour: Behaviour) -> bool:
    """Return whether a behaviour is a line of harbor's code."""
    return behaviour.startswith("harbor/")


def kinds_of(case: Case, answer: Answer) -> set[Behaviour]:
    """Return the kinds of an answer: the error, or the kind at each place of the result.

    Places have ``*`` for keys from the data, and ``[]`` for elements of a list.
    """
    if isinstance(answer, Failure):
        return {f"{case.operation}: error {answer.error}"}
    if not isinstance(answer, Result):
        return {f"{case.operation}: no answer"}
    row, value = REGISTRY[case.operation], answer.value
    if row.json_text is not None and isinstance(value, dict):
        member = row.json_text.member
        with suppress(ValueError):  # other text is a kind of its own
            text = str(value[member]).removeprefix(row.json_text.prefix)
            value = {**value, member: json_text.parse(text)}
    return {f"{case.operation}:{place}" for place in _places(value, "", row.data_names)}


def _places(value: Value, place: str, data: int) -> Iterator[str]:
    """Yield each place and its kind; the next ``data`` levels have keys from the data."""
    if isinstance(value, dict) and value:
        for name, inner in value.items():
            if inner and name in FREE and not data:
                yield f"{place} {name} is anything"
            else:
                below = data - 1 if data else NAMED_BY_DATA.get(name, 0)
                yield from _places(inner, f"{place} {'*' if data else name}", below)
    elif isinstance(value, list) and value:
        for inner in value:
            yield from _places(inner, f"{place} []", data)
    else:
        yield f"{place} is {_kind(value)}"


def _kind(value: Value) -> str:
    """Return the kind of a value without elements."""
    match value:
        case float() if value == 0 or not math.isfinite(value):
            return str(value)  # 0.0, -0.0, nan, inf or -inf
        case float():
            return "float" if abs(value) >= 2**-1022 else "subnormal"
        case str():
            return "text" if value else "empty text"
        case int() if not isinstance(value, bool):
            return "int" if abs(value) <= LARGEST_EXACT else "long int"
    return json.dumps(value)  # true, false, null, [] or {}
