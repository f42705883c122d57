"""Places of a message: every field of a shape, its values, and what people do to them."""

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Any, cast

from candidates.deviations.lists_and_maps import LISTS, MAPS
from candidates.deviations.number_edits import COUNTS, NUMBERS
from candidates.deviations.texts import FILES, TEXTS, Edits
from conformance.protocol.differences import Absent
from conformance.protocol.shapes import NUMBER
from conformance.protocol.values import Value

type Way = tuple[str, ...]
"""The fields on the way to a place; ``[]`` is each element of a list, ``{}`` each value by key."""

EACH, BY_KEY = "[]", "{}"


ABSENT = Absent.ABSENT

type Edit = Callable[[Value | Absent], Value | Absent]
"""An edit of the value at a place."""


class PlaceKind(StrEnum):
    """The kind of value at a place."""

    NUMBER = "number"
    COUNT = "count"
    TEXT = "text"
    CHOICE = "choice"
    BYTES = "bytes"
    LIST = "list"
    MAP = "map"
    MEMBERS = "members"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Place:
    """A place of a message: the way to it, its kind of value, and whether it may be missing.

    ``choices`` are the allowed texts of a choice, ``fields`` the required ones of an object.
    """

    path: Way
    kind: PlaceKind
    null: bool
    absent: bool
    choices: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Return the way as it is printed, such as ``trials[].source``."""
        return ".".join(self.path).replace(".[]", "[]").replace(".{}", "{}")


def in_result(place: Place) -> str:
    """Return the words for a place of a result."""
    dot = "" if place.path[:1] in {(), (EACH,), (BY_KEY,)} else "."
    return f"result{dot}{place}"


type Called = Callable[[Place], str]
"""What reports call a place."""

type Schema = Mapping[str, Any]
"""The JSON Schema of a shape."""


def places(schema: Schema, path: Way = (), *, absent: bool = False) -> Iterator[Place]:
    """Yield every place of a shape, the outer ones first."""
    inner = inner_of(schema)
    kind = kind_of(inner)
    choices, fields = (tuple(inner.get(name, ())) for name in ("enum", "required"))
    yield Place(path, kind, is_nullable(schema), absent, choices, fields)
    if kind is PlaceKind.LIST:
        yield from places(inner["items"], (*path, EACH))
    elif kind is PlaceKind.MAP:
        yield from places(inner["additionalProperties"], (*path, BY_KEY))
    elif kind is PlaceKind.MEMBERS:
        for name, member in inner["properties"].items():
            yield from places(member, (*path, name), absent=name not in inner["required"])


ELEMENT_STEPS = {PlaceKind.LIST: EACH, PlaceKind.MAP: BY_KEY}
"""The steps from lists, and from objects whose keys come from the data, to their elements."""


def places_below(place: Place, found: Iterable[Place]) -> list[tuple[Way, Place]]:
    """Return the places in each element of a list or map, each after the way from the element."""
    start = (*place.path, ELEMENT_STEPS.get(place.kind, ""))
    return [(one.path[len(start) :], one) for one in found if one.path[: len(start)] == start]


def is_nullable(schema: Schema) -> bool:
    """Return whether null may be in a place of this schema."""
    return "anyOf" in schema


def inner_of(schema: Schema) -> Schema:
    """Return the schema of a place's values that are not null."""
    inner: Schema = schema["anyOf"][1] if is_nullable(schema) else schema
    return inner


_MARKS = {
    "contentEncoding": PlaceKind.BYTES,
    "enum": PlaceKind.CHOICE,
    "items": PlaceKind.LIST,
    "properties": PlaceKind.MEMBERS,
    "additionalProperties": PlaceKind.MAP,
}
"""The keywords of JSON Schema that show the kind of a value, the most specific first."""


def kind_of(schema: Schema) -> PlaceKind:
    """Return the kind of value in a place with this schema, if it is not null."""
    if schema == NUMBER.schema:
        return PlaceKind.NUMBER
    if schema.get("type") == "integer":
        return PlaceKind.COUNT
    kinds = (kind for keyword, kind in _MARKS.items() if keyword in schema)
    return next(kinds, PlaceKind.TEXT if schema.get("type") == "string" else PlaceKind.OTHER)


def values_at(value: Value, path: Way) -> Iterator[Value | Absent]:
    """Yield the value at each occurrence of a place; nothing where the way there ends."""
    if not path:
        yield value
        return
    step, *rest = path
    inner: list[Value | Absent] = []
    if step == EACH:
        inner = list(value) if isinstance(value, list) else []
    elif isinstance(value, dict):
        inner = list(value.values()) if step == BY_KEY else [value.get(step, ABSENT)]
    for one in inner:
        if isinstance(one, Absent):
            if not rest:
                yield one
        else:
            yield from values_at(one, tuple(rest))


def edited(value: Value, path: Way, edit: Edit) -> Value:
    """Return a value with an edit at each occurrence of a place; the rest is shared."""
    if not path:
        return cast("Value", edit(value))
    step, *rest = path
    inner = cast("Way", tuple(rest))

    def change(one: Value | Absent) -> Value | Absent:
        if not inner:
            return edit(one)
        return one if isinstance(one, Absent) else edited(one, inner, edit)

    if step == EACH and isinstance(value, list):
        return cast(
            "list[Value]", [new for one in value if not isinstance(new := change(one), Absent)]
        )
    if step == BY_KEY and isinstance(value, dict):
        made = {key: change(one) for key, one in value.items()}
        return {key: one for key, one in made.items() if not isinstance(one, Absent)}
    if step not in {EACH, BY_KEY} and isinstance(value, dict):
        new = change(value.get(step, ABSENT))
        kept = {key: one for key, one in value.items() if key != step}
        return kept if isinstance(new, Absent) else {**value, step: new}
    return value


MISSING: Mapping[PlaceKind, Mapping[str, Value]] = {
    PlaceKind.TEXT: {'the text "None"': "None", 'the text "null"': "null", "an empty text": ""},
    PlaceKind.NUMBER: {"0": 0, "0.0": 0.0, "1": 1, "nan": math.nan},
    PlaceKind.COUNT: {"0": 0, "1": 1},
    PlaceKind.BYTES: {"an empty file": b"", "a file that says 0": b"0"},
    PlaceKind.LIST: {"an empty list": []},
    PlaceKind.MAP: {"an empty object": {}},
}
"""What people put in place of null, by the kind of value that may be null there."""


def _of_bytes(change: Callable[[str], Value], data: bytes, *, decoded: bool) -> Value:
    """Edit a file as a text; where that is ``decoded`` first, one that is no UTF-8 stays."""
    text = data.decode("utf-8", "surrogateescape")
    if decoded and re.search("[\udc80-\udcff]", text):
        return data
    new = change(text)
    return new.encode("utf-8", "surrogateescape") if isinstance(new, str) else new


_OF_FILES = {words: partial(_of_bytes, of, decoded=words in TEXTS) for words, of in FILES.items()}

EDITS: Mapping[PlaceKind, tuple[tuple[type, ...], Edits]] = {
    PlaceKind.NUMBER: ((int, float), NUMBERS),
    PlaceKind.COUNT: ((int,), COUNTS),
    PlaceKind.TEXT: ((str,), TEXTS),
    PlaceKind.BYTES: ((bytes,), _OF_FILES),
    PlaceKind.LIST: ((list,), LISTS),
    PlaceKind.MAP: ((dict,), MAPS),
    PlaceKind.OTHER: (
        (bool,),
        {"{} is always true": lambda _: True, "{} is always false": lambda _: False},
    ),
}
"""The types of the values of a kind, and what people do to them."""
