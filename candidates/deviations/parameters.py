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


_ROUND = (64, 100, 128, 200, 250, 255, 256, 300, 400, 500, 512, 600, 700, 800, 900, 1000, 1023)
_LARGE = (1024, 2000, 2048, 4000, 4096, 4300, 5000, 8192, 10000, 16384, 32768, 65535, 65536)
_LARGER = (100000, 131072, 262144, 500000, 524288, 1000000, 1048576)
_NEAR = {n + d for n in (*_ROUND, *_LARGE, *_LARGER) for d in (-1, 0, 1)}
LIMITS = sorted(_NEAR.union(range(1, 257), range(260, 500, 10)))
"""Limits that people choose, and their neighbours."""
