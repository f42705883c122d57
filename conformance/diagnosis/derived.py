"""Deviations that follow from an operation's shapes: a field is ignored, a null becomes a text.

Each edits one place wherever it occurs: of the input, of the result, of a document in either, or of
what a step of the reference returns. What people do to one field they do to any other, so the
catalogue does not list these.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import islice
from typing import Any, NamedTuple, cast

from candidates.deviations.catalogue import CATALOGUE
from candidates.deviations.decoding import decoded
from candidates.deviations.deviation import Change, Deviation, after, before
from candidates.deviations.job.calls import everywhere, of_stages
from candidates.deviations.job.trials_of_steps import of_other_trials
from candidates.deviations.step_words import given_by, taken_by
from candidates.deviations.texts import Edits, kept
from candidates.deviations.trial_result.models import unvalidated
from conformance.diagnosis.documents import (
    edited_document,
    parsed,
    places_of_documents,
    places_of_result,
    places_of_steps,
)
from conformance.diagnosis.edits import ARRAYS, EDITS, MISSING, NUMBERS_OF, OBJECTS
from conformance.diagnosis.elements import (
    from_siblings,
    is_missing,
    is_number,
    left_out,
    of_all_fields,
    taken_from_inside,
    with_common_keys,
)
from conformance.diagnosis.exchanged import exchanged
from conformance.diagnosis.places import (
    ABSENT,
    BY_KEY,
    EACH,
    Called,
    Edit,
    Place,
    PlaceKind,
    Way,
    edited,
    places,
    values_at,
)
from conformance.operations import FORMS, REGISTRY
from conformance.protocol.differences import Absent
from conformance.protocol.values import Value


class At(NamedTuple):
    """Where an edit is made: ``side`` makes its changes before, or after, a step of an operation.

    The operation is its own step. ``path`` leads to the place: in the value that the step takes or
    returns, or in the document that a ``field`` of it has as a text after a ``prefix``.
    """

    operation: str
    step: str
    side: Callable[[Mapping[str, Callable[..., Any]]], tuple[Change, ...]]
    path: Way = ()
    field: str = ""
    prefix: str = ""

    def edited(self, edit: Edit, whole: Value) -> Value:
        """Return a value with an edit at the place."""
        if not self.field:
            return edited(whole, self.path, edit)
        inside = partial(edited_document, self.path, edit, self.prefix)
        return edited(whole, (self.field,), inside)

    def values(self, whole: Value) -> Iterator[Value | Absent]:
        """Yield what there is at the place in a value, each occurrence."""
        if self.field:
            text = whole.get(self.field) if isinstance(whole, dict) else None
            whole = parsed(text, self.prefix)
            if not isinstance(whole, dict | list):
                return
        yield from values_at(whole, self.path)


_DEEPEST, _MANY, _OF_A_DOCUMENT = 4, 60, 13
"""Keys on the way to a place of a document of which deviations are derived; places of a document
that is so large that the outer ones alone are; the first edits of a place that are tried."""


@dataclass(frozen=True)
class EditDeviation(Deviation):
    """A deviation that edits what there is at a place, ``is_of_one`` a number or a text."""

    at: At = field(kw_only=True)
    edit: Edit = field(kw_only=True)
    is_of_one: bool = field(default=False, kw_only=True)

    def leaves(self, values: Iterable[Value | Absent]) -> bool:
        """Return whether it is known to leave these values of its place as they are."""
        try:
            return all(repr(self.edit(value)) == repr(value) for value in values)
        except Exception:  # noqa: BLE001 - an edit may fail as the code of a candidate does
            return False


_OF_ONE = {PlaceKind.NUMBER, PlaceKind.COUNT, PlaceKind.TEXT, PlaceKind.CHOICE}


def edit_row(
    at: At, sentence: str, where: str, edit: Edit, kind: PlaceKind = PlaceKind.OTHER
) -> EditDeviation:
    """Return a deviation that makes an edit; ``where`` names the place for the advice."""
    return EditDeviation(
        name=f"{at.operation}: {sentence} ({at.step})",
        clause=f"{at.operation}.",
        description=sentence,
        changes=at.side(dict.fromkeys(everywhere(at.step), partial(at.edited, edit))),
        advice=f"Use {where} unchanged{' in the result' if at.side is after else ''}.",
        at=at,
        edit=edit,
        is_of_one=kind in _OF_ONE,
    )


@cache
def derived(operation: str) -> tuple[Deviation, ...]:
    """Return the deviations of an operation's input, of its result, and of the steps between."""
    form, at = FORMS[operation], At(operation, operation, before)
    stages = (row for row in of_stages() if row.name not in CATALOGUE) if operation == "job" else ()
    rows = [one for row in stages for one in row.each()]
    rows += unvalidated() if operation == "trial_result" else ()
    rows += of_other_trials(places_of_steps(operation)) if operation == "job" else ()
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
        rows += exchanged(operation, step)
        rows += _of_places(there, returned, partial(given_by, operation, step))
        if step.rpartition(".")[2] == "decode":
            rows += decoded(operation, step, taken_by(operation, step))
        if taken and not taken[0].path:
            words = taken_by(operation, step)
            rows += _of_places(there._replace(side=before), taken[:1], words.format, taken)
            if {one.kind for one in (*taken, *returned)} == {PlaceKind.TEXT}:
                rows += kept(operation, step, everywhere(step), words)
    return tuple(rows)


def _of_places(
    at: At, found: Sequence[Place], called: Called, every: Sequence[Place] = ()
) -> Iterator[Deviation]:
    """Yield the deviations of places among ``every``; ``called`` returns the words for each."""
    for place in found:
        where, there = called(place), at._replace(path=place.path)
        below = left_out(place, every or found)
        is_input = at.step == at.operation and at.side is before
        of_all = of_all_fields(place, found, _edits) if is_input else ()
        edits = (*_edits(place), *below, *from_siblings(place, found), *of_all)
        named = [(sentence.format(where), edit) for sentence, edit in edits]
        for sentence, edit in (*named, *with_common_keys(place, found, called)):
            yield edit_row(there, sentence, where, edit, place.kind)


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
            where = words.format(place if place.path else "the document")
            there = at._replace(path=place.path)
            yield edit_row(there, sentence.format(where), where, edit, place.kind)


def in_result(place: Place) -> str:
    """Return what a place of a result is called."""
    dot = "" if place.path[:1] in {(), (EACH,), (BY_KEY,)} else "."
    return f"result{dot}{place}"


def _edits(place: Place) -> Iterator[tuple[str, Edit]]:
    """Yield what people do at a place: a sentence about it, and the edit."""
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
    """Yield the edits of a table, of values of these types alone."""
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
"""The types of empty values that people read something else as."""


def _of_other_types(place: Place) -> Iterator[tuple[str, Edit]]:
    """Yield what reads a value that is no list or no object as an empty one."""
    kind = _EMPTY.get(place.kind)
    if kind is not None and place.path:
        words = f"an empty {'list' if kind is list else 'object'}"
        empty = partial(_if_empty, kind())
        yield f"{{}} that is null, empty, 0 or false is read as {words}", empty
        yield f"{{}} of another type is read as {words}", partial(_if_not, kind)


def _if_empty(empty: Value, value: Value | Absent) -> Value | Absent:
    return value if value or isinstance(value, Absent) else empty


def _if_not(
    kind: type[list[Value]] | type[dict[str, Value]], value: Value | Absent
) -> Value | Absent:
    return value if isinstance(value, kind | Absent) else kind()


def _always(value: Value | Absent, _: Value | Absent) -> Value | Absent:
    return value


def _if_missing(default: Value | Absent, value: Value | Absent) -> Value | Absent:
    return default if is_missing(value) else value


def _of_types(
    types: tuple[type, ...], edit: Callable[[Any], Value], value: Value | Absent
) -> Value | Absent:
    """Edit a value of one of these types; a bool is no number."""
    return edit(value) if type(value) in types else value
