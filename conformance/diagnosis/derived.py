"""Deviations that follow from an operation's shapes: a field is ignored, a null becomes a text.

Each edits one place of the input before the reference, or one of its result, everywhere it occurs.
What people do to one field they do to any other, so the catalogue does not list these.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from typing import Any, cast

from candidates.deviations.deviation import Change, Deviation, after, before
from conformance.diagnosis.places import (
    ABSENT,
    Edit,
    Place,
    PlaceKind,
    Way,
    edited,
    places,
)
from conformance.operations import FORMS
from conformance.protocol.differences import Absent
from conformance.protocol.values import Answer, Failure, Result, Value


def _finite(number: float) -> bool:
    return isinstance(number, int) or math.isfinite(number)


def _if_finite(change: Callable[[float], Value]) -> Callable[[float], Value]:
    return lambda number: change(number) if _finite(number) else number


def _first(named: dict[str, Value], place: slice) -> dict[str, Value]:
    return dict([*named.items()][place])


_MISSING: Mapping[PlaceKind, Mapping[str, Value]] = {
    PlaceKind.TEXT: {'the text "None"': "None", 'the text "null"': "null", "an empty text": ""},
    PlaceKind.NUMBER: {"0": 0, "0.0": 0.0, "1": 1, "nan": math.nan},
    PlaceKind.BYTES: {"an empty file": b"", "a file that says 0": b"0"},
    PlaceKind.LIST: {"an empty list": []},
    PlaceKind.MAP: {"an empty object": {}},
    PlaceKind.MEMBERS: {"an empty object": {}},
}
"""What people put in the place of null, by the kind of value that may be null there."""

_NUMBERS: Mapping[str, Callable[[float], Value]] = {
    "{} is converted to float": lambda n: float(n) if abs(n) < 2**1023 else n,
    "{} is truncated to an integer": _if_finite(math.trunc),
    "{} is rounded to an integer": _if_finite(round),
    "{} is rounded down": _if_finite(math.floor),
    "{} is rounded to 2 digits": _if_finite(partial(round, ndigits=2)),
    "{} is rounded to 3 digits": _if_finite(partial(round, ndigits=3)),
    "{} is rounded to 4 digits": _if_finite(partial(round, ndigits=4)),
    "the sign of {} is dropped": abs,
    "{} is raised to at least 0": lambda n: max(n, 0),
    "{} is limited to at most 1": lambda n: min(n, 1),
    "{} is limited to the range from 0 to 1": lambda n: min(max(n, 0), 1),
    "{} is 1 if it is more than 0, else 0": lambda n: int(n > 0),
    "{} is 1 if it is at least 1, else 0": lambda n: int(n >= 1),
    "{} is 1 if it is at least 0.5, else 0": lambda n: int(n >= 0.5),  # noqa: PLR2004 - usual
    "{} is 1 unless it is 0": lambda n: int(n != 0),
    "{} is 0 if it is infinite or nan": lambda n: n if _finite(n) else 0,
    "{} is 0 if it is nan": lambda n: 0 if math.isnan(n) else n,
}

_TEXTS: Mapping[str, Callable[[str], Value]] = {
    "white space at both ends of {} is dropped": str.strip,
    "{} is converted to lower case": str.lower,
    "{} is converted to upper case": str.upper,
    "{} is cut off after 64 characters": lambda text: text[:64],
    "characters of {} that are not ASCII are dropped": lambda text: text.encode(
        "ascii", "ignore"
    ).decode(),
    "only what follows the last slash of {} is read": lambda text: text.rpartition("/")[2],
}

_FILES: Mapping[str, Callable[[bytes], Value]] = {
    "white space at both ends of {} is dropped": bytes.strip,
    "{} is converted to lower case": bytes.lower,
    "only the first line of {} is read": lambda data: data.partition(b"\n")[0],
    "a byte order mark of {} is dropped": lambda data: data.removeprefix(b"\xef\xbb\xbf"),
    "bytes of {} that are not ASCII are dropped": lambda data: data.decode(
        "ascii", "ignore"
    ).encode(),
    "underscores of {} are dropped": lambda data: data.replace(b"_", b""),
    "commas of {} are read as points": lambda data: data.replace(b",", b"."),
    "NUL characters of {} are dropped": lambda data: data.replace(b"\0", b""),
}

_LISTS: Mapping[str, Callable[[list[Value]], Value]] = {
    "{} is sorted": lambda values: sorted(values, key=repr),
    "{} is reversed": lambda values: values[::-1],
    "only the first element of {} counts": lambda values: values[:1],
    "only the last element of {} counts": lambda values: values[-1:],
    "the first element of {} is dropped": lambda values: values[1:],
    "the last element of {} is dropped": lambda values: values[:-1],
    "nulls in {} are dropped": lambda values: [one for one in values if one is not None],
    "empty elements of {} are dropped": lambda values: [
        one for one in values if one is None or one
    ],
    "nulls and empty elements of {} are dropped": lambda values: [one for one in values if one],
    "equal elements of {} count once": lambda values: [
        *{repr(one): one for one in values}.values()
    ],
}

_MAPS: Mapping[str, Callable[[dict[str, Value]], Value]] = {
    "{} is sorted by key": lambda named: dict(sorted(named.items())),
    "{} is reversed": lambda named: dict(reversed(named.items())),
    "only the first key of {} counts": lambda named: _first(named, slice(1)),
    "only the last key of {} counts": lambda named: _first(named, slice(-1, None)),
    "keys of {} are converted to lower case": lambda named: {
        key.lower(): one for key, one in named.items()
    },
    "white space at both ends of keys of {} is dropped": lambda named: {
        key.strip(): one for key, one in named.items()
    },
    "nulls in {} are dropped": lambda named: {
        key: one for key, one in named.items() if one is not None
    },
    "only the first value of {} counts, under any key": lambda named: dict(
        zip(("",), named.values(), strict=False)
    ),
}

_OF_KIND: Mapping[PlaceKind, tuple[tuple[type, ...], Mapping[str, Callable[[Any], Value]]]] = {
    PlaceKind.NUMBER: ((int, float), _NUMBERS),
    PlaceKind.TEXT: ((str,), _TEXTS),
    PlaceKind.BYTES: ((bytes,), _FILES),
    PlaceKind.LIST: ((list,), _LISTS),
    PlaceKind.MAP: ((dict,), _MAPS),
}
"""The types of the values of a kind, and what people do to them."""


@cache
def derived(operation: str) -> tuple[Deviation, ...]:
    """Return the deviations of an operation's shapes: of its input, then of its result."""
    form = FORMS[operation]
    sides = ((form.input, "", before), (form.result, "result", after))
    return tuple(
        _row(
            operation,
            sentence.format(f"{side}{place}"),
            change({operation: partial(_edit, place.path, edit)}),
        )
        for shape, side, change in sides
        for place in places(shape.schema)
        if place.path or side
        for sentence, edit in _edits(place)
    )


def _row(operation: str, sentence: str, changes: tuple[Change, ...]) -> Deviation:
    return Deviation(f"{operation}: {sentence}", f"{operation}.", sentence, changes)


def _edits(place: Place) -> Iterator[tuple[str, Edit]]:
    """Yield what people do at a place: a sentence about it, and the edit."""
    if place.null or place.absent:
        for words, default in _MISSING.get(place.kind, {}).items():
            yield f"null in {{}} is read as {words}", partial(_if_missing, default)
        yield "{} is ignored", partial(_always, ABSENT if place.absent else None)
    elif place.kind is PlaceKind.TEXT:
        yield "{} is ignored", partial(_always, "")
    for choice in place.choices:
        yield f"{{}} is always read as {choice}", partial(_always, choice)
    types, table = _OF_KIND.get(place.kind, ((), {}))
    for sentence, edit in table.items():
        yield sentence, partial(_of_types, types, edit)


def _always(value: Value | Absent, _: Value | Absent) -> Value | Absent:
    return value


def _if_missing(default: Value, value: Value | Absent) -> Value | Absent:
    return default if value is None or isinstance(value, Absent) else value


def _of_types(
    types: tuple[type, ...], edit: Callable[[Any], Value], value: Value | Absent
) -> Value | Absent:
    """Edit a value of one of these types; a bool is no number."""
    return edit(value) if isinstance(value, types) and not isinstance(value, bool) else value


def _edit(path: Way, edit: Edit, value: Value) -> Value:
    return edited(value, path, edit) if path else cast("Value", edit(value))


def always(operation: str, answer: Answer) -> Iterator[Deviation]:
    """Yield the deviation that gives one answer to every input; none for a fault."""
    match answer:
        case Failure(error):
            yield _row(operation, f"raises {error}", (_replaced(operation, _raising(error)),))
        case Result(value):
            sentence = f"always returns {value!r}"
            yield _row(operation, sentence, (_replaced(operation, lambda _: value),))


def _replaced(operation: str, step: Callable[[object], object]) -> Change:
    return Change(operation, lambda _: step, replaces=True)


def _raising(error: str) -> Callable[[object], object]:
    def fail(_: object) -> object:
        raise type(error, (Exception,), {})

    return fail
