"""Deviations that follow from an operation's shapes: a field is ignored, a null becomes a text.

Each edits one place wherever it occurs: of the input, of the result, of a document in either, or of
what a step of the reference returns. What people do to one field they do to any other, so the
catalogue does not list these.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import islice
from typing import Any, NamedTuple

from candidates.deviations.catalogue import CATALOGUE
from candidates.deviations.deviation import Change, Deviation, after, before
from candidates.deviations.job.calls import of_stages
from conformance.diagnosis.documents import (
    edited_document,
    places_of_documents,
    places_of_result,
    places_of_steps,
)
from conformance.diagnosis.edits import EDITS, MISSING
from conformance.diagnosis.elements import (
    from_siblings,
    is_missing,
    left_out,
    taken_from_inside,
    with_common_keys,
)
from conformance.diagnosis.places import (
    ABSENT,
    BY_KEY,
    EACH,
    Edit,
    Place,
    PlaceKind,
    Way,
    edited,
    places,
)
from conformance.operations import FORMS, REGISTRY
from conformance.protocol.differences import Absent
from conformance.protocol.values import Case, Value


class At(NamedTuple):
    """Where an edit is made: ``side`` makes its changes before, or after, a step of an operation.

    The operation is its own step.
    """

    operation: str
    step: str
    side: Callable[[Mapping[str, Callable[..., Any]]], tuple[Change, ...]]


_DEEPEST, _MANY, _OF_A_DOCUMENT = 4, 60, 10
"""Keys on the way to a place of a document of which deviations are derived; places of a document
that is so large that the outer ones alone are; the first edits of a place that are tried."""


@dataclass(frozen=True)
class EditDeviation(Deviation):
    """A deviation that edits the input, or what a step returns, by a function of it."""

    edit: Callable[[Any], Any] = lambda value: value
    of_input: bool = False

    def leaves(self, case: Case) -> bool:
        """Return whether it is known to leave the answer to a case as it is."""
        try:
            return self.of_input and repr(self.edit(case.input)) == repr(case.input)
        except Exception:  # noqa: BLE001 - an edit may fail as the code of a candidate does
            return False


def edit_row(at: At, sentence: str, where: str, edit: Callable[[Any], Any]) -> EditDeviation:
    """Return a deviation that makes an edit; ``where`` names the place for the advice."""
    of_input = at.side is before and at.step == at.operation
    return EditDeviation(
        name=f"{at.operation}: {sentence}",
        clause=f"{at.operation}.",
        description=sentence,
        changes=at.side({at.step: edit}),
        advice=f"Use {where} unchanged{' in the result' if at.side is after else ''}.",
        edit=edit,
        of_input=of_input,
    )


@cache
def derived(operation: str) -> tuple[Deviation, ...]:
    """Return the deviations of an operation's input, of its result, and of the steps between."""
    form, at = FORMS[operation], At(operation, operation, before)
    stages = (row for row in of_stages() if row.name not in CATALOGUE) if operation == "job" else ()
    rows = [one for row in stages for one in row.each()]
    rows += _of_places(at, [*places(form.input.schema)], "{}")
    rows += _of_places(at._replace(side=after), [*places(form.result.schema)], "result{}")
    for field, found in places_of_documents(operation):
        outer = [one for one in found if len(one.path) <= (_DEEPEST if len(found) < _MANY else 1)]
        inside = partial(in_document, field, "")
        rows += _of_document(at, outer, f"{{}} of {field}", inside)
        for words, edit in taken_from_inside(found):
            rows.append(edit_row(at, f"{words} of {field}", field, inside((), edit)))
    if (text := REGISTRY[operation].json_text) is not None:
        inside = partial(in_document, text.member, text.prefix)
        found = places_of_result(operation)
        rows += _of_document(at._replace(side=after), found, f"{{}} of {text.member}", inside)
    for step, (taken, returned) in places_of_steps(operation).items():
        there, words = At(operation, step, after), f"the result{{}} of step {step}"
        if not returned or not returned[0].null:
            yields_null = partial(_always, None)
            rows.append(edit_row(there, f"step {step} returns null", f"step {step}", yields_null))
        rows += _of_places(there, returned, words)
        if taken and taken[0].kind is PlaceKind.LIST:
            rows += _of_places(there._replace(side=before), taken[:1], f"what step {step} takes")
    return tuple(rows)


def _of_places(at: At, found: Sequence[Place], words: str) -> Iterator[Deviation]:
    """Yield the deviations of places of an input or a result; ``words`` have room for the place."""
    for place in found:
        if not place.path and words == "{}":
            continue
        where = named(words, place)
        sentences = (*_edits(place), *left_out(place, found), *from_siblings(place, found))
        for sentence, edit in (*sentences, *with_common_keys(place, found)):
            change = partial(edited_at, place.path, edit)
            yield edit_row(at, sentence.format(where), where, change)


def _of_document(
    at: At, found: Iterable[Place], words: str, inside: Callable[[Way, Edit], Callable[[Any], Any]]
) -> Iterator[Deviation]:
    for place in found:
        for sentence, edit in islice(_edits(place), _OF_A_DOCUMENT):
            where = words.format(place if place.path else "the document")
            yield edit_row(at, sentence.format(where), where, inside(place.path, edit))


def named(words: str, place: Place) -> str:
    """Return what a place is called; ``words`` have room for the way there."""
    dot = "." if words.startswith("result") and place.path else ""
    return words.format(f"{'' if place.path[:1] in {(EACH,), (BY_KEY,)} else dot}{place}")


def in_document(field: str, prefix: str, path: Way, edit: Edit) -> Callable[[Any], Any]:
    """Return the edit of a place in the document that a field has as a text."""

    def of_text(value: Value | Absent) -> Value | Absent:
        return value if isinstance(value, Absent) else edited_document(path, edit, prefix, value)

    return partial(edited_at, (field,), of_text)


def edited_at(path: Way, edit: Edit, value: Value) -> Value:
    """Return a value with an edit at a place, as ``edited`` does."""
    return edited(value, path, edit)


def _edits(place: Place) -> Iterator[tuple[str, Edit]]:
    """Yield what people do at a place: a sentence about it, and the edit."""
    if place.null or place.absent:
        for words, default in _defaults(place):
            yield f"null in {{}} is read as {words}", partial(_if_missing, default)
        yield "{} is ignored", partial(_always, ABSENT if place.absent else None)
    elif place.kind is PlaceKind.TEXT:
        yield "{} is ignored", partial(_always, "")
    for choice in place.choices:
        yield f"{{}} is always read as {choice}", partial(_always, choice)
    types, table = EDITS.get(place.kind, ((), {}))
    for sentence, edit in table.items():
        yield sentence, partial(_of_types, types, edit)


def _defaults(place: Place) -> Iterator[tuple[str, Value]]:
    yield from MISSING.get(place.kind, {}).items()
    if place.fields:
        yield "an object of nulls", dict.fromkeys(place.fields)
        yield "an object of empty objects", {name: {} for name in place.fields}


def _always(value: Value | Absent, _: Value | Absent) -> Value | Absent:
    return value


def _if_missing(default: Value, value: Value | Absent) -> Value | Absent:
    return default if is_missing(value) else value


def _of_types(
    types: tuple[type, ...], edit: Callable[[Any], Value], value: Value | Absent
) -> Value | Absent:
    """Edit a value of one of these types; a bool is no number."""
    return edit(value) if type(value) in types else value
