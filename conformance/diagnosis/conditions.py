"""Where a deviation applies: the simplest condition that separates two sets of cases."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from conformance.diagnosis.places import Place, PlaceKind, places, values_at
from conformance.operations import FORMS
from conformance.protocol.differences import Absent
from conformance.protocol.values import Case, Value

MOST_FACTS = 3
"""Facts of one condition, at most."""

type Facts = Mapping[str, float]
"""What is true of a case: 1 for a fact that holds, or a count."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact about a case: something occurs, or does not, or a count lies in a range."""

    name: str
    least: float
    most: float = math.inf

    def holds(self, facts: Facts) -> bool:
        """Return whether it is true of a case."""
        return self.least <= facts.get(self.name, 0) <= self.most

    def __str__(self) -> str:
        """Return it in words."""
        if not self.name.startswith("number of "):
            return self.name if self.least > 0 else f"not ({self.name})"
        if self.least == self.most:
            return f"the {self.name} is {self.least:g}"
        if self.most < math.inf:
            return f"the {self.name} is {self.most:g} at most"
        return f"the {self.name} is {self.least:g} at least"


@dataclass(frozen=True, slots=True)
class Condition:
    """Facts that all have to be true of a case."""

    facts: tuple[Fact, ...] = ()

    def holds(self, case: Case) -> bool:
        """Return whether it holds of a case."""
        return self.holds_of(facts_of(case))

    def holds_of(self, facts: Facts) -> bool:
        """Return whether it holds of a case with these facts."""
        return all(fact.holds(facts) for fact in self.facts)

    def __str__(self) -> str:
        """Return it in words; nothing for the one that always holds."""
        return " and ".join(map(str, self.facts))


def facts_of(case: Case) -> Facts:
    """Return what is true of a case, by the places of its operation's input."""
    facts: dict[str, float] = {}
    for place in _places(case.operation):
        for fact in _facts_at(place, list(values_at(case.input, place.path))):
            facts[fact] = 1
        facts |= _counts_at(place, list(values_at(case.input, place.path)))
    return facts


@cache
def _places(operation: str) -> tuple[Place, ...]:
    return tuple(place for place in places(FORMS[operation].input.schema) if place.path)


def _facts_at(place: Place, values: Sequence[Value | Absent]) -> Iterator[str]:
    several = "[]" in place.path or "{}" in place.path
    start = f"some {place}" if several else str(place)
    for kind in {kind for value in values for kind in _kinds(place, value)}:
        yield f"{start} {kind}"
    if several and len(values) > 1:
        texts = [repr(one) for one in values]
        if len(set(texts)) < len(texts):
            yield f"two {place} are equal"
        if len(set(texts)) > 1:
            yield f"two {place} differ"


def _counts_at(place: Place, values: Sequence[Value | Absent]) -> Iterator[tuple[str, float]]:
    sizes = [len(one) for one in values if isinstance(one, list | dict | bytes)]
    if not sizes or place.kind is PlaceKind.MEMBERS:
        return
    unit = "bytes of " if place.kind is PlaceKind.BYTES else ""
    yield f"number of {unit}{place}", max(sizes)
    if place.kind is PlaceKind.MAP:
        keys = {key for one in values if isinstance(one, dict) for key in one}
        yield f"number of different keys of {place}", len(keys)
        yield f"number of keys of the smallest {place}", min(sizes)


def _kinds(place: Place, value: Value | Absent) -> Iterator[str]:
    match value:
        case Absent():
            yield "is absent"
        case None:
            yield "is null"
        case bool():
            yield f"is {str(value).lower()}"
        case int() | float():
            yield from _kinds_of_number(value)
        case str():
            yield from _kinds_of_text(place, value)
        case bytes():
            yield from (
                f"has {chr(byte)!r}" if byte <= _LAST_OF_ASCII else "has bytes beyond ASCII"
                for byte in set(value)
            )
        case list() | dict():
            yield "is empty" if not value else "is not empty"


_LAST_OF_ASCII = 127


def _kinds_of_number(value: float) -> Iterator[str]:
    yield "is an integer" if isinstance(value, int) else "is a float"
    if value != value:  # noqa: PLR0124 - nan
        yield "is nan"
        return
    if isinstance(value, float) and math.isinf(value):
        yield "is infinite"
    if value < 0:
        yield "is negative"
    yield "is 0" if value == 0 else "is not 0"
    if value > 1:
        yield "is more than 1"
    if value == 1:
        yield "is 1"
    if isinstance(value, float) and math.isfinite(value) and not value.is_integer():
        yield "has a fraction"
    if abs(value) > 2**53:
        yield "is beyond 2**53"
    if value == 0 and math.copysign(1, value) < 0:
        yield "is -0.0"


def _kinds_of_text(place: Place, value: str) -> Iterator[str]:
    if place.choices:
        yield f"is {value}"
        return
    if not value:
        yield "is empty"
    else:
        yield "is not empty"
    if not value.isascii():
        yield "is not ASCII"
    if value != value.strip():
        yield "has white space at an end"
    if value != value.lower():
        yield "has capitals"
    if value.lower() in {"none", "null"}:
        yield f"is {value.lower()}"
    yield from (f"has {mark!r}" for mark in set(value) & set('/_-:.,@ {}[]"\n'))


def separating(
    inside: Sequence[Facts], outside: Sequence[Facts], most: int = MOST_FACTS
) -> Condition | None:
    """Return the condition of a few facts that holds of many inside and of none outside.

    Facts are added one by one, each the one that gains most (as in FOIL); None where some outside
    are left.
    """
    rows = [
        (fact, _mask(fact, inside), _mask(fact, outside)) for fact in _candidates(inside, outside)
    ]
    chosen: list[tuple[Fact, int]] = []
    kept, wrong = (1 << len(inside)) - 1, (1 << len(outside)) - 1
    while wrong and len(chosen) < most:
        before = _information(kept, wrong)
        gains = (
            ((kept & of).bit_count() * (before - _information(kept & of, wrong & but)), place)
            for place, (_, of, but) in enumerate(rows)
            if kept & of
        )
        gain, place = max(gains, key=lambda pair: (round(pair[0], 9), -pair[1]), default=(0.0, 0))
        if gain <= 0:
            return None
        fact, of, but = rows[place]
        chosen.append((fact, but))
        kept, wrong = kept & of, wrong & but
    return None if wrong else Condition(_pruned(chosen, len(outside)))


def _mask(fact: Fact, cases: Sequence[Facts]) -> int:
    """Return which cases a fact is true of, a bit each."""
    return sum(1 << place for place, facts in enumerate(cases) if fact.holds(facts))


def _pruned(chosen: Sequence[tuple[Fact, int]], outside: int) -> tuple[Fact, ...]:
    """Leave out the facts that the others make superfluous."""
    facts = list(chosen)
    for one in chosen:
        left = (1 << outside) - 1
        for other in facts:
            left &= left if other is one else other[1]
        if not left:
            facts.remove(one)
    return tuple(fact for fact, _ in facts)


def _information(right: int, wrong: int) -> float:
    p, n = right.bit_count(), wrong.bit_count()
    return -math.log2(p / (p + n)) if p else math.inf


def _candidates(inside: Sequence[Facts], outside: Sequence[Facts]) -> Iterator[Fact]:
    for name in dict.fromkeys(name for one in (*inside, *outside) for name in sorted(one)):
        if name.startswith("number of "):
            limits = sorted({one.get(name, 0) for one in inside})
            for limit in limits[:12]:
                yield Fact(name, limit)
                yield Fact(name, -math.inf, limit)
                yield Fact(name, limit, limit)
        else:
            yield Fact(name, 1)
            yield Fact(name, 0, 0)
