"""Facts about the elements of a list or object: of each by itself, and among the others."""

import marshal
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import chain
from typing import cast

from conformance.diagnosis.elements import is_missing
from conformance.diagnosis.facts import (
    COUNT,
    SHORT,
    USUAL_NAME,
    Facts,
    counts_at,
    facts_at,
    kinds,
)
from conformance.diagnosis.places import BY_KEY, EACH, Place, PlaceKind, Way, values_at
from conformance.diagnosis.plain import key_of
from conformance.protocol import show
from conformance.protocol.differences import Absent
from conformance.protocol.values import Value

_DIVISORS = (2, 5, 10)
"""Numbers of which people take multiples."""

_SHOWN = 1e300
"""From which number on a condition names none: some are too long to write."""

_KEPT = 20_000
"""Elements whose facts are kept: cases have many that are equal."""

type Inner = tuple[tuple[Way, Place], ...]
"""The places in an element, each with the way there."""


def facts_of_elements(values: list[Value] | dict[str, Value], inner: Inner) -> list[Facts]:
    """Return the facts of each element of a list or object, by its places and its neighbours."""
    keys, elements = ([*values], [*values.values()]) if isinstance(values, dict) else ([], values)
    own = [{**_facts_of_element(key_of(element), inner)} for element in elements]
    for place, key in enumerate(keys):
        own[place][f"the key is {show.value(key, longest=SHORT)}"] = 1
    told = [[name for name in facts if not name.startswith(COUNT)] for facts in own]
    held, before = Counter(chain.from_iterable(told)), Counter[str]()
    places_of_texts = _places_of_texts(elements, inner)
    sizes = [one for one in map(_size, elements) if one is not None]
    least, greatest = min(sizes, default=None), max(sizes, default=None)
    found: list[Facts] = []
    for place, (facts, element) in enumerate(zip(own, elements, strict=True)):
        more: dict[str, float] = {"number of elements": len(elements)}
        before.update(told[place])
        for side, seen in {"earlier": before, "other": held}.items():
            names = (name for name, n in seen.items() if n > (name in facts))
            more |= dict.fromkeys([_some(side, name) for name in names], 1)
        if place and element == elements[place - 1]:  # as 1 equals 1.0
            more["the element equals the one before it"] = 1
        ends = {"first": place == 0, "last": place == len(elements) - 1}
        size, words = _size(element), ("least", "greatest")
        if isinstance(element, list):
            words = "shortest", "longest"
        ends |= {} if size is None else {words[0]: size == least, words[1]: size == greatest}
        more |= {f"the element is the {word}": 1 for word, holds in ends.items() if holds}
        for name, by_place in places_of_texts.items():
            same = by_place.get(place, (place,))
            sides = {"an earlier": same[0] < place, "a later": same[-1] > place}
            more |= {
                f"{name} is that of {side} element": 1 for side, holds in sides.items() if holds
            }
        found.append({**facts, **more})
    return found


@cache
def _some(side: str, name: str) -> str:
    """Return the fact that some elements on a side have a fact."""
    return f"some {side} {name.removeprefix('some ').removeprefix('the ')}"


def _places_of_texts(elements: Sequence[Value], inner: Inner) -> dict[str, dict[int, list[int]]]:
    """Return, for each field with texts, the places of all elements with the text of each one."""
    found: dict[str, dict[int, list[int]]] = {}
    for way, _ in (pair for pair in inner if pair[1].kind is PlaceKind.TEXT):
        by_text: dict[str, list[int]] = {}
        for place, element in enumerate(elements):
            for text in values_at(element, way):
                if isinstance(text, str):
                    by_text.setdefault(text, []).append(place)
        named = found.setdefault(".".join(way) or "the element", {})
        named |= {place: some for some in by_text.values() for place in some}
    return found


def _size(value: Value) -> float | None:
    """Return a number, or the length of a list, None for any other value."""
    return len(value) if isinstance(value, list) else _number(value)


def _number(value: Value) -> float | None:
    """Return a value that is a number other than nan, None for any other."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return cast("float", value) if is_number and value == value else None  # noqa: PLR0124 - nan


@lru_cache(_KEPT)
def _facts_of_element(key: bytes, inner: Inner) -> Facts:
    element: Value = marshal.loads(key)  # noqa: S302 - a key of this process
    facts: dict[str, float] = {f"the element {kind}": 1 for kind in kinds(inner[0][1], element)}
    for way, place in inner:
        values = [*values_at(element, way)]
        facts |= dict.fromkeys(_of_texts(".".join(way) or "the element", values), 1)
        if way:
            facts |= _facts_below(replace(place, path=way), values)
    if isinstance(element, list | dict):
        facts["number of values"] = len(element)
    if (number := _number(element)) is not None and abs(number) < _SHOWN:
        facts["value of the element"] = number
        multiples = (n for n in _DIVISORS if isinstance(number, int) and number % n == 0)
        facts |= {f"the element is a multiple of {n}": 1 for n in multiples}
    return facts


def _of_texts(name: str, values: Iterable[Value | Absent]) -> Iterator[str]:
    for one in values:
        if isinstance(one, str) and len(one) < SHORT:
            yield f"{name} is {show.value(one)}"
            if one:
                yield f"{name} begins with {one[0]!r}"
        elif isinstance(one, dict) and USUAL_NAME in one:
            of = Place((), PlaceKind.OTHER, null=False, absent=False)
            yield from (f"{name}.{USUAL_NAME} {kind}" for kind in kinds(of, one[USUAL_NAME]))


def _facts_below(place: Place, values: Sequence[Value | Absent]) -> dict[str, float]:
    """Return the facts of the values at a place in an element, which is its first step."""
    may_be_missing = place.absent and place.null and any(map(is_missing, values))
    facts = {f"{place} is null or absent": 1.0} if may_be_missing else {}
    facts |= {**dict.fromkeys(facts_at(place, values), 1.0), **dict(counts_at(place, values))}
    fields = [one for one in values if isinstance(one, dict) and None in one.values()]
    if fields and place.kind is PlaceKind.MEMBERS:
        facts[f"some field of {place} is null"] = 1
    if place.path[0] not in {EACH, BY_KEY}:
        return facts
    below = str(place)[2:]
    several = {f"{word} {place}": f"{word} values{below}" for word in ("two", "number of")}
    words = {**several, f"some {place}": f"some value{below}"}
    return {_reworded(name, words): value for name, value in facts.items()}


def _reworded(name: str, words: Mapping[str, str]) -> str:
    for old, new in words.items():
        name = name.replace(old, new)
    return name
