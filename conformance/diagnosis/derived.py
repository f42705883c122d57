"""Deviations that follow from an operation's shapes: a field is ignored, a null becomes a text.

Each edits one place of the input before the reference, or one of its result, everywhere it occurs.
What people do to one field they do to any other, so the catalogue does not list these.
"""

import math
import operator
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from itertools import islice
from typing import Any, cast

from candidates.deviations.catalogue import CATALOGUE
from candidates.deviations.deviation import Change, Deviation, after, before
from candidates.deviations.job.calls import of_stages
from candidates.deviations.numbers import first_digits
from conformance.diagnosis.documents import (
    edited_document,
    parsed,
    places_of_documents,
    places_of_result,
)
from conformance.diagnosis.places import (
    ABSENT,
    BY_KEY,
    EACH,
    Edit,
    Place,
    PlaceKind,
    Schema,
    Way,
    edited,
    places,
    values_at,
)
from conformance.operations import FORMS, REGISTRY
from conformance.protocol import show
from conformance.protocol.differences import Absent
from conformance.protocol.values import Answer, Case, Failure, Result, Value


def _finite(number: float) -> bool:
    return isinstance(number, int) or math.isfinite(number)


def _if_finite(change: Callable[[float], Value]) -> Callable[[float], Value]:
    return lambda number: change(number) if _finite(number) else number


def _first(named: dict[str, Value], place: slice) -> dict[str, Value]:
    return dict([*named.items()][place])


def _with_keys(change: Callable[[str], str], named: dict[str, Value]) -> dict[str, Value]:
    return {change(key): one for key, one in named.items()}


_MISSING: Mapping[PlaceKind, Mapping[str, Value]] = {
    PlaceKind.TEXT: {'the text "None"': "None", 'the text "null"': "null", "an empty text": ""},
    PlaceKind.NUMBER: {"0": 0, "0.0": 0.0, "1": 1, "nan": math.nan},
    PlaceKind.COUNT: {"0": 0, "1": 1},
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
    "integers of {} keep 28 digits": lambda n: first_digits(n, 28),
    "{} is 0 if it is infinite or nan": lambda n: n if _finite(n) else 0,
    "{} is 0 if it is nan": lambda n: n if n == n else 0,  # noqa: PLR0124 - nan
}

_COUNTS: Mapping[str, Callable[[int], Value]] = {
    "0 in {} is read as null": lambda n: n or None,
    "{} is always read as 0": lambda _: 0,
    "{} is raised to at least 0": lambda n: max(n, 0),
    "{} is raised to at least 1": lambda n: max(n, 1),
    "{} is one more": lambda n: n + 1,
    "{} is one less": lambda n: n - 1,
}

_OF_NUMBERS: Mapping[str, Callable[[float], bool]] = {
    "negative": lambda n: n < 0,
    "0": lambda n: n == 0,
    "more than 1": lambda n: n > 1,
    "neither 0 nor 1": lambda n: n not in {0, 1},
    "nan": lambda n: n != n,  # noqa: PLR0124 - nan
    "infinite or nan": lambda n: not _finite(n),
    "an integer": lambda n: isinstance(n, int),
    "a float": lambda n: isinstance(n, float),
    "beyond 2**53": lambda n: abs(n) > 2**53,
}
"""Kinds of numbers that people leave out, or read as another number."""

_CHARACTERS: Mapping[str, Callable[[str], str]] = {
    "{} normalised to Unicode's form NFC": partial(unicodedata.normalize, "NFC"),
    "{} cut off at the first NUL": lambda text: text.partition("\0")[0],
    "{} written with replacements for lone surrogates": lambda text: re.sub(
        "[\ud800-\udfff]", "\ufffd", text
    ),
}
"""What people do to the characters of a text or of a key."""

_TEXTS: Mapping[str, Callable[[str], Value]] = {
    "white space at both ends of {} is dropped": str.strip,
    "{} is converted to lower case": str.lower,
    "{} is converted to upper case": str.upper,
    "{} is cut off after 64 characters": lambda text: text[:64],
    **{words.replace("{}", "{} is"): change for words, change in _CHARACTERS.items()},
    "characters of {} that are not ASCII are dropped": lambda text: text.encode(
        "ascii", "ignore"
    ).decode(),
    "only what follows the last slash of {} is read": lambda text: text.rpartition("/")[2],
    "only what precedes the first slash of {} is read": lambda text: text.partition("/")[0],
    "only what precedes the first colon of {} is read": lambda text: text.partition(":")[0],
    "only what follows the last dot of {} is read": lambda text: text.rpartition(".")[2],
    "only the first line of {} is read": lambda text: text.partition("\n")[0],
    "only the last line of {} is read": lambda text: text.rpartition("\n")[2],
    "{} is normalized by NFKC": lambda text: unicodedata.normalize("NFKC", text),
    "{} is casefolded": str.casefold,
    "white space in {} is one space each": lambda text: " ".join(text.split()),
    "spaces in {} are underscores": lambda text: text.replace(" ", "_"),
    "underscores in {} are spaces": lambda text: text.replace("_", " "),
    "hyphens in {} are underscores": lambda text: text.replace("-", "_"),
    "white space in {} is dropped": lambda text: "".join(text.split()),
    "hyphens in {} are dropped": lambda text: text.replace("-", ""),
    "underscores in {} are dropped": lambda text: text.replace("_", ""),
    "an empty text in {} is null": lambda text: text or None,
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
    "{} is cut off after 4096 bytes": lambda data: data[:4096],
    "NUL characters of {} are dropped": lambda data: data.replace(b"\0", b""),
}

_LISTS: Mapping[str, Callable[[list[Value]], Value]] = {
    "{} is sorted": lambda values: sorted(values, key=repr),
    "{} is reversed": lambda values: values[::-1],
    "only the first element of {} counts": lambda values: values[:1],
    "only the last element of {} counts": lambda values: values[-1:],
    "the first element of {} is dropped": lambda values: values[1:],
    "the last element of {} is dropped": lambda values: values[:-1],
    "{} is cut off after 2 elements": lambda values: values[:2],
    "{} is cut off after 10 elements": lambda values: values[:10],
    "{} is cut off after 64 elements": lambda values: values[:64],
    "{} is cut off after 100 elements": lambda values: values[:100],
    "an empty {} is null": lambda values: values or None,
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
    "nulls in {} are 0": lambda named: {
        key: 0 if one is None else one for key, one in named.items()
    },
    "an empty {} is null": lambda named: named or None,
    **{
        words.replace("{}", "keys of {} are"): partial(_with_keys, change)
        for words, change in _CHARACTERS.items()
    },
    "keys of {} are cut off after 255 characters": partial(_with_keys, lambda key: key[:255]),
    "only the first 64 keys of {} count": lambda named: _first(named, slice(64)),
    "only keys of {} that are ASCII count": lambda named: {
        key: one for key, one in named.items() if key.isascii()
    },
    "an empty key of {} is dropped": lambda named: {key: one for key, one in named.items() if key},
    "only the first value of {} counts, under any key": lambda named: dict(
        zip(("",), named.values(), strict=False)
    ),
}

_OF_KIND: Mapping[PlaceKind, tuple[tuple[type, ...], Mapping[str, Callable[[Any], Value]]]] = {
    PlaceKind.NUMBER: ((int, float), _NUMBERS),
    PlaceKind.COUNT: ((int,), _COUNTS),
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
    rows = [*_of_stages(operation), *_of_shape(operation, form.input.schema, "", before)]
    rows += _of_shape(operation, form.result.schema, "result", after)
    found = places_of_documents(operation)
    for name, place in found:
        if len(place.path) <= (_DEEPEST if len(found) < _MANY else 1):
            rows += _of_document(operation, name, "", place, before)
    if (text := REGISTRY[operation].json_text) is not None:
        for place in places_of_result(operation):
            rows += _of_document(operation, text.member, text.prefix, place, after)
    return tuple(rows)


def _of_stages(operation: str) -> Iterator[Deviation]:
    """Yield the deviations of the stages of a job that the catalogue does not list for jobs."""
    if operation == "job":
        rows = (row for row in of_stages() if row.name not in CATALOGUE)
        yield from (one for row in rows for one in row.each())


type _Side = Callable[[Mapping[str, Callable[..., Any]]], tuple[Change, ...]]
"""Makes the changes of an edit before, or after, the reference."""

_DEEPEST, _MANY, _OF_A_DOCUMENT = 4, 60, 10
"""Keys on the way to a place of a document of which deviations are derived; places of a document
that is so large that the outer ones alone are; the first edits of a place that are tried."""


def _of_shape(operation: str, schema: Schema, side: str, change: _Side) -> Iterator[Deviation]:
    found = [place for place in places(schema) if place.path or side]
    for place in found:
        for sentence, edit in (*_edits(place), *_left_out(place, found)):
            step = partial(_edit, place.path, edit)
            yield _edit_row(operation, sentence, _named(side, place), step, change)


def _of_document(
    operation: str, name: str, prefix: str, place: Place, change: _Side
) -> Iterator[Deviation]:
    where = f"{place} of {name}"
    for sentence, edit in islice(_edits(place), _OF_A_DOCUMENT):
        step = partial(_edit, (name,), partial(_in_document, place.path, edit, prefix))
        yield _edit_row(operation, sentence, where, step, change)


def _named(side: str, place: Place) -> str:
    dot = "." if side and place.path and place.path[0] not in {EACH, BY_KEY} else ""
    return f"{side}{dot}{place}"


def _in_document(path: Way, edit: Edit, prefix: str, value: Value | Absent) -> Value | Absent:
    return value if isinstance(value, Absent) else edited_document(path, edit, prefix, value)


@dataclass(frozen=True)
class EditDeviation(Deviation):
    """A deviation that edits the input, or the result, by a function of it."""

    place: str = ""
    edit: Callable[[Any], Any] = lambda value: value
    of_input: bool = False

    def leaves(self, case: Case) -> bool:
        """Return whether it is known to leave the answer to a case as it is."""
        try:
            return self.of_input and repr(self.edit(case.input)) == repr(case.input)
        except Exception:  # noqa: BLE001 - an edit may fail as the code of a candidate does
            return False


def _edit_row(
    operation: str, words: str, place: str, edit: Callable[[Any], Any], change: _Side
) -> Deviation:
    sentence = words.format(place)
    return EditDeviation(
        name=f"{operation}: {sentence}",
        clause=f"{operation}.",
        description=sentence,
        place=place,
        changes=change({operation: edit}),
        edit=edit,
        of_input=change is before,
    )


def _row(operation: str, sentence: str, *changes: Change) -> Deviation:
    return Deviation(f"{operation}: {sentence}", f"{operation}.", sentence, changes)


def _left_out(place: Place, found: Iterable[Place]) -> Iterator[tuple[str, Edit]]:
    """Yield what leaves elements of a list or map out, by a field of each or by its kind."""
    if place.kind not in {PlaceKind.LIST, PlaceKind.MAP}:
        return
    step = EACH if place.kind is PlaceKind.LIST else BY_KEY
    start = (*place.path, step)
    for inner in found:
        way = inner.path[len(start) :]
        if inner.path[: len(start)] != start or {EACH, BY_KEY} & {*way}:
            continue
        name = ".".join(way)
        if way and (inner.null or inner.absent):
            yield f"elements of {{}} without {name} are left out", _without(way, _is_missing)
            yield f"elements of {{}} with {name} are left out", _without(way, _is_given)
        for choice in inner.choices:
            yield (
                f"elements of {{}} are left out where {name} is {choice}",
                _without(way, partial(operator.eq, choice)),
            )
        if not way and inner.kind is PlaceKind.NUMBER:
            for words, which in _OF_NUMBERS.items():
                yield (
                    f"elements of {{}} that are {words} are left out",
                    _without(way, partial(_is_number, which)),
                )


def _without(way: Way, leaves: Callable[[Value | Absent], bool]) -> Edit:
    """Return the edit that leaves elements out which have such a value at a place."""

    def stays(element: Value) -> bool:
        return not any(map(leaves, values_at(element, way)))

    def edit(value: Value | Absent) -> Value | Absent:
        if isinstance(value, list):
            return [one for one in value if stays(one)]
        if isinstance(value, dict):
            return {key: one for key, one in value.items() if stays(one)}
        return value

    return edit


def _is_missing(value: Value | Absent) -> bool:
    return value is None or isinstance(value, Absent)


def _is_given(value: Value | Absent) -> bool:
    return not _is_missing(value)


def _is_number(which: Callable[[float], bool], value: Value | Absent) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and which(value)


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
    if place.kind is PlaceKind.NUMBER:
        for words, which in _OF_NUMBERS.items():
            edit = partial(_number_as, which, 0)
            yield f"{{}} that is {words} is read as 0", partial(_of_types, types, edit)


def _number_as(which: Callable[[float], bool], default: Value, value: float) -> Value:
    return default if which(value) else value


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


def instead(operation: str, expected: Answer, given: Answer) -> Iterator[Deviation]:
    """Yield deviations that give one answer where harbor's is another, or in every case.

    Where both are errors, a result of harbor's kind of error; where both are results, one text of
    the result for another.
    """
    match expected, given:
        case Failure(old), Failure(new):
            yield _row(operation, f"raises {new} instead of {old}", _caught(operation, old, given))
        case Failure(old), Result(value):
            sentence = f"returns {show.value(value)} where harbor raises {old}"
            yield _row(operation, sentence, _caught(operation, old, given))
        case Result(old_value), Result(new_value):
            yield from _of_texts(operation, old_value, new_value)
    if isinstance(given, Failure):
        yield _row(operation, f"raises {given.error}", _replaced(operation, _raising(given.error)))
    elif isinstance(given, Result):
        value = given.value
        sentence = f"returns {show.value(value)}"
        yield _row(operation, sentence, _replaced(operation, lambda _: value))


def _of_texts(operation: str, old: Value, new: Value) -> Iterator[Deviation]:
    """Yield the deviations that write one text, or null, of a result for another."""
    text = REGISTRY[operation].json_text
    for place in places(FORMS[operation].result.schema):
        if place.kind in {PlaceKind.TEXT, PlaceKind.CHOICE} and place.path:
            for one, other in _pairs(old, new, place):
                edit = partial(_text_as, one, other)
                step = partial(_edit, place.path, edit)
                yield _edit_row(operation, _written(one, other), str(place), step, after)
    if text is None or not isinstance(old, dict) or not isinstance(new, dict):
        return
    was, now = (parsed(one.get(text.member), text.prefix) for one in (old, new))
    for place in places_of_result(operation):
        if place.kind is PlaceKind.TEXT:
            for one, other in _pairs(was, now, place):
                edit = partial(_text_as, one, other)
                inner = partial(_in_document, place.path, edit, text.prefix)
                step = partial(_edit, (text.member,), inner)
                yield _edit_row(operation, _written(one, other), str(place), step, after)


_SHORT = 80
"""Characters of a text that may be written for another."""


def _pairs(old: Value, new: Value, place: Place) -> Iterator[tuple[Value, Value]]:
    values = zip(values_at(old, place.path), values_at(new, place.path), strict=False)
    for one, other in values:
        if one != other and _is_short(one) and _is_short(other):
            yield cast("Value", one), cast("Value", other)


def _is_short(text: Value | Absent) -> bool:
    return text is None or (isinstance(text, str) and len(text) < _SHORT)


def _written(one: Value, other: Value) -> str:
    shown = f"{show.value(other)} instead of {show.value(one)}"
    return "{} is " + shown.replace("{", "{{").replace("}", "}}")


def _text_as(one: Value, other: Value, value: Value | Absent) -> Value | Absent:
    return other if value == one and type(value) is type(one) else value


def _caught(operation: str, old: str, given: Answer) -> Change:
    """Return the change that gives an answer where an error of this name is raised."""

    def of(step: Callable[[object], object]) -> Callable[[object], object]:
        def changed(first: object) -> object:
            try:
                return step(first)
            except Exception as error:
                if type(error).__name__ != old:
                    raise
                if isinstance(given, Failure):
                    raise type(given.error, (Exception,), {}) from error
                return given.value if isinstance(given, Result) else None

        return changed

    return Change(operation, of)


def _replaced(operation: str, step: Callable[[object], object]) -> Change:
    return Change(operation, lambda _: step, replaces=True)


def _raising(error: str) -> Callable[[object], object]:
    def fail(_: object) -> object:
        raise type(error, (Exception,), {})

    return fail


def generic_advice(row: Deviation) -> str:
    """Return what undoes a derived deviation; nothing for another."""
    if not isinstance(row, EditDeviation):
        return ""
    return f"Use {row.place} unchanged{'' if row.of_input else ' in the result'}."
