"""Finds every place at which two answers differ."""

import math
import struct
from dataclasses import dataclass
from enum import Enum, IntEnum, auto
from typing import Self

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
    """A kind of difference; a smaller value is more serious.

    A wrong number may go unnoticed, a wrong error is noticed, a wrong spelling changes nothing.
    """

    NUMBER = 0, "another number"
    ROUNDING = 1, "a number a few ulps away"
    RESULT_FOR_ERROR = 2, "a result for an error"
    ERROR_FOR_RESULT = 3, "an error for a result"
    VALUE = 4, "another value"
    NAMES = 5, "other keys"
    ERROR = 6, "another error"
    NO_ANSWER = 7, "no answer"
    TEXT = 8, "another text"
    FORM = 9, "a form error"
    SPELLING = 10, "another spelling"
    NONE = 11, "no difference"

    words: str

    def __new__(cls, gravity: int, words: str) -> Self:
        """Set the rank of the kind, and its words."""
        kind = int.__new__(cls, gravity)
        kind._value_, kind.words = gravity, words
        return kind


class Absent(Enum):
    """The value of a key that an object lacks."""

    ABSENT = auto()


type Path = tuple[str | int, ...]
"""The keys and list positions that lead to a place in a value."""

type Side = Value | Answer | Absent
"""The content of an answer at a place: a value, the whole answer, or nothing."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One place at which two answers differ, with the content of each.

    If an object lacks a key, the place is the key's. ``ulps`` is the distance of two numbers, and 0
    for anything else. ``nested`` differences are inside objects with different keys or lists of
    different lengths: there, that difference counts instead.
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
        """The sort key that puts the most serious difference first."""
        return self.kind, -self.ulps

    def __str__(self) -> str:
        """Return the difference and its place, in words."""
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
    """Return every difference of two answers, none if they are exactly alike.

    Two errors are compared by name only. ``text`` names the key that holds JSON as text, and
    with ``any_order`` the order of keys does not count.
    """
    if not (isinstance(expected, Result) and isinstance(actual, Result)):
        return _of_kinds(expected, actual)
    first, second = expected.value, actual.value
    if text is not None and isinstance(first, dict) and isinstance(second, dict):
        return _of_texts(text, str(first.get(text.member)), str(second.get(text.member)))
    if any_order:
        first, second = sorted_names(first), sorted_names(second)
    return differences(first, second)


def _of_kinds(expected: Answer, actual: Answer) -> list[Difference]:
    """Return the difference of two answers, at least one of which is not a result."""
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


def _of_texts(text: JsonText, first: str, second: str) -> list[Difference]:
    """Return the differences of two texts that hold JSON."""
    if first == second:
        return []
    path, prefix = (text.member,), text.prefix
    if not (first.startswith(prefix) and second.startswith(prefix)):
        return [Difference(path, Kind.TEXT, first, second, "another text")]
    try:
        one, other = (json_texts.parse(side.removeprefix(prefix)) for side in (first, second))
    except ValueError:
        return [Difference(path, Kind.VALUE, first, second, "text that is not JSON")]
    what = "the same JSON in another text"
    return differences(one, other, path) or [Difference(path, Kind.SPELLING, first, second, what)]


def differences(first: Value, second: Value, path: Path = ()) -> list[Difference]:
    """Return every difference of two values at a path, none if they are exactly alike.

    Exactly alike includes number types, signs of zero and the order of keys.
    """
    found = list[Difference]()
    _walk(first, second, path, found, nested=False)
    return found


type _Here = tuple[Kind, str, float] | None
"""The kind of a difference, what it is, and its ulps; None for no difference."""


def _walk(
    first: Value, second: Value, path: Path, found: list[Difference], *, nested: bool
) -> None:
    match first, second:
        case (bool(), _) | (_, bool()):
            here = _of_others(first, second)
        case (int() | float(), int() | float()):
            here = _of_numbers(first, second)
        case dict(), dict():
            here = _walk_objects(first, second, path, found, nested=nested)
        case list(), list():
            uneven = len(first) != len(second)
            for place, (one, other) in enumerate(zip(first, second, strict=False)):
                _walk(one, other, (*path, place), found, nested=nested or uneven)
            here = (Kind.VALUE, "another value", 0) if uneven else None
        case _:
            here = _of_others(first, second)
    if here is not None:
        kind, what, distance = here
        found.append(Difference(path, kind, first, second, what, distance, nested))


def _of_others(first: Value, second: Value) -> _Here:
    if type(first) is type(second) and first == second:
        return None
    both_text = isinstance(first, str) and isinstance(second, str)
    return Kind.TEXT if both_text else Kind.VALUE, "another value", 0


def _of_numbers(first: float, second: float) -> _Here:
    if first != second and (first == first or second == second):  # noqa: PLR0124 - nan
        distance = ulps(first, second)
        # Different integers beyond 2**53 may be the same binary64 number.
        return Kind.ROUNDING if 0 < distance <= NEAR else Kind.NUMBER, "another number", distance
    if type(first) is not type(second):
        return Kind.SPELLING, f"{type(second).__name__} instead of {type(first).__name__}", 0.0
    if first == 0 and math.copysign(1, first) != math.copysign(1, second):
        return Kind.SPELLING, "another sign of zero", 0.0
    return None


def _walk_objects(
    first: dict[str, Value],
    second: dict[str, Value],
    path: Path,
    found: list[Difference],
    *,
    nested: bool,
) -> _Here:
    uneven = first.keys() != second.keys()
    for key, one in first.items():
        if key in second:
            _walk(one, second[key], (*path, key), found, nested=nested or uneven)
    for key in [*first, *second] if uneven else ():
        if key not in first or key not in second:
            sides = first.get(key, Absent.ABSENT), second.get(key, Absent.ABSENT)
            found.append(Difference((*path, key), Kind.NAMES, *sides, "other keys", nested=nested))
    in_order = uneven or list(first) == list(second)
    return None if in_order else (Kind.SPELLING, "another order of names", 0)


def sorted_names(value: Value) -> Value:
    """Return the value with the keys of its objects in alphabetical order."""
    match value:
        case dict():
            return {key: sorted_names(value[key]) for key in sorted(value)}
        case list():
            return [sorted_names(element) for element in value]
    return value


NEAR = 1000
"""The most ulps for which a number counts as rounded differently."""


def ulps(first: float, second: float) -> float:
    """Return the distance of two numbers in binary64 steps.

    It is infinite if one of them is not a finite binary64 number.
    """
    try:
        numbers = float(first), float(second)
    except OverflowError:
        return math.inf
    if not all(map(math.isfinite, numbers)):
        return math.inf
    return abs(_place(numbers[0]) - _place(numbers[1]))


def _place(number: float) -> int:
    """Return the position of a number among all binary64 numbers; that of 0.0 is 0."""
    bits: int = struct.unpack("<q", struct.pack("<d", number))[0]
    return bits if bits >= 0 else -(2**63) - bits
