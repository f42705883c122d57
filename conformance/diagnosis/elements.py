"""Edits that look at several places: keys in common, a field that is read from another."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import permutations
from typing import cast

from conformance.diagnosis.places import (
    BY_KEY,
    EACH,
    ELEMENT_STEPS,
    Called,
    Edit,
    Place,
    PlaceKind,
    Way,
    edited,
    places_below,
    values_at,
)
from conformance.protocol.differences import Absent
from conformance.protocol.values import Value

type _Edits = Iterator[tuple[str, Edit]]
"""Edits, each with a sentence."""


def from_siblings(place: Place, found: Iterable[Place]) -> _Edits:
    """Yield what reads one field of an object from another one of its kind."""
    depth = len(place.path) + 1
    inner = [one for one in found if one.path[:-1] == place.path and len(one.path) == depth]
    for one, other in permutations(inner if place.kind is PlaceKind.MEMBERS else (), 2):
        if one.kind is other.kind and one.kind in {PlaceKind.TEXT, PlaceKind.COUNT}:
            name, source = one.path[-1], other.path[-1]
            yield f"{name} in {{}} is read from {source}", partial(_from, name, source)
            if one.kind is PlaceKind.COUNT:
                less = partial(_subtracted, name, source)
                yield f"{source} is subtracted from {name} in {{}}", less


def _from(name: str, source: str, value: Value | Absent) -> Value | Absent:
    """Read a field from another one, unless the field itself is refused: absent, or of no type."""
    own, other = _both(name, source, value) or (None, None)
    missing = own is None or other is None
    if isinstance(value, dict) and name in value and (missing or type(own) is type(other)):
        return {**value, name: other}
    return value


def _subtracted(name: str, source: str, value: Value | Absent) -> Value | Absent:
    match value, _both(name, source, value):
        case dict(), [int(count), int(other)]:
            return {**value, name: count - other}
    return value


def _both(name: str, source: str, value: Value | Absent) -> list[Value]:
    return [value.get(name), value.get(source)] if isinstance(value, dict) else []


def with_common_keys(place: Place, found: Iterable[Place], called: Called) -> _Edits:
    """Yield what keeps some keys of the maps in a list, by the keys that all of them have."""
    for way, inner in places_below(place, found):
        if inner.kind is PlaceKind.MAP and not {EACH, BY_KEY} & {*way}:
            there = (ELEMENT_STEPS[place.kind], *way)
            for words, keys in _KEYS.items():
                yield f"{words} {called(inner)} count", partial(_with_keys_of, there, keys)
            words = f"later ones of {called(inner)} keep the keys of earlier ones"
            yield words, partial(_with_keys_before, there)


type _Maps = Sequence[Mapping[str, Value]]

_KEYS: Mapping[str, Callable[[_Maps], set[str]]] = {
    "only keys of all": lambda maps: set.intersection(*map(set, maps)),
    "only keys of the first of": lambda maps: set(maps[0]),
    "only keys of the last of": lambda maps: set(maps[-1]),
    "only keys of the first not empty one of": lambda maps: set(next(filter(None, maps), ())),
    "only keys of the last not empty one of": lambda maps: set(next(filter(None, maps[::-1]), ())),
}


def _with_keys_of(way: Way, keys: Callable[[_Maps], set[str]], value: Value | Absent) -> Value:
    maps = [one for one in values_at(cast("Value", value), way) if isinstance(one, dict)]
    kept = keys(maps) if maps else set()

    def chosen(one: Value | Absent) -> Value | Absent:
        return {k: v for k, v in one.items() if k in kept} if isinstance(one, dict) else one

    return edited(cast("Value", value), way, chosen)


def _with_keys_before(way: Way, value: Value | Absent) -> Value:
    before: dict[str, Value] = {}

    def updated(one: Value | Absent) -> Value | Absent:
        before.update(one if isinstance(one, dict) else {})
        return {**before} if isinstance(one, dict) else one

    return edited(cast("Value", value), way, updated)


def taken_from_inside(found: Sequence[Place]) -> _Edits:
    """Yield what reads a field of a document from an element of a list that has it too."""
    for place in found:
        for other in found:
            if len(place.path) == 1 and other.path[1:] == (EACH, *place.path):
                for which, at in {"last": -1, "first": 0}.items():
                    edit = partial(_inside, place.path[0], other.path, at)
                    yield f"{place} is read from the {which} {other}", partial(edit, always=True)
                    yield f"{place} that is null is read from the {which} {other}", edit
                edit = partial(_inside, place.path[0], other.path, 0, given=True)
                yield f"{place} that is null is read from the first non-null {other}", edit


def _inside(  # noqa: PLR0913 - partly given beforehand
    name: str,
    way: Way,
    at: int,
    value: Value | Absent,
    *,
    always: bool = False,
    given: bool = False,
) -> Value:
    document = cast("dict[str, Value]", value)
    inside = [None if isinstance(one, Absent) else one for one in values_at(document, way)]
    inside = [one for one in inside if one is not None] if given else inside
    if inside and (always or document.get(name) is None):
        return {**document, name: inside[at]}
    return document


def is_missing(value: Value | Absent) -> bool:
    """Return whether a value is null or absent."""
    return value is None or isinstance(value, Absent)


def is_number(value: Value | Absent) -> bool:
    """Return whether a value is a number, which a bool is not."""
    return isinstance(value, int | float) and not isinstance(value, bool)
