"""Aspects of an answer: the fields of a result, so that each mistake in one is found by itself."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial
from typing import Any

from candidates.deviations.deviation import Change, Deviation
from conformance.diagnosis.documents import parsed, places_of_result
from conformance.diagnosis.places import BY_KEY, Place, PlaceKind, Way, places, values_at
from conformance.diagnosis.plain import key_of
from conformance.operations import FORMS, REGISTRY
from conformance.protocol import json_text
from conformance.protocol.differences import Absent
from conformance.protocol.values import Answer, Result, Value

_PARSED = 4_000
"""The most documents that are kept: each aspect asks for that of the same answer."""


@dataclass(frozen=True, slots=True)
class Aspect:
    """The values at a place of a result, or of the document in a ``field``, after a ``prefix``."""

    place: Place
    field: str = ""
    prefix: str = ""

    def __str__(self) -> str:
        """Return what reports call it."""
        return f"{self.place} of {self.field}" if self.field else f"result{_dotted(self.place)}"

    def of(self, answer: Answer) -> bytes:
        """Return a key of what an answer has there; an error has itself."""
        if not isinstance(answer, Result):
            return repr(answer).encode("utf-8", "surrogatepass")
        values: list[Value] = [
            "absent" if isinstance(one, Absent) else one
            for one in values_at(self._whole(answer.value), self.place.path)
        ]
        return key_of(values)

    def taken(self, value: Value, other: Value) -> Value:
        """Return a result with what another one has there."""
        if self.of(Result(value)) == self.of(Result(other)):
            return value
        new = _replaced(self._whole(value), self._whole(other), self.place.path)
        return {self.field: self.prefix + json_text.written(new)} if self.field else new

    def _whole(self, value: Value) -> Value:
        if not self.field:
            return value
        text = value.get(self.field) if isinstance(value, dict) else None
        return _document(text, self.prefix) if isinstance(text, str) else None


@lru_cache(_PARSED)
def _document(text: str, prefix: str) -> Value:
    return parsed(text, prefix)


def _dotted(place: Place) -> str:
    return f"{'' if place.path[:1] in {(), (BY_KEY,)} else '.'}{place}"


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
    text = REGISTRY[operation].json_text
    named = (text.member, text.prefix) if text else ("", "")
    found = places_of_result(operation) if text else tuple(places(FORMS[operation].result.schema))
    objects = {one.path for one in found if one.kind is PlaceKind.MEMBERS}
    kept: dict[Way, Place] = {}
    for place in found:  # the outer ones first
        inside = any(place.path[: len(way)] == way for way in kept)
        if not (inside or {place.path, (*place.path, BY_KEY)} & objects):
            kept[place.path] = place
    return tuple(Aspect(place, *named) for place in kept.values())


def names_of_fields(aspects: Iterable[Aspect]) -> frozenset[str]:
    """Return the names of the fields of a result that aspects are of."""
    return frozenset(name for one in aspects for name in one.place.path) - {BY_KEY}


@dataclass(frozen=True)
class AspectDeviation(Deviation):
    """A deviation that changes only some aspects of an answer; ``whole`` changes all of it."""

    whole: Deviation = field(kw_only=True)


def within(
    row: Deviation, aspects: Sequence[Aspect], model: Mapping[str, Callable[..., Any]]
) -> AspectDeviation:
    """Return a deviation that has these aspects from a model with another one."""
    where = " and ".join(filter(None, (", ".join(map(str, aspects[:-1])), str(aspects[-1]))))
    sentence = f"{row.description}, but only in {where}"
    return AspectDeviation(
        name=f"{row.operation}: {sentence}",
        clause=f"{row.operation}.",
        description=sentence,
        changes=(Change(row.operation, partial(_merging, model[row.operation], tuple(aspects))),),
        advice=f"{row.advice.rstrip('.')}, in {where}." if row.advice else "",
        whole=row,
    )


def _merging(
    wrong: Callable[..., Value], aspects: Sequence[Aspect], step: Callable[..., Value]
) -> Callable[..., Value]:
    return partial(_merged, step, wrong, aspects)


def _merged(
    step: Callable[..., Value],
    wrong: Callable[..., Value],
    aspects: Sequence[Aspect],
    case: object,
) -> Value:
    value, other = step(case), wrong(case)
    for aspect in aspects:
        value = aspect.taken(value, other)
    return value
