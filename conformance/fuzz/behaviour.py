"""What harbor does, in kinds that can be told from one another: the lines and the answers."""

import math
import sys

from conformance.operations import REGISTRY
from conformance.operations.operation import NAMED_BY_DATA
from conformance.protocol import json_text
from conformance.protocol.values import Answer, Case, Failure, Result, Value

type Behaviour = str
"""A line of harbor, ``harbor/job.py:12``, or a kind of answer, ``metric: mean is nan``."""

FREE = frozenset({"env", "kwargs", "metadata", "rollout_details"})
"""Members of results that hold whatever a user likes."""

LARGEST_EXACT = 2**53
"""The integer up to which every integer is a binary64."""


def is_line(behaviour: Behaviour) -> bool:
    """Return whether a behaviour is a line of harbor's code."""
    return behaviour.startswith("harbor/")


def of_line(module: str, line: int) -> Behaviour:
    """Return the behaviour that a line of a module is."""
    return f"{module}:{line}"


def kinds_of(case: Case, answer: Answer) -> set[Behaviour]:
    """Return which kinds of answer an answer is: the error, or what stands at each place.

    Places have ``*`` for names that come from the data, and ``[]`` for places of a list.
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
    seen: set[tuple[str, str]] = set()
    _walk(value, "", row.data_names, seen)
    return {f"{operation}:{place} is {what}" for place, what in seen}


def _parsed(text: Value, prefix: str) -> Value:
    """Return the JSON of a text that holds some, and else the text."""
    if not isinstance(text, str):
        return text
    try:
        return json_text.parse(text.removeprefix(prefix))
    except ValueError:
        return text


def _walk(value: Value, place: str, data: int, seen: set[tuple[str, str]]) -> None:
    """Add what stands at each place; ``data`` names from here on come from the data."""
    if isinstance(value, dict):
        if not value:
            seen.add((place, "{}"))
        for name, member in value.items():
            below = data - 1 if data else NAMED_BY_DATA.get(name, 0)
            at = f"{place} *" if data else f"{place} {name}"
            if member and name in FREE and not data:
                seen.add((at, "anything"))
            else:
                _walk(member, at, below, seen)
    elif isinstance(value, list):
        if not value:
            seen.add((place, "[]"))
        for member in value:
            _walk(member, f"{place} []", data, seen)
    else:
        seen.add((place, _leaf(value)))


def _leaf(value: Value) -> str:
    """Return what kind of value stands at a place."""
    if isinstance(value, float):
        return _float(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return "int" if -LARGEST_EXACT <= value <= LARGEST_EXACT else "long int"
    if value is None:
        return "null"
    return "text" if value else "empty text"


def _float(value: float) -> str:
    if math.isnan(value):
        return "nan"
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    if value == 0:
        return "-0.0" if math.copysign(1, value) < 0 else "0.0"
    return "subnormal" if abs(value) < sys.float_info.min else "float"
