"""What a candidate may do to some elements of a list, or return from some calls of a step."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial

from candidates.deviations.deviation import Deviation, Step, after, before, calling
from candidates.deviations.job.calls import everywhere
from candidates.deviations.step_words import given_by, taken_by
from conformance.diagnosis.documents import (
    places_of_documents,
    places_of_steps,
    values_of_steps,
)
from conformance.diagnosis.editing import At, edit_row, step_row
from conformance.diagnosis.element_facts import Inner
from conformance.diagnosis.places import (
    ABSENT,
    BY_KEY,
    EACH,
    ELEMENT_STEPS,
    Place,
    PlaceKind,
    Way,
    edited,
    in_result,
    places,
    places_below,
)
from conformance.diagnosis.plain import texts_in
from conformance.operations import FORMS
from conformance.protocol import show
from conformance.protocol.differences import Absent
from conformance.protocol.values import Value

_MOST_CONSTANTS = 30
"""The most different texts that a step returns which may be returned elsewhere."""

type Collection = list[Value] | dict[str, Value]

type Choose = Callable[[Collection], Iterable[int]]
"""Returns the positions of the elements that are changed."""

type _Change = Callable[[Value], Value | Absent]
"""What is done to an element."""


@dataclass(frozen=True)
class ElementTarget:
    """Elements at a place that are changed, in words with a place for what they are elements of.

    ``inner`` has the places in an element.
    """

    at: At
    called: str
    inner: Inner
    words: str
    change: _Change

    def collections(self, values: Iterable[Value | Absent]) -> list[Collection]:
        """Return the lists and objects with the elements among the values of a case."""
        return [one for one in values if isinstance(one, list | dict)]

    def row(self, which: str, choose: Choose) -> Deviation:
        """Return the deviation that changes the chosen elements; ``which`` says which."""

        def edit(value: Value | Absent) -> Value | Absent:
            if not isinstance(value, list | dict):
                return value
            return _changed(self.change, choose(value), value)

        words = self.words.format(f"elements of {self.called}")
        return edit_row(self.at, f"{words} where {which}", self.called, edit)


@dataclass(frozen=True)
class CallTarget:
    """Calls of a step that return a constant."""

    at: At
    inner: Inner
    constant: Value

    def collections(self, values: Iterable[Value | Absent]) -> list[Collection]:
        """Return a list of what each call takes."""
        return [[one] for one in values if not isinstance(one, Absent)]

    def row(self, which: str, choose: Choose) -> Deviation:
        """Return the deviation that returns the constant from the chosen calls."""

        def edit(step: Step, *arguments: Value) -> Value:
            return self.constant if [*choose([arguments[0]])] else step(*arguments)

        taken, where = (of(self.at.operation, self.at.step) for of in (taken_by, given_by))
        said = which.replace("the element", taken).replace("some element", taken)
        words = f"{where} is {show.value(self.constant)}, where {said}"
        changes = calling(everywhere(self.at.step), edit)
        return step_row(self.at.operation, self.at.step, words, changes)


type Target = ElementTarget | CallTarget
"""What may be done to some of the elements at a place; a call of a step is an element too."""


@cache
def targets(operation: str) -> tuple[Target, ...]:
    """Return the targets of an operation's input, documents and steps."""
    at = At(operation, operation, before)
    shown = [one for one in places(FORMS[operation].input.schema) if one.path]
    found: list[Target] = [*_of_places(at, shown, str)]
    result = places(FORMS[operation].result.schema)
    found += _of_places(at._replace(side=after), result, in_result)
    for name, inside in places_of_documents(operation):
        found += _of_places(at._replace(field=name), inside, partial(_in_document, name))
    for step, (taken, returned) in places_of_steps(operation).items():
        found += _of_calls(operation, step, taken, returned)  # few, and quickly tried
    for step, (taken, returned) in places_of_steps(operation).items():
        takes = partial(_always, taken_by(operation, step)) if taken else str
        found += _of_places(At(operation, step, before), taken[:1], takes, taken)
        gives = partial(given_by, operation, step)
        found += _of_places(At(operation, step, after), returned, gives)
    return tuple(found)


def _in_document(name: str, place: Place) -> str:
    return f"{place} of {name}" if place.path else name


def _always(words: str, _: Place) -> str:
    return words


def _of_places(
    at: At, found: Iterable[Place], called: Callable[[Place], str], every: Iterable[Place] = ()
) -> Iterator[Target]:
    found = [*found]
    for place in (one for one in found if one.kind in ELEMENT_STEPS):
        inner = tuple(places_below(place, every or found))
        there = at._replace(path=place.path)
        for words, change in _changes(inner):
            yield ElementTarget(there, called(place), inner, words, change)


def _changes(inner: Inner) -> Iterator[tuple[str, _Change]]:
    yield "{} are left out", lambda _: ABSENT
    for way, place in inner:
        if way and place.null and not {EACH, BY_KEY} & {*way}:
            yield f"{'.'.join(way)} in {{}} is null", partial(_nulled, way)


def _of_calls(
    operation: str, step: str, taken: Sequence[Place], returned: Sequence[Place]
) -> Iterator[Target]:
    inner = tuple((one.path, one) for one in taken)
    is_plain = inner and not inner[0][0] and returned
    for constant in _constants(operation, step, returned[0]) if is_plain else ():
        yield CallTarget(At(operation, step, before), inner, constant)


def _constants(operation: str, step: str, place: Place) -> Iterator[Value]:
    """Yield what a step may return instead, by the kind of what it returns."""
    match place.kind:
        case PlaceKind.NUMBER | PlaceKind.COUNT:
            yield from (0, 1)
        case PlaceKind.OTHER:
            yield from (True, False)
        case PlaceKind.LIST:
            yield []
        case PlaceKind.TEXT | PlaceKind.CHOICE:
            taken, returned = values_of_steps(operation)[step]
            texts = {one for one in returned if isinstance(one, str)}
            given = {text for one in taken for text in texts_in(one)}
            computed = 2 * len(texts & given) <= len(texts) <= _MOST_CONSTANTS
            yield from sorted(texts) if computed else ()
    if place.null:
        yield None


def _nulled(way: Way, element: Value) -> Value:
    return edited(element, way, lambda _: None)


def _changed(change: _Change, chosen: Iterable[int], value: Collection) -> Value:
    """Return a list or object with a change of the elements at some positions."""
    chosen = {*chosen}
    if isinstance(value, dict):
        new = (
            (key, change(one) if place in chosen else one)
            for place, (key, one) in enumerate(value.items())
        )
        return {key: one for key, one in new if not isinstance(one, Absent)}
    each = (change(one) if place in chosen else one for place, one in enumerate(value))
    return [one for one in each if not isinstance(one, Absent)]
