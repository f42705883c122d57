"""What harbor does, in kinds that can be told from one another: the lines and the answers."""

import json
import math
import sys
from collections.abc import Iterator

from conformance.operations import REGISTRY
from conformance.operations.operation import NAMED_BY_DATA
from conformance.protocol import json_text
from conformance.protocol.values import Answer, Case, Failure, Result, Value

type Behaviour = str
"""A line of harbor, ``harbor/job.py:12``, or a kind of answer, ``metric: mean is nan``."""

FREE = frozenset({"env", "kwargs", "metadata", "rollout_details"})
"""Fields of results that hold whatever a user likes."""

LARGEST_EXACT = 2**53
"""The integer up to which every integer is a binary64."""


def is_line(behaviour: Behaviour) -> bool:
    """Return whether a behaviour is a line of harbor's code."""
    return behaviour.startswith("harbor/")


def kinds_of(case: Case, answer: Answer) -> set[Behaviour]:
    """Return which kinds of answer an answer is: the error, or what is at each place.

    Places have ``*`` for keys that come from the data, and ``[]`` for places of a list.
    """
    operation = case.operation
    if isinstance(answer, Failure):
        return {f"{operation}: error {answer.error}"}
    if not isinstance(answer, Result):
        return {f"{operation}: no answer"}
    row = REGISTRY[operation]
    value = answer.value
    if row.json_text is not None and isinstance(value, dict):
        member, prefix = row.json_text.member, row.json_text.prefix
        value = {**value, member: _parsed(value.get(member), prefix)}
    return {f"{operation}:{place}" for place in _places(value, "", row.data_names)}


def _parsed(text: Value, prefix: str) -> Value:
    """Return the JSON of a text that holds some, and else the text."""
    if not isinstance(text, str):
        return text
    try:
        return json_text.parse(text.removeprefix(prefix))
    except ValueError:
        return text


def _places(value: Value, place: str, data: int) -> Iterator[str]:
    """Yield each place and what is there; ``data`` levels of keys from here on are the data's."""
    if isinstance(value, dict) and value:
        for name, member in value.items():
            at = f"{place} *" if data else f"{place} {name}"
            if member and name in FREE and not data:
                yield f"{at} is anything"
            else:
                yield from _places(member, at, data - 1 if data else NAMED_BY_DATA.get(name, 0))
    elif isinstance(value, list) and value:
        for member in value:
            yield from _places(member, f"{place} []", data)
    else:
        yield f"{place} is {_kind(value)}"


def _kind(value: Value) -> str:
    """Return what kind of value is at a place that has no places below it."""
    if isinstance(value, float):
        if value == 0 or not math.isfinite(value):
            return str(value)  # 0.0, -0.0, nan, inf or -inf
        return "subnormal" if abs(value) < sys.float_info.min else "float"
    if isinstance(value, str):
        return "text" if value else "empty text"
    if isinstance(value, int) and not isinstance(value, bool):
        return "int" if -LARGEST_EXACT <= value <= LARGEST_EXACT else "long int"
    return json.dumps(value)  # true, false, null, [] or {}
