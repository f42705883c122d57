"""The values that rows take: numbers, names, limits and names of errors."""

from collections.abc import Callable, Sequence
from typing import Any

from candidates.deviations.deviation import Changes, Parameter, around
from candidates.deviations.forms import caught
from candidates.deviations.numbers import read_number


def taking(
    name: str,
    read: Callable[[str], Any],
    changes: Callable[[Any], Changes],
    values: str | Sequence[str],
) -> Parameter:
    """Return a parameter of this name with one value or several, the first by default."""
    default, *usual = (values,) if isinstance(values, str) else values
    return Parameter(name, default, read, changes, tuple(usual))


def taking_number(changes: Callable[[Any], Changes], values: str | Sequence[str]) -> Parameter:
    """Return a parameter that is a number."""
    return taking("value", read_number, changes, values)


def taking_name(changes: Callable[[str], Changes], values: str | Sequence[str]) -> Parameter:
    """Return a parameter that is a name."""
    return taking("name", str, changes, values)


def taking_limit(name: str, changes: Callable[[int], Changes], limits: Sequence[int]) -> Parameter:
    """Return a parameter that is a limit, 1 at least."""

    def read(text: str) -> int:
        if int(text) < 1:
            raise ValueError(text)
        return int(text)

    return taking(name, read, changes, [*map(str, limits)])


def taking_error(
    default: str, steps: tuple[str, ...], error: type[Exception], *usual: str
) -> Parameter:
    """Return a parameter that is the name under which these steps raise an error."""

    def renamed(name: str) -> Changes:
        other = type(name, (Exception,), {})
        return around(dict.fromkeys(steps, caught(error, raising=other)))

    return taking_name(renamed, (default, *usual))
