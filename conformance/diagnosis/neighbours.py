"""Neighbours of a case: inputs that one edit at one place makes of it, the plainest edits first."""

import json
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice, zip_longest

from conformance.diagnosis.places import (
    ABSENT,
    BY_KEY,
    EACH,
    PlaceKind,
    Schema,
    inner_of,
    is_nullable,
    kind_of,
)
from conformance.diagnosis.plain import text_of
from conformance.operations import FORMS
from conformance.protocol import show
from conformance.protocol.differences import Absent
from conformance.protocol.shapes import NUMBER
from conformance.protocol.values import Case, Value

type Spot = tuple[str | int, ...]
"""The keys and positions that lead to one value of an input."""

_MOST_PIECES, _LONGEST = 12, 2_000
"""Elements or pieces that are edited one by one; characters of a text that is taken apart."""

_NUMBERS: tuple[int | float, ...] = (0, 1, 0.5, 2, -1, math.nan)
_TEXTS = ("a", "", "A", "a b")


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A case that differs from another at one place; ``words`` says how."""

    place: str
    words: str
    case: Case


def neighbours(case: Case, most: int) -> list[Neighbour]:
    """Return up to ``most`` neighbours of a case, in turn one of each place; always the same."""
    schema = FORMS[case.operation].input.schema
    by_place: dict[str, list[tuple[str, dict[str, Value]]]] = {}
    for way, spot, words, value in _edits(case.input, schema, case.input, (), ()):
        made = _changed(case.input, spot, value)
        if isinstance(made, dict) and text_of(made) != text_of(case.input):
            place = ".".join(way).replace(".[]", "[]").replace(".{}", "{}")
            by_place.setdefault(place, []).append((f"{_name(spot)}: {words}", made))
    turns = zip_longest(
        *([(place, *one) for one in edits[:most]] for place, edits in by_place.items())
    )
    seen: dict[str, Neighbour] = {}
    for turn in chain.from_iterable(turns):
        if turn is not None:
            place, words, made = turn
            seen.setdefault(text_of(made), Neighbour(place, words, Case(case.operation, made)))
    return list(islice(seen.values(), most))


type _Edit = tuple[tuple[str, ...], Spot, str, Value | Absent]
"""The way to a place, the spot, the edit in words, and what is there after it."""


def _edits(
    value: Value | Absent, schema: Schema, whole: Value, way: tuple[str, ...], spot: Spot
) -> Iterator[_Edit]:
    """Yield the edits of a value and of all in it, whose shape is ``schema``."""
    shape = inner_of(schema)
    if way:
        for new in _instead(value, schema, whole, way):
            words = "left out" if isinstance(new, Absent) else show.value(new, longest=60)
            was = "absent" if isinstance(value, Absent) else show.value(value, longest=60)
            yield way, spot, f"{words} instead of {was}", new
    match value:
        case list():
            yield from _edits_of_elements(value, shape, whole, way, spot)
        case dict() if "properties" in shape:
            for name, inner in shape["properties"].items():
                yield from _edits(
                    value.get(name, ABSENT), inner, whole, (*way, name), (*spot, name)
                )
                if name not in shape["required"] and name in value:
                    yield (*way, name), (*spot, name), "left out", ABSENT
        case dict():
            yield from _edits_of_keys(value, shape, whole, way, spot)


def _edits_of_elements(
    values: list[Value], shape: Schema, whole: Value, way: tuple[str, ...], spot: Spot
) -> Iterator[_Edit]:
    for place in range(min(len(values), _MOST_PIECES)):
        yield way, spot, f"without element {place}", values[:place] + values[place + 1 :]
    for place, value in enumerate(values[:_MOST_PIECES]):
        yield way, spot, f"element {place} twice", [*values[: place + 1], *values[place:]]
        yield from _edits(value, shape["items"], whole, (*way, EACH), (*spot, place))
    if len(values) > 1:
        yield way, spot, "in reverse order", values[::-1]
        yield way, spot, "half of it", values[: len(values) // 2]


def _edits_of_keys(
    named: dict[str, Value], shape: Schema, whole: Value, way: tuple[str, ...], spot: Spot
) -> Iterator[_Edit]:
    for key in islice(named, _MOST_PIECES):
        yield way, spot, f"without {key!r}", {k: v for k, v in named.items() if k != key}
    inner = shape.get("additionalProperties")
    if not isinstance(inner, dict):
        return
    other = "other" if "other" not in named else "another"
    example: Value = next(iter(named.values()), 1 if inner_of(inner) == NUMBER.schema else [])
    yield way, spot, f"with {other!r} as well", {**named, other: example}
    for key, value in islice(named.items(), _MOST_PIECES):
        renamed = {(other if k == key else k): v for k, v in named.items()}
        yield way, spot, f"{other!r} instead of {key!r}", renamed
        yield from _edits(value, inner, whole, (*way, BY_KEY), (*spot, key))


def _instead(
    value: Value | Absent, schema: Schema, whole: Value, way: tuple[str, ...]
) -> Iterator[Value | Absent]:
    """Yield other values for a place: those at the same place elsewhere, null, the plainest."""
    shape = inner_of(schema)
    yield from _same_place(whole, way)
    if is_nullable(schema):
        yield None
    match kind_of(shape):
        case PlaceKind.CHOICE:
            yield from shape["enum"]
        case PlaceKind.NUMBER | PlaceKind.COUNT as kind:
            yield from _numbers(value, whole=kind is PlaceKind.COUNT)
        case PlaceKind.BYTES:
            yield from _files(value)
        case PlaceKind.TEXT:
            yield from (*(_other_texts(value) if isinstance(value, str) else ()), *_TEXTS)
        case PlaceKind.LIST:
            yield []
        case PlaceKind.MAP:
            yield {}
        case PlaceKind.MEMBERS if value is None or isinstance(value, Absent):
            yield _plainest(shape)


def _plainest(shape: Schema) -> Value:
    """Return an object in which every field is null or as plain as can be."""
    fields: dict[str, Value] = {}
    for name, inner in shape.get("properties", {}).items():
        plain: Value = {"a": 1} if "additionalProperties" in inner_of(inner) else 1
        fields[name] = None if is_nullable(inner) and not isinstance(plain, dict) else plain
    return fields


def _numbers(value: Value | Absent, *, whole: bool) -> Iterator[int | float]:
    """Yield the plainest numbers, and those next to a number; only integers if they must be."""
    near: list[int | float] = []
    if isinstance(value, int):
        near = [value + 1, value - 1, -value]
        if abs(value) < 2**53 and not whole:
            near.append(float(value))
    elif isinstance(value, float):
        near = [-value]
        if math.isfinite(value):
            near += [round(value), round(value, 2)]
    yield from (one for one in (*_NUMBERS, *near) if not whole or isinstance(one, int))


def _other_texts(text: str) -> Iterator[str]:
    yield from (text.strip(), text.lower(), text.upper(), f" {text}", f"{text}_", f"{text} ")
    if len(text) <= _LONGEST:
        yield from _without_pieces(text)


def _without_pieces(text: str) -> Iterator[str]:
    """Yield a text without each of its words, characters or stretches."""
    words = text.split(" ") if " " in text else list(text)
    glue = " " if " " in text else ""
    step = max(1, -(-len(words) // _MOST_PIECES))
    for start in range(0, len(words), step):
        yield glue.join(words[:start] + words[start + step :])


def _files(value: Value | Absent) -> Iterator[Value]:
    """Yield other contents of a file: the document with one edit, or the text with one."""
    if not isinstance(value, bytes):
        yield from (b"1", b'{"reward": 1}', b"{}", b"")
        return
    if len(value) > _LONGEST:
        return
    try:
        document = json.loads(value)
    except (ValueError, RecursionError):
        text = value.decode("latin-1")
        yield from (one.encode("latin-1", "replace") for one in _other_texts(text))
        yield from (b"1", b"{}", b"")
        return
    for one in _documents(document):
        yield json.dumps(one).encode("utf-8", "surrogatepass")
    yield from (b"", value + b"\n", b"[" + value + b"]")


def _documents(document: object) -> Iterator[object]:
    """Yield a document with one of its values replaced or left out, the inner ones first."""
    if isinstance(document, dict):
        for key, inner in islice(document.items(), _MOST_PIECES):
            yield {k: v for k, v in document.items() if k != key}
            yield from ({**document, key: one} for one in _documents(inner))
    elif isinstance(document, list):
        for place, inner in enumerate(document[:_MOST_PIECES]):
            yield document[:place] + document[place + 1 :]
            for one in _documents(inner):
                yield [*document[:place], one, *document[place + 1 :]]
    else:
        yield from (one for one in (None, 0, 1, 0.5, "1", True) if repr(one) != repr(document))


def _same_place(whole: Value, way: Sequence[str]) -> Iterator[Value]:
    """Yield the values at a place, wherever it occurs, each once."""
    found: dict[str, Value] = {}
    values: Iterable[Value] = [whole]
    for step in way:
        values = [inner for one in values for inner in _at(one, step)]
    for one in values:
        found.setdefault(text_of(one), one)
    yield from islice(found.values(), 4)


def _at(value: Value, step: str) -> Sequence[Value]:
    if step == EACH:
        return value if isinstance(value, list) else []
    if not isinstance(value, dict):
        return []
    return list(value.values()) if step == BY_KEY else [value[step]] if step in value else []


def _changed(value: Value, spot: Spot, new: Value | Absent) -> Value | Absent:
    if not spot:
        return new
    step, *rest = spot
    if isinstance(value, list) and isinstance(step, int):
        inner = _changed(value[step], tuple(rest), new)
        kept: list[Value] = [] if isinstance(inner, Absent) else [inner]
        return [*value[:step], *kept, *value[step + 1 :]]
    if isinstance(value, dict) and isinstance(step, str):
        inner = _changed(value[step], tuple(rest), new) if rest else new
        if isinstance(inner, Absent):
            return {key: one for key, one in value.items() if key != step}
        return {**value, step: inner}
    return value


def _name(spot: Spot) -> str:
    return "".join(f"[{one}]" if isinstance(one, int) else f".{one}" for one in spot).lstrip(".")
