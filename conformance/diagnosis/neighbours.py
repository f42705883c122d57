"""Neighbours of a case: inputs that differ by one edit at one place, the plainest edits first."""

import json
import math
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import chain, islice, zip_longest
from typing import cast

from candidates.deviations.number_edits import LIMITS
from conformance.diagnosis.documents import parsed
from conformance.diagnosis.places import (
    ABSENT,
    BY_KEY,
    EACH,
    EDITS,
    Place,
    PlaceKind,
    Schema,
    Way,
    inner_of,
    is_nullable,
    kind_of,
    values_at,
)
from conformance.diagnosis.plain import common_length, key_of, text_of
from conformance.operations import FORMS
from conformance.protocol import show
from conformance.protocol.differences import Absent
from conformance.protocol.values import Case, Value

_MOST_PIECES, _ELSEWHERE = 12, 2
"""The most elements or keys to edit one by one, and values of the same place elsewhere."""

_LOOKED, _DIGITS = 500, 4
"""The most characters of a text to search for digits, and digits to change."""

_BELOW = tuple(round(limit - 0.01, 2) for limit in LIMITS)
"""Numbers that miss one of the limits by a hundredth, which a limit below it would not."""

_PLAIN: dict[PlaceKind, tuple[Value, ...]] = {
    PlaceKind.NUMBER: (0, 2, 0.5, 0.9, 0.95, 1, 0.3, -1, math.nan, 0.995, *LIMITS, *_BELOW),
    PlaceKind.COUNT: (0, 1, 2),
    PlaceKind.TEXT: ("a", "", "A", "a b", "a_"),
    PlaceKind.BYTES: (b"1", b'{"reward": 1}', b"{}", b""),
    PlaceKind.LIST: ([],),
    PlaceKind.MAP: ({},),
}
"""The plainest values of each kind."""

_KINDS = {int: PlaceKind.NUMBER, float: PlaceKind.NUMBER, str: PlaceKind.TEXT}
"""The kinds of values in a document, which has no shape."""


_SECOND, _LEFT_OUT, _NUMBER = ", in a second element", " left out", ": the number "
"""Words of edits that say most where an element of a list, a field, or a number decides."""


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A case that differs from another at one place; ``words`` says how."""

    place: str
    words: str
    case: Case


type _Edit = tuple[Way, str, Value | Absent]
"""The way to a place, the edit in words, and the value after it."""


def neighbours(case: Case, most: int) -> list[Neighbour]:
    """Return up to ``most`` neighbours of a case, one of each place in turn; always the same.

    In a document, which has many places, those with a second element come first, and of a text that
    is a number all other numbers.
    """
    by_place: dict[Way | str, list[_Edit]] = {}
    with suppress(RecursionError):  # of documents that are nested too deeply, the outer levels
        for edit in _edits(case.input, FORMS[case.operation].input.schema, (), "", case.input):
            way, words, _ = edit
            alone = _NUMBER in words or (
                words.endswith(_SECOND) and isinstance(case.input[way[0]], bytes)
            )
            by_place.setdefault(words if alone else way, []).append(edit)
    seen: dict[bytes, Neighbour] = {key_of(case.input): Neighbour("", "", case)}
    groups = sorted(by_place.items(), key=lambda group: not isinstance(group[0], str))
    lists = [sorted(edits, key=lambda one: _SECOND not in one[1]) for _, edits in groups]
    for one in chain.from_iterable(zip_longest(*(edits[:most] for edits in lists))):
        if one is not None and isinstance(one[2], dict) and len(seen) <= most:
            way, words = one[:2]
            made = cast("dict[str, Value]", one[2])
            place = str(Place(way, PlaceKind.OTHER, null=False, absent=False))
            seen.setdefault(key_of(made), Neighbour(place, words, Case(case.operation, made)))
    return [*islice(seen.values(), 1, None)]


def _edits(
    value: Value | Absent, schema: Schema, way: Way, spot: str, whole: Value
) -> Iterator[_Edit]:
    """Yield the edits of a value with the shape ``schema``, and of all values in it."""
    shape = inner_of(schema) if schema else {}
    kind = kind_of(shape) if shape else _KINDS.get(type(value), PlaceKind.OTHER)
    was = "absent" if isinstance(value, Absent) else show.value(value, longest=60)
    for other in _others(value, schema, kind, way, whole) if way else ():
        yield way, f"{spot}: {show.value(other, longest=60)} instead of {was}", other
    types, table = EDITS.get(kind, ((), {}))
    match value:
        case bytes():
            yield from _edits_of_document(parsed(value), way, spot)
        case list():
            yield from _edits_of_elements(value, shape.get("items", {}), way, spot, whole)
        case dict():
            yield from _edits_of_fields(value, shape, way, spot, whole)
    for sentence, edit in table.items() if way and type(value) in types else ():
        with suppress(Exception):
            if (new := edit(value)) is not None or is_nullable(schema):
                yield way, sentence.format(spot), new
    if way and isinstance(value, bytes):
        slips = _slips(value.decode("latin-1"))
        yield from ((way, f"{spot} {words}", new.encode("latin-1")) for words, new in slips)
    elif way and isinstance(value, str):
        yield from ((way, f"{spot} {words}", new) for words, new in _slips(value))


def _edits_of_document(document: Value, way: Way, spot: str) -> Iterator[_Edit]:
    """Yield the edits of what is in a file; of a number they are other numbers."""
    if isinstance(document, dict | list):
        for inner, words, new in _edits(document, {}, way, spot, document):
            yield inner, words, json.dumps(new).encode("utf-8", "surrogatepass")
    elif isinstance(document, int | float):
        for other in _PLAIN[PlaceKind.NUMBER]:
            words = f"{spot}{_NUMBER}{show.value(other)} instead of {show.value(document)}"
            yield way, words, show.value(other).encode()


def _slips(text: str) -> Iterator[tuple[str, str]]:
    """Yield a text without a word or character, with one twice, and with another digit."""
    for word in islice(re.finditer(r"\w+", text[:_LOOKED]), _MOST_PIECES):
        left_out = text[: word.start()] + text[word.end() :]
        yield f"without {word[0]!r}", left_out
    last = len(text) - 1
    for place in sorted({0, last // 3, 2 * last // 3, last}) if text else ():
        yield f"without character {place}", text[:place] + text[place + 1 :]
        yield f"with character {place} twice", text[: place + 1] + text[place:]
    digits = [place for place, one in enumerate(text[:_LOOKED]) if one in "0123456789"]
    for place in digits[:_DIGITS]:
        other = f"{9 - int(text[place])}"
        yield f"with another digit at {place}", text[:place] + other + text[place + 1 :]


def _others(
    value: Value | Absent, schema: Schema, kind: PlaceKind, way: Way, whole: Value
) -> Iterator[Value]:
    """Yield other values for a place: from the same place elsewhere, null, the plainest ones."""
    found = values_at(whole, way) if schema else _of_field(whole, way[-1])
    there = {key_of(one): one for one in found if not isinstance(one, Absent)}
    if not isinstance(value, Absent):
        there.pop(key_of(value), None)
    yield from islice(there.values(), _ELSEWHERE)
    if is_nullable(schema):
        yield None
    shape = inner_of(schema) if schema else {}
    yield from shape.get("enum", ())
    if shape.get("type") == "boolean":
        yield from (True, False)
    if kind is PlaceKind.MEMBERS and (value is None or isinstance(value, Absent)):
        needed = {name: is_nullable(inner) for name, inner in shape["properties"].items()}
        yield {n: {"a": 1} if "rewards" in n else None for n in needed if needed[n]}
    yield from _PLAIN.get(kind, ())


def _of_field(document: Value, name: str) -> Iterator[Value]:
    """Yield the values of the fields with a name, at any depth of a document."""
    match document:
        case dict():
            yield from (one for key, one in document.items() if key == name)
            yield from chain.from_iterable(_of_field(one, name) for one in document.values())
        case list():
            yield from chain.from_iterable(_of_field(one, name) for one in document)


def _edits_of_elements(
    values: list[Value], schema: Schema, way: Way, spot: str, whole: Value
) -> Iterator[_Edit]:
    for place, value in enumerate(values[:_MOST_PIECES]):
        yield way, f"{spot} without element {place}", values[:place] + values[place + 1 :]
        yield way, f"{spot} with element {place} twice", [*values[: place + 1], *values[place:]]
        added: dict[tuple[Way, bool], _Edit] = {}
        for inner, words, new in _edits(value, schema, (*way, EACH), f"{spot}[{place}]", whole):
            if not isinstance(new, Absent):
                yield inner, words, [*values[:place], new, *values[place + 1 :]]
                key = inner, words.endswith(_LEFT_OUT)
                added.setdefault(key, (way, f"{words}{_SECOND}", [value, new]))
        yield from added.values() if len(values) == 1 else ()


def _edits_of_fields(
    named: dict[str, Value], shape: Schema, way: Way, spot: str, whole: Value
) -> Iterator[_Edit]:
    fields = shape.get("properties")
    free = shape.get("additionalProperties", {})
    for key in [*(named if fields is None else fields)][:_MOST_PIECES]:
        where = f"{spot}.{key}".lstrip(".")
        rest = {name: one for name, one in named.items() if name != key}
        if fields is None or (key in named and key not in shape["required"]):
            yield (*way, BY_KEY if free else key), f"{where}{_LEFT_OUT}", rest
        inner = (*way, BY_KEY if free else key)
        schema = free if fields is None else fields[key]
        for place, words, new in _edits(named.get(key, ABSENT), schema, inner, where, whole):
            yield place, words, rest if isinstance(new, Absent) else {**named, key: new}
        if fields is None:
            other = "other" if key != "other" else "another"
            yield way, f"{spot}: {other!r} instead of {key!r}", {**rest, other: named[key]}
            yield way, f"{spot}: {other!r} as well as {key!r}", {**named, other: named[key]}
            for plain in _PLAIN.get(kind_of(inner_of(free)) if free else PlaceKind.OTHER, ())[1:2]:
                yield way, f"{spot}: {other!r} before {key!r}", {other: plain, **named}


def distance(one: Case, other: Case) -> int:
    """Return how many characters of two inputs lie between their common beginning and end."""
    texts = text_of(one.input), text_of(other.input)
    begin = common_length(*texts)
    end = common_length(*(text[begin:][::-1] for text in texts))
    first, second = (text[begin : len(text) - end] for text in texts)
    blocks = SequenceMatcher(None, first, second, autojunk=False).get_matching_blocks()
    return max(len(first), len(second)) - sum(block.size for block in blocks)
