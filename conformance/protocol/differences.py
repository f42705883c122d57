"""Every place at which two answers differ, from one walk of both."""

import math
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, IntEnum, auto

from conformance.protocol import json_text as json_texts
from conformance.protocol import show
from conformance.protocol.values import (
    Answer,
    Failure,
    Fault,
    Misshapen,
    Result,
    Unsupported,
    Value,
)


class Kind(IntEnum):
    """A kind of difference; of two kinds the smaller is the graver.

    A wrong number may go unnoticed, a wrong error is seen, a wrong spelling changes nothing.
    """

    NUMBER = 0
    ROUNDING = 1
    RESULT_FOR_ERROR = 2
    ERROR_FOR_RESULT = 3
    VALUE = 4
    NAMES = 5
    ERROR = 6
    NO_ANSWER = 7
    TEXT = 8
    FORM = 9
    SPELLING = 10
    NONE = 11

    @property
    def words(self) -> str:
        """The kind in words."""
        return _WORDS[self]


_WORDS = {
    Kind.NUMBER: "another number",
    Kind.ROUNDING: "a number a few ulps away",
    Kind.RESULT_FOR_ERROR: "a result for an error",
    Kind.ERROR_FOR_RESULT: "an error for a result",
    Kind.VALUE: "another value",
    Kind.NAMES: "other names",
    Kind.ERROR: "another error",
    Kind.NO_ANSWER: "no answer",
    Kind.TEXT: "another text",
    Kind.FORM: "a form error",
    Kind.SPELLING: "another spelling",
    Kind.NONE: "no difference",
}


class Absent(Enum):
    """What stands for a key that an object does not have."""

    ABSENT = auto()


type Path = tuple[str | int, ...]
"""The keys and list positions that lead to a place in a value."""

type Side = Value | Answer | Absent
"""What one answer has at a place: a value, the whole answer, or nothing."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One place at which two answers differ, with what each of them has there.

    Where an object lacks a key, the key's own path is given. ``ulps`` is the distance of two
    numbers, and 0 for anything else. ``nested`` differences are inside objects with different
    keys or lists of different lengths: there, that difference counts and not these.
    """

    path: Path
    kind: Kind
    first: Side
    second: Side
    what: str
    ulps: float = 0
    nested: bool = False

    @property
    def gravity(self) -> tuple[Kind, float]:
        """The sort key that puts the gravest difference first."""
        return self.kind, -self.ulps

    def __str__(self) -> str:
        """Return what differs, and where."""
        place = self.path[:-1] if self.kind is Kind.NAMES else self.path
        text = self.what
        if place:
            at = "".join(f"/{key}" for key in place)
            text = f"{text} at {show.shorten(at, show.ELLIPSIS_FROM)}"
        if self.kind is Kind.ROUNDING:
            text += f", {self.ulps:.0f} ulp{'s' * (self.ulps > 1)} away"
        return text


@dataclass(frozen=True, slots=True)
class JsonText:
    """The key of a result whose text holds JSON, and the text before that JSON."""

    member: str
    prefix: str = ""


def answer_differences(
    expected: Answer, actual: Answer, text: JsonText | None = None, *, any_order: bool = False
) -> list[Difference]:
    """Return every difference of two answers, none where they are exactly alike.

    Two errors are compared by name only. ``text`` names the key that holds JSON as text, and
    with ``any_order`` the order of keys does not count.
    """
    if not (isinstance(expected, Result) and isinstance(actual, Result)):
        return _of_kinds(expected, actual)
    first, second = expected.value, actual.value
    if text is not None and isinstance(first, dict) and isinstance(second, dict):
        return list(_of_texts(text, str(first.get(text.member)), str(second.get(text.member))))
    if any_order:
        first, second = sorted_names(first), sorted_names(second)
    return differences(first, second)


def _of_kinds(expected: Answer, actual: Answer) -> list[Difference]:
    """Return the difference of two answers of which at least one is no result."""
    match expected, actual:
        case Fault(reason), _:
            kind, what = Kind.NO_ANSWER, f"the expected side gave no answer: {reason}"
        case _, Fault(reason):
            kind, what = Kind.NO_ANSWER, reason
        case _, Misshapen(reason):
            kind, what = Kind.FORM, reason
        case _, Unsupported():
            kind, what = Kind.NO_ANSWER, "the operation is not supported"
        case Failure(first), Failure(second) if first == second:
            return []
        case Failure(first), Failure(second):
            kind, what = Kind.ERROR, f"error {second} instead of {first}"
        case Failure(first), _:
            kind, what = Kind.RESULT_FOR_ERROR, f"a result instead of the error {first}"
        case _, Failure(second):
            kind, what = Kind.ERROR_FOR_RESULT, f"error {second} instead of a result"
        case _:
            kind, what = Kind.NO_ANSWER, "answers of different kinds"
    return [Difference((), kind, expected, actual, what)]


def _of_texts(text: JsonText, first: str, second: str) -> Iterator[Difference]:
    """Yield the differences of two texts that hold JSON."""
    if first == second:
        return
    path, prefix = (text.member,), text.prefix
    if not (first.startswith(prefix) and second.startswith(prefix)):
        yield Difference(path, Kind.TEXT, first, second, "another text")
        return
    try:
        values = [json_texts.parse(one.removeprefix(prefix)) for one in (first, second)]
    except ValueError:
        yield Difference(path, Kind.VALUE, first, second, "text that is not JSON")
        return
    found = list[Difference]()
    _walk(values[0], values[1], path, found, nested=False)
    what = "the same JSON in another text"
    yield from found or [Difference(path, Kind.SPELLING, first, second, what)]


def differences(first: Value, second: Value) -> list[Difference]:
    """Return every difference of two values, none where they are exactly alike.

    Exactly alike means the same number types, signs of zero and order of keys as well.
    """
    found = list[Difference]()
    _walk(first, second, (), found, nested=False)
    return found


def _walk(
    first: Value, second: Value, path: Path, found: list[Difference], *, nested: bool
) -> None:
    match first, second:
        case (bool(), _) | (_, bool()):
            pass
        case (int() | float(), int() | float()):
            _walk_numbers(first, second, path, found, nested=nested)
            return
        case dict(), dict():
            _walk_objects(first, second, path, found, nested=nested)
            return
        case list(), list():
            uneven = len(first) != len(second)
            for place, (one, other) in enumerate(zip(first, second, strict=False)):
                _walk(one, other, (*path, place), found, nested=nested or uneven)
            if uneven:
                found.append(_value(path, first, second, nested=nested))
            return
    if type(first) is not type(second) or first != second:
        found.append(_value(path, first, second, nested=nested))


def _value(path: Path, first: Value, second: Value, *, nested: bool) -> Difference:
    both_text = isinstance(first, str) and isinstance(second, str)
    kind = Kind.TEXT if both_text else Kind.VALUE
    return Difference(path, kind, first, second, "another value", nested=nested)


def _walk_numbers(
    first: float, second: float, path: Path, found: list[Difference], *, nested: bool
) -> None:
    distance = 0.0
    if first != second and (first == first or second == second):  # noqa: PLR0124 - nan
        distance = ulps(first, second)
        # Integers beyond 2**53 may differ and still be the same binary64 number.
        kind = Kind.ROUNDING if 0 < distance <= NEAR else Kind.NUMBER
        what = "another number"
    elif type(first) is not type(second):
        kind, what = Kind.SPELLING, f"{type(second).__name__} instead of {type(first).__name__}"
    elif first == 0 and _is_negative(first) != _is_negative(second):
        kind, what = Kind.SPELLING, "another sign of zero"
    else:
        return
    found.append(Difference(path, kind, first, second, what, distance, nested))


def _walk_objects(
    first: dict[str, Value],
    second: dict[str, Value],
    path: Path,
    found: list[Difference],
    *,
    nested: bool,
) -> None:
    uneven = first.keys() != second.keys()
    for key, one in first.items():
        if key in second:
            _walk(one, second[key], (*path, key), found, nested=nested or uneven)
    if uneven:
        for key in [*first, *second]:
            if key not in first or key not in second:
                sides = first.get(key, Absent.ABSENT), second.get(key, Absent.ABSENT)
                place = (*path, key)
                found.append(Difference(place, Kind.NAMES, *sides, "other names", nested=nested))
    elif list(first) != list(second):
        what = "another order of names"
        found.append(Difference(path, Kind.SPELLING, first, second, what, nested=nested))


def sorted_names(value: Value) -> Value:
    """Return the value with the keys of its objects in alphabetical order."""
    match value:
        case dict():
            return {key: sorted_names(value[key]) for key in sorted(value)}
        case list():
            return [sorted_names(element) for element in value]
    return value


NEAR = 1000
"""Ulps up to which a number counts as rounded differently; further is plain to see."""


def _is_negative(number: float) -> bool:
    """Return whether a number carries a minus sign, -0.0 included."""
    return math.copysign(1.0, number) < 0 if isinstance(number, float) else number < 0


_HALF = 2**63


def ulps(first: float, second: float) -> float:
    """Return how many binary64 numbers lie from one number to the other.

    It is infinite where one of them is no finite binary64 number.
    """
    try:
        places = [_place(float(number)) for number in (first, second)]
    except OverflowError:
        return math.inf
    if not all(math.isfinite(float(number)) for number in (first, second)):
        return math.inf
    return abs(places[0] - places[1])


def _place(number: float) -> int:
    """Return the place of a number among all binary64 numbers, that of 0.0 being 0."""
    bits: int = struct.unpack("<q", struct.pack("<d", number))[0]
    return bits if bits >= 0 else -_HALF - bits
