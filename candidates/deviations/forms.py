"""Forms that come back in many rows: an error is caught, a value refused, a result revised."""

from collections.abc import Callable, Mapping
from typing import Any

from candidates.deviations.deviation import Changes, Step, around, before

type Errors = type[Exception] | tuple[type[Exception], ...]


def caught(
    errors: Errors, answer: object = None, *, raising: type[Exception] | None = None
) -> Callable[[Step], Step]:
    """Return the change of a step that answers, or raises another error, where it fails so."""

    def change(step: Step) -> Step:
        def steady(*arguments: object) -> object:
            try:
                return step(*arguments)
            except errors as error:
                if raising is not None:
                    raise raising(str(error)) from error
                return answer

        return steady

    return change


def refusing(error: type[Exception], is_bad: Callable[[Any], object]) -> Callable[[Any], Any]:
    """Return the change of a value that raises an error where ``is_bad`` applies."""

    def refuse(value: object) -> object:
        if is_bad(value):
            raise error
        return value

    return refuse


def refused_beyond(step: str, error: type[Exception]) -> Callable[[int], Changes]:
    """Return the change that refuses what is longer than a limit."""
    return lambda limit: before({step: refusing(error, lambda value: len(value) > limit)})


def repaired(step: str, repair: Callable[[str], str]) -> Changes:
    """Return the change that repairs a text where a parser refuses it."""

    def change(parse: Step) -> Step:
        def lenient(text: str) -> object:
            try:
                return parse(text)
            except ValueError:
                return parse(repair(text))

        return lenient

    return around({step: change})


def revised(step: str, change: Callable[[Any, Any], object]) -> Changes:
    """Return the change of a step's result that also depends on what the step was given."""
    return around({step: lambda inner: lambda given: change(given, inner(given))})


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
