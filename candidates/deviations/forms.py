"""Forms that come back in many rows: an error is caught, a value refused, a result revised."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from candidates.deviations.deviation import Changes, Step, before, calling

type Errors = type[Exception] | tuple[type[Exception], ...]


def caught(
    errors: Errors, answer: object = None, *, raising: type[Exception] | None = None
) -> Step:
    """Return what calls a step and answers, or raises another error, where that fails so."""

    def steady(step: Step, *arguments: object) -> object:
        try:
            return step(*arguments)
        except errors as error:
            if raising is not None:
                raise raising(str(error)) from error
            return answer

    return steady


def refusing(error: type[Exception], is_bad: Callable[[Any], object]) -> Callable[[Any], Any]:
    """Return the change of a value that raises an error where ``is_bad`` applies."""

    def refuse(value: object) -> object:
        if is_bad(value):
            raise error
        return value

    return refuse


def rewritten(step: str, pattern: str, replacement: str) -> Changes:
    """Return the change that replaces what matches a pattern in the text that a step takes."""
    return before(step, partial(re.sub, pattern, replacement))


def repaired(step: str, pattern: str, replacement: str | Callable[[re.Match[str]], str]) -> Changes:
    """Return the change that replaces a pattern in a text where a parser refuses it."""

    def lenient(parse: Step, text: str) -> object:
        try:
            return parse(text)
        except ValueError:
            return parse(re.sub(pattern, replacement, text))

    return calling(step, lenient)


def revised(step: str, change: Callable[[Any, Any], object]) -> Changes:
    """Return the change of a step's result that also depends on what the step was given."""
    return calling(step, lambda inner, given: change(given, inner(given)))


def if_object(change: Callable[[dict[str, Any]], object]) -> Callable[[object], object]:
    """Return the change of a value that is an object."""
    return lambda value: change(value) if isinstance(value, dict) else value


def each_value(change: Callable[[Any], Any]) -> Callable[[Mapping[str, Any]], dict[str, Any]]:
    """Return the change of every value of an object."""
    return lambda members: {key: change(value) for key, value in members.items()}


def where(keeps: Callable[[str, Any], object]) -> Callable[[Mapping[str, Any]], dict[str, Any]]:
    """Return the change that leaves an object some of its keys and values."""
    return lambda members: {key: one for key, one in members.items() if keeps(key, one)}


def first_document(text: str) -> str:
    """Return the JSON document that a text begins with; the whole text if there is none."""
    start = text.lstrip(" \t\n\r")
    with suppress(ValueError, RecursionError):
        return start[: json.JSONDecoder().raw_decode(start)[1]]
    return text


def first_members[V](limit: int) -> Callable[[Mapping[str, V] | None], dict[str, V] | None]:
    """Return the change that leaves an object its first members; null stays null."""
    return lambda members: None if members is None else dict([*members.items()][:limit])


def flattened(separator: str, named: Mapping[str, Any]) -> dict[str, Any]:
    """Return an object with the fields of inner objects, their keys joined."""
    made: dict[str, Any] = {}
    for key, one in named.items():
        inner = flattened(separator, one) if isinstance(one, dict) else None
        made |= (
            {key: one} if inner is None else {f"{key}{separator}{k}": n for k, n in inner.items()}
        )
    return made


def first_of_each[T](pairs: Sequence[tuple[str, T]]) -> dict[str, T]:
    """Return the first value of each key, in the order of the keys."""
    return {**dict(pairs), **dict(reversed(pairs))}
