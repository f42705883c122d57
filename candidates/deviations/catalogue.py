"""All deviations by name, gathered from the operations' folders, and what several of them make."""

import pkgutil
from collections.abc import Iterable
from importlib import import_module

from candidates import deviations, reference
from candidates.deviations.deviation import Deviation, Step, compose

LACKING = "without-"
"""What the name begins with of a deviation that harbor's release has and a candidate lacks."""


def _of_operations() -> dict[str, tuple[Deviation, ...]]:
    folders = [found.name for found in pkgutil.iter_modules(deviations.__path__) if found.ispkg]
    return {name: import_module(f"{deviations.__name__}.{name}").DEVIATIONS for name in folders}


def _by_name(deviations: Iterable[Deviation]) -> dict[str, Deviation]:
    """Return deviations by name; of two with one name the second would hide the first.

    A name that begins as those of what a candidate lacks would be taken for one.
    """
    by_name: dict[str, Deviation] = {}
    for deviation in deviations:
        if deviation.name.startswith(LACKING):
            raise ValueError(f"{deviation.name} begins with {LACKING}")
        if by_name.setdefault(deviation.name, deviation) is not deviation:
            raise ValueError(f"two deviations are called {deviation.name}")
    return by_name


CATALOGUE: dict[str, Deviation] = _by_name(
    deviation for rows in _of_operations().values() for deviation in rows
)
"""Each deviation by its name, all of which are different."""


class UnknownDeviationError(Exception):
    """The name stands for no deviation."""


def chosen(text: str) -> tuple[Deviation, ...]:
    """Return the deviations of ``NAME``, ``NAME=VALUE`` or several joined by ``+``.

    They come in the catalogue's order, not in that in which they are named. Raises
    UnknownDeviationError for a name that stands for none, ParameterError for a value that
    one does not take.
    """
    return tuple(in_order(_one(part) for part in text.split("+")))


def in_order(deviating: Iterable[Deviation]) -> list[Deviation]:
    """Return deviations in the catalogue's order, which is the one in which they apply."""
    last = len(_PLACES)
    return sorted(deviating, key=lambda one: _PLACES.get(one.name.partition("=")[0], last))


_PLACES = {name: place for place, name in enumerate(CATALOGUE)}


def lacking(row: Deviation) -> Deviation:
    """Return that a candidate lacks a deviation of harbor's release; it changes no step."""
    return Deviation(f"{LACKING}{row.name}", row.clause, f"not so: {row.description}")


def _one(text: str) -> Deviation:
    if text.startswith(LACKING) and text.removeprefix(LACKING) in CATALOGUE:
        return lacking(CATALOGUE[text.removeprefix(LACKING)])
    name, given, value = text.partition("=")
    if name not in CATALOGUE:
        raise UnknownDeviationError(f"no deviation {name!r}")
    return CATALOGUE[name].given(value) if given else CATALOGUE[name]


def functions(
    deviating: Iterable[Deviation], base: dict[str, Step] | None = None
) -> dict[str, Step]:
    """Return the operations with these deviations; the others are the reference's.

    ``base`` has what the reference lacks: ``run``, which harbor answers. Raises IncompatibleError
    if two of them replace the same step.
    """
    deviating = in_order(deviating)
    pipelines = reference.pipelines() | (base or {})
    for operation in {deviation.operation for deviation in deviating}:
        changing = [deviation for deviation in deviating if deviation.operation == operation]
        pipelines[operation] = compose(operation, pipelines[operation], changing)
    return pipelines
