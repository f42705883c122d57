"""Aspects of an answer: the fields of a result, so that each mistake in one is found by itself."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache

from candidates.deviations.deviation import Deviation
from conformance.diagnosis.editing import At, called, of_result
from conformance.diagnosis.places import BY_KEY, Place, PlaceKind, Way
from conformance.diagnosis.plain import key_of
from conformance.protocol import json_text
from conformance.protocol.differences import Absent
from conformance.protocol.values import Answer, Result, Value


@dataclass(frozen=True, slots=True)
class Aspect:
    """The values at a place of a result, or of the document in it."""

    at: At
    place: Place

    def __str__(self) -> str:
        """Return what reports call it."""
        return called(self.at, self.place)

    def of(self, answer: Answer) -> bytes | Answer:
        """Return a key of what an answer has there; an error is its own key."""
        if not isinstance(answer, Result):
            return answer
        values: list[Value] = [
            "absent" if isinstance(one, Absent) else one for one in self.at.values(answer.value)
        ]
        return key_of(values)

    def taken(self, value: Value, other: Value) -> Value:
        """Return a result with what another one has there."""
        if self.of(Result(value)) == self.of(Result(other)):
            return value
        at = self.at
        new = _replaced(at.whole(value), at.whole(other), at.path)
        return {at.field: at.prefix + json_text.written(new)} if at.field else new


def _replaced(value: Value, other: Value, path: Way) -> Value:
    if not path:
        return other
    step, *rest = path
    if not (isinstance(value, dict) and isinstance(other, dict)):
        return value
    names = value if step == BY_KEY else [step]
    both = [name for name in names if name in value and name in other]
    return {**value, **{name: _replaced(value[name], other[name], (*rest,)) for name in both}}


@cache
def aspects_of(operation: str) -> tuple[Aspect, ...]:
    """Return the aspects of an operation's result: its fields, also those of each group."""
    at, found = of_result(operation)[-1]
    objects = {one.path for one in found if one.kind is PlaceKind.MEMBERS}
    kept: dict[Way, Place] = {}
    for place in found:  # the outer ones first
        inside = any(place.path[: len(way)] == way for way in kept)
        if not (inside or {place.path, (*place.path, BY_KEY)} & objects):
            kept[place.path] = place
    return tuple(Aspect(at._replace(path=path), place) for path, place in kept.items())


def names_of_fields(aspects: Iterable[Aspect]) -> frozenset[str]:
    """Return the names of the fields of a result that aspects are of."""
    return frozenset(name for one in aspects for name in one.place.path) - {BY_KEY}


@dataclass(frozen=True)
class AspectDeviation(Deviation):
    """A deviation of which only some aspects of an answer are used; ``whole`` has all of it.

    Its changes are those of the whole.
    """

    whole: Deviation = field(kw_only=True)
    aspects: tuple[Aspect, ...] = field(kw_only=True)

    def taken(self, answer: Answer, of_whole: Answer) -> Answer:
        """Return an answer with these aspects of another one; an error stays, also of that."""
        if not (isinstance(answer, Result) and isinstance(of_whole, Result)):
            return of_whole if isinstance(answer, Result) else answer
        value = answer.value
        for aspect in self.aspects:
            value = aspect.taken(value, of_whole.value)
        return Result(value)


def within(row: Deviation, aspects: Sequence[Aspect]) -> AspectDeviation:
    """Return a deviation of which only these aspects are used."""
    where = " and ".join(filter(None, (", ".join(map(str, aspects[:-1])), str(aspects[-1]))))
    sentence = f"{row.description}, but only in {where}"
    return AspectDeviation(
        name=f"{row.operation}: {sentence}",
        clause=f"{row.operation}.",
        description=sentence,
        changes=row.changes,
        advice=f"{row.advice.rstrip('.')}, in {where}." if row.advice else "",
        whole=row,
        aspects=tuple(aspects),
    )
