"""Deviations that follow from an operation's shapes: a field is ignored, a null becomes a text.

Each edits one place in every occurrence: in the input, in the result, in a document in either, or
in a value that a step of the reference returns. Such mistakes occur in any field, so the catalogue
does not list them.
"""

import operator
import statistics
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import islice
from typing import Any, cast

from candidates.deviations.catalogue import CATALOGUE
from candidates.deviations.deviation import Deviation, after, before, calling, instead
from candidates.deviations.job.calls import everywhere, of_stages
from candidates.deviations.job.trials_of_steps import of_other_trials
from candidates.deviations.lists_and_maps import ARRAYS, OBJECTS
from candidates.deviations.number_edits import NUMBERS_OF
from candidates.deviations.step_words import given_by, taken_by
from candidates.deviations.texts import Edits, decoded, kept
from candidates.deviations.trial_result.models import of_kinds, unvalidated
from conformance.diagnosis.documents import (
    is_constant,
    places_of_documents,
    places_of_result,
    places_of_steps,
    step_at,
)
from conformance.diagnosis.editing import At, edit_row, step_row
from conformance.diagnosis.elements import (
    from_siblings,
    is_missing,
    is_number,
    taken_from_inside,
    with_common_keys,
)
from conformance.diagnosis.mutants import mutated
from conformance.diagnosis.places import (
    ABSENT,
    BY_KEY,
    EACH,
    EDITS,
    MISSING,
    Called,
    Edit,
    Place,
    PlaceKind,
    Way,
    in_result,
    places,
)
from conformance.diagnosis.tables import of_tables
from conformance.operations import FORMS, REGISTRY
from conformance.protocol.differences import Absent
from conformance.protocol.values import Value

_DEEPEST, _MANY, _OF_A_DOCUMENT = 4, 60, 13
"""The most keys on the way to a place of a document; the number of places from which on only outer
ones are edited; the number of edits of a place that are tried first."""


@cache
def derived(operation: str) -> tuple[Deviation, ...]:
    """Return the deviations of an operation's input, of its result, and of the steps between."""
    form, at = FORMS[operation], At(operation, operation, before)
    stages = (row for row in of_stages() if row.name not in CATALOGUE) if operation == "job" else ()
    rows = [one for row in stages for one in row.each()]
    rows += [*unvalidated(), *of_kinds()] if operation == "trial_result" else ()
    rows += _of_places(at, [one for one in places(form.input.schema) if one.path], str)
    rows += _of_places(at._replace(side=after), [*places(form.result.schema)], in_result)
    for name, found in places_of_documents(operation):
        outer = [one for one in found if len(one.path) <= (_DEEPEST if len(found) < _MANY else 1)]
        inside = at._replace(field=name)
        rows += _of_document(inside, outer, f"{{}} of {name}", found)
        for words, edit in taken_from_inside(found):
            rows.append(edit_row(inside, f"{words} of {name}", name, edit))
    if (text := REGISTRY[operation].json_text) is not None:
        inside = at._replace(side=after, field=text.member, prefix=text.prefix)
        rows += _of_document(inside, places_of_result(operation), f"{{}} of {text.member}")
    for step, (taken, returned) in places_of_steps(operation).items():
        there = At(operation, step, after)
        rows += computed_like(operation, step)
        rows += _aggregated(operation, step)
        rows += _of_places(there, returned, partial(given_by, operation, step))
        if step.rpartition(".")[2] == "decode":
            rows += decoded(operation, step, taken_by(operation, step))
        if taken and not taken[0].path:
            words = taken_by(operation, step)
            called = partial(_in_taken, words)
            rows += _of_places(there._replace(side=before), taken[:1], called, taken)
            if {one.kind for one in (*taken, *returned)} == {PlaceKind.TEXT}:
                rows += kept(operation, step, everywhere(step), words)
    rows += of_other_trials(places_of_steps(operation)) if operation == "job" else ()
    return (*rows, *of_tables(operation), *mutated(operation))


def _of_places(
    at: At, found: Sequence[Place], called: Called, every: Sequence[Place] = ()
) -> Iterator[Deviation]:
    """Yield the deviations of places among ``every``; ``called`` returns the words for each."""
    for place in found:
        where, there = called(place), at._replace(path=place.path)
        is_result = at.step == at.operation and at.side is after
        own = (one for one in _edits(place) if is_result or place.null or "null" not in one[0][-4:])
        edits = (*own, *from_siblings(place, found))
        named = [(sentence.format(where), edit) for sentence, edit in edits]
        for sentence, edit in (*named, *with_common_keys(place, every or found, called)):
            yield edit_row(there, sentence, where, edit)


def _of_document(
    at: At, found: Iterable[Place], words: str, every: Iterable[Place] = ()
) -> Iterator[Deviation]:
    for place in found:
        edits = (
            *_of_other_types(place),
            *islice(_edits(place), _OF_A_DOCUMENT),
            *from_siblings(place, every),
        )
        of_whole = (*_of_types_each((dict,), OBJECTS), *_of_types_each((list,), ARRAYS))
        for sentence, edit in edits if place.path else (*edits, *of_whole):
            where = words.format(_WHOLE.get(place.path, place))
            there = at._replace(path=place.path)
            yield edit_row(there, sentence.format(where), where, edit)


_WHOLE: Mapping[Way, str] = {(): "the document", (BY_KEY,): "each value"}
"""The words for the places of a document that no field leads to."""


def _in_taken(words: str, place: Place) -> str:
    """Return the words for a place of what a step takes, by those for the whole of it."""
    if place.path in {(EACH,), (BY_KEY,)}:
        return f"the elements of {words}"
    return f"{place} of {words}" if place.path else words


def _edits(place: Place) -> Iterator[tuple[str, Edit]]:
    """Yield common mistakes at a place: a sentence, and the edit."""
    if place.null or place.absent:
        for words, default in _defaults(place):
            yield f"null in {{}} is read as {words}", partial(_if_missing, default)
        if place.null and place.absent:
            yield "null in {} counts as absent", partial(_if_missing, ABSENT)
        yield "{} is ignored", partial(_always, ABSENT if place.absent else None)
        if place.kind is PlaceKind.NUMBER:
            for words, which in NUMBERS_OF.items():
                yield f"{{}} that is {words} counts as none", partial(_none_if, which)
    elif place.kind is PlaceKind.TEXT:
        yield "{} is ignored", partial(_always, "")
    for number in (0, 1) if place.kind is PlaceKind.NUMBER else ():
        yield f"{{}} is always read as {number}", partial(_always, number)
    for choice in place.choices:
        yield f"{{}} is always read as {choice}", partial(_always, choice)
    yield from _of_types_each(*EDITS.get(place.kind, ((), {})))


def _none_if(which: Callable[[float], bool], value: Value | Absent) -> Value | Absent:
    return None if is_number(value) and which(cast("float", value)) else value


def _of_types_each(types: tuple[type, ...], table: Edits) -> Iterator[tuple[str, Edit]]:
    """Yield the edits of a table, applied only to values of these types."""
    for sentence, edit in table.items():
        yield sentence, partial(_of_types, types, edit)


def _defaults(place: Place) -> Iterator[tuple[str, Value]]:
    yield from MISSING.get(place.kind, {}).items()
    if place.fields:
        yield "an object of nulls", dict.fromkeys(place.fields)
        yield "an object of empty objects", {name: {} for name in place.fields}
    elif place.kind is PlaceKind.MEMBERS:
        yield "an empty object", {}


_EMPTY: Mapping[PlaceKind, type[list[Value]] | type[dict[str, Value]]] = {
    PlaceKind.LIST: list,
    PlaceKind.MAP: dict,
    PlaceKind.MEMBERS: dict,
}
"""The types whose empty value people read in place of something else."""


_REFUSED: Value = [[]]
"""A value that no field of a document may have."""


def _of_other_types(place: Place) -> Iterator[tuple[str, Edit]]:
    """Yield the edits that refuse a missing value, and that read another type as an empty one."""
    if place.path and (place.null or place.absent):
        yield "{} that is null or absent is refused", partial(_if_missing, _REFUSED)
        yield "{} that is absent is refused", _if_absent
    kind = _EMPTY.get(place.kind)
    if kind is not None and place.path:
        words = f"an empty {'list' if kind is list else 'object'}"
        empty = partial(_if_empty, kind())
        yield f"{{}} that is null, empty, 0 or false is read as {words}", empty


def _if_empty(empty: Value, value: Value | Absent) -> Value | Absent:
    return value if value or isinstance(value, Absent) else empty


def _always(value: Value | Absent, _: Value | Absent) -> Value | Absent:
    return value


def _if_missing(default: Value | Absent, value: Value | Absent) -> Value | Absent:
    return default if is_missing(value) else value


def _if_absent(value: Value | Absent) -> Value:
    return _REFUSED if isinstance(value, Absent) else value


def _of_types(
    types: tuple[type, ...], edit: Callable[[Any], Value], value: Value | Absent
) -> Value | Absent:
    """Edit a value of one of these types; a bool is not a number."""
    return edit(value) if type(value) in types else value


def computed_like(operation: str, step: str) -> Iterator[Deviation]:
    """Yield the deviations of a step that is exchanged with one next to it, or combined with it.

    Both return a number. A step that always returns the same one is not computed.
    """
    every = places_of_steps(operation)
    for other in every:
        are_near = other != step and other.rpartition(".")[0] == step.rpartition(".")[0]
        gives_number = [place.kind for place in every[other][1]] == [PlaceKind.NUMBER]
        if are_near and gives_number and every[other] == every[step]:
            where, like = (given_by(operation, name) for name in (step, other))
            changes = instead(everywhere(step), step_at(operation, other))
            if not is_constant(operation, other):
                yield from _combined(operation, step, other)
            if step < other:
                changes += instead(everywhere(other), step_at(operation, step))
                yield step_row(operation, step, f"{where} and {like} are exchanged", changes)


_WAYS: Mapping[str, Callable[[float, float], float]] = {
    "{1} is subtracted from {0}": operator.sub,
    "{1} is subtracted from {0}, down to 0": lambda one, other: max(one - other, 0),
    "{1} is added to {0}": operator.add,
}
"""What people do to a number with another one."""


def _combined(operation: str, step: str, other: str) -> Iterator[Deviation]:
    where, by = (given_by(operation, name) for name in (step, other))
    for sentence, way in _WAYS.items():
        changes = calling(everywhere(step), partial(_both, way, step_at(operation, other)))
        yield step_row(operation, step, sentence.format(where, by), changes)


def _both(
    way: Callable[[float, float], float],
    other: Callable[..., float | None],
    step: Callable[..., float | None],
    *arguments: object,
) -> float | None:
    numbers = step(*arguments), other(*arguments)
    return numbers[0] if numbers[0] is None or numbers[1] is None else way(numbers[0], numbers[1])


_AGGREGATES: Mapping[str, Callable[[Sequence[float]], float]] = {
    "the greatest": max,
    "the least": min,
    "the first": operator.itemgetter(0),
    "the last": operator.itemgetter(-1),
    "the sum": sum,
    "the median": statistics.median,
    "the number": len,
}
"""What people compute from numbers instead of something else."""


def _aggregated(operation: str, step: str) -> Iterator[Deviation]:
    """Yield the deviations of a step that computes another number from its list of numbers."""
    taken, returned = places_of_steps(operation)[step]
    is_list = bool(taken) and taken[0].kind is PlaceKind.LIST and not taken[0].path
    numbers = [one.kind for one in returned] == [PlaceKind.NUMBER]
    if is_list and numbers and taken[-1].kind is PlaceKind.NUMBER:
        where, values = given_by(operation, step), taken_by(operation, step)
        for which, of in _AGGREGATES.items():
            changes = calling(everywhere(step), partial(_of_numbers, of))
            yield step_row(operation, step, f"{where} is {which} of {values}", changes)


def _of_numbers(
    of: Callable[[Sequence[float]], float],
    step: Callable[..., float | None],
    values: object,
    *others: object,
) -> float | None:
    numbers = [*_flat(values)]
    return of(numbers) if numbers else step(values, *others)


def _flat(value: object) -> Iterator[float]:
    if is_number(cast("Value", value)):
        yield cast("float", value)
    for inner in value if isinstance(value, list | tuple) else ():
        yield from _flat(inner)
