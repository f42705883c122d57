"""Deviations of the catalogue in some calls of their steps: where a list of numbers has a float."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from candidates.deviations.catalogue import CATALOGUE
from candidates.deviations.deviation import Change, Deviation
from candidates.deviations.step_words import taken_by
from conformance.diagnosis.documents import places_of_steps
from conformance.diagnosis.places import EACH, PlaceKind

type _Holds = Callable[[Sequence[float]], bool]

_WHERE: Mapping[str, _Holds] = {
    "{} has a float": lambda values: any(isinstance(one, float) for one in values),
    "{} has only floats": lambda values: all(isinstance(one, float) for one in values),
    "{} has only integers": lambda values: all(isinstance(one, int) for one in values),
}
"""In what lists people compute differently: a language, or a test of types, leads them to it."""


def guarded(operation: str) -> Iterator[Deviation]:
    """Yield the deviations that replace steps on lists of numbers, for some of the lists alone."""
    rows = (one for row in CATALOGUE.values() if row.operation == operation for one in row.each())
    for row in rows:
        if row.changes and all(is_of_numbers(operation, change) for change in row.changes):
            for words, holds in _WHERE.items():
                where = words.format(taken_by(operation, row.changes[0].step))
                sentence = f"{row.description}, where {where}"
                changes = tuple(
                    Change(one.step, partial(_in_some, one.of, holds), replaces=True)
                    for one in row.changes
                )
                name = f"{operation}: {sentence}"
                yield Deviation(name, row.clause, sentence, changes, advice=row.advice)


def is_of_numbers(operation: str, change: Change) -> bool:
    """Return whether a change replaces a whole step that takes a list of numbers first."""
    taken, _ = places_of_steps(operation).get(change.step, ((), ()))
    kinds = [(one.path, one.kind) for one in taken]
    numbers = [((), PlaceKind.LIST), ((EACH,), PlaceKind.NUMBER)]
    return change.replaces and change.entry is None and kinds == numbers


def _in_some(of: Callable[[Any], Any], holds: _Holds, step: Any) -> Callable[..., object]:  # noqa: ANN401 - any step
    """Return a step that is another one for some lists."""
    other = of(step)
    return lambda values, *rest: (other if holds(values) else step)(values, *rest)
