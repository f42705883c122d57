"""The values that rows take: numbers, names, limits and names of errors."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from candidates.deviations.deviation import Changes, Parameter, Step, Steps, before, calling
from candidates.deviations.forms import caught, refusing
from candidates.deviations.numbers import read_number, rounded


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


def rounded_to(each: Callable[[Step], Changes], *digits: str) -> Parameter:
    """Return the parameter that is the digits that every float keeps behind the point."""
    return taking("number of digits", int, lambda most: each(partial(rounded, most)), digits)


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


def first_of(name: str, cut: Callable[[Step], Changes], *limits: int) -> Parameter:
    """Return the parameter that is a limit of a sequence; ``cut`` is where it is cut off."""
    return taking_limit(name, lambda limit: cut(lambda values: values[:limit]), limits)


def refused_beyond(step: str, error: type[Exception]) -> Parameter:
    """Return the parameter that is the most bytes that a step takes; more raise an error."""

    def changes(limit: int) -> Changes:
        return before(step, refusing(error, lambda content: len(content) > limit))

    return taking_limit("number of bytes", changes, (4_096, 65_536))


def taking_error(steps: Steps, error: type[Exception], *names: str) -> Parameter:
    """Return the parameter that is the name under which these steps raise an error."""

    def renamed(name: str) -> Changes:
        return calling(steps, caught(error, raising=type(name, (Exception,), {})))

    return taking_name(renamed, names)


_ROUND = (64, 100, 128, 200, 250, 255, 256, 300, 400, 500, 512, 600, 700, 800, 900, 1000, 1023)
_LARGE = (1024, 2000, 2048, 4000, 4096, 4300, 5000, 8192, 10000, 16384, 32768, 65535, 65536)
_LARGER = (100000, 131072, 262144, 500000, 524288, 1000000, 1048576)
_NEAR = {n + d for n in (*_ROUND, *_LARGE, *_LARGER) for d in (-1, 0, 1)}
LIMITS = sorted(_NEAR.union(range(1, 257), range(260, 500, 10)))
"""Limits that people choose, and their neighbours."""
