"""When two answers agree: equal at ε = 0 with nan equal to nan, or exactly alike."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum

from conformance.comparison.kinds import Kind, ulps
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


class Agreement(IntEnum):
    """How far two answers agree; a greater value is the stronger statement."""

    DIVERGENT = 0
    EQUAL = 1
    EXACT = 2


@dataclass(frozen=True, slots=True)
class Comparison:
    """The agreement of two answers; where they part most gravely, how, and how far.

    ``ulps`` is the distance of two numbers, as ``kinds.ulps`` has it, and 0 elsewhere.
    """

    agreement: Agreement
    difference: str = ""
    kind: Kind = Kind.NONE
    ulps: float = 0

    @property
    def gravity(self) -> tuple[Agreement, Kind, float]:
        """What comparisons are ordered by, the gravest first."""
        return self.agreement, self.kind, -self.ulps


@dataclass(frozen=True, slots=True)
class JsonText:
    """The member of a result that is text holding JSON, and what stands before the JSON in it."""

    member: str
    prefix: str = ""


_EXACT = Comparison(Agreement.EXACT)


def compare(  # noqa: PLR0911 - one a kind of pair
    expected: Answer,
    actual: Answer,
    *,
    json_text: JsonText | None = None,
    any_order: bool = False,
) -> Comparison:
    """Return how far ``actual`` agrees with ``expected``, and where they part most gravely.

    Two errors agree by name alone. Exactly alike means the same number types, signs of
    zero and order of names as well, and the same bytes where the result is text.
    ``json_text`` names the member that is text holding JSON, and ``any_order`` says that
    the order of names means nothing.
    """
    match expected, actual:
        case Fault(reason), _:
            text = f"the expected side gave no answer: {reason}"
            return _divergent(Kind.NO_ANSWER, "", text)
        case _, Fault(reason) | Misshapen(reason):
            return _divergent(Kind.NO_ANSWER, "", reason)
        case _, Unsupported():
            return _divergent(Kind.NO_ANSWER, "", "the operation is not supported")
        case Result(first), Result(second):
            return _compare_results(first, second, json_text, any_order=any_order)
        case Failure(first_name), Failure(second_name) if first_name == second_name:
            return _EXACT
        case Failure(first_name), Failure(second_name):
            return _divergent(Kind.ERROR, "", f"error {second_name} instead of {first_name}")
        case Failure(first_name), _:
            text = f"a result instead of the error {first_name}"
            return _divergent(Kind.RESULT_FOR_ERROR, "", text)
        case _, Failure(second_name):
            text = f"error {second_name} instead of a result"
            return _divergent(Kind.ERROR_FOR_RESULT, "", text)
    return _divergent(Kind.NO_ANSWER, "", "answers of different kinds")


def _compare_results(
    first: Value, second: Value, text: JsonText | None, *, any_order: bool
) -> Comparison:
    if text is not None and isinstance(first, dict) and isinstance(second, dict):
        return _compare_texts(text.member, text.prefix, first, second)
    if any_order:
        first, second = sorted_names(first), sorted_names(second)
    return _compare_values(first, second, "")


def sorted_names(value: Value) -> Value:
    """Return the value with the names of its objects in alphabetical order."""
    match value:
        case dict():
            return {name: sorted_names(value[name]) for name in sorted(value)}
        case list():
            return [sorted_names(member) for member in value]
    return value


def _compare_texts(
    member: str, prefix: str, first: dict[str, Value], second: dict[str, Value]
) -> Comparison:
    texts = [str(result.get(member)) for result in (first, second)]
    if texts[0] == texts[1]:
        return _EXACT
    if not all(text.startswith(prefix) for text in texts):
        return _divergent(Kind.TEXT, f"/{member}", "another text")
    try:
        values = [json_texts.parse(text.removeprefix(prefix)) for text in texts]
    except ValueError:
        return _divergent(Kind.VALUE, f"/{member}", "text that is not JSON")
    comparison = _compare_values(values[0], values[1], f"/{member}")
    if comparison.agreement is Agreement.EXACT:
        return _equal(f"/{member}", "the same JSON in another text")
    return comparison


def _compare_values(first: Value, second: Value, at: str) -> Comparison:
    match first, second:
        case (int() | float(), int() | float()) if _are_numbers(first, second):
            return _compare_numbers(first, second, at)
        case dict(), dict():
            return _compare_names(first, second, at)
        case list(), list() if len(first) == len(second):
            pairs = enumerate(zip(first, second, strict=True))
            return _weakest(_compare_values(a, b, f"{at}/{i}") for i, (a, b) in pairs)
    if type(first) is type(second) and first == second:
        return _EXACT
    both_text = isinstance(first, str) and isinstance(second, str)
    return _divergent(Kind.TEXT if both_text else Kind.VALUE, at, "another value")


def _are_numbers(first: Value, second: Value) -> bool:
    return not isinstance(first, bool) and not isinstance(second, bool)


def _compare_numbers(first: float, second: float, at: str) -> Comparison:
    if not _same_number(first, second):
        return _another_number(first, second, at)
    if type(first) is not type(second):
        kinds = type(second).__name__, type(first).__name__
        return _equal(at, "{} instead of {}".format(*kinds))
    if first == 0 and _is_negative(first) != _is_negative(second):
        return _equal(at, "another sign of zero")
    return _EXACT


NEAR = 1000
"""Ulps up to which a number is told to be rounded otherwise; what is further is plain to see."""


def _another_number(first: float, second: float, at: str) -> Comparison:
    distance = ulps(first, second)
    text = _at(at, "another number")
    if distance > NEAR or not distance:
        return Comparison(Agreement.DIVERGENT, text, Kind.NUMBER, distance)
    text += f", {distance:.0f} ulp{'s' * (distance > 1)} away"
    return Comparison(Agreement.DIVERGENT, text, Kind.ROUNDING, distance)


def _compare_names(first: dict[str, Value], second: dict[str, Value], at: str) -> Comparison:
    if first.keys() != second.keys():
        return _divergent(Kind.NAMES, at, "other names")
    worst = _weakest(_compare_values(first[name], second[name], f"{at}/{name}") for name in first)
    if worst.agreement is Agreement.EXACT and list(first) != list(second):
        return _equal(at, "another order of names")
    return worst


def _weakest(comparisons: Iterable[Comparison]) -> Comparison:
    return min(comparisons, key=lambda comparison: comparison.gravity, default=_EXACT)


def _divergent(kind: Kind, at: str, what: str) -> Comparison:
    return Comparison(Agreement.DIVERGENT, _at(at, what), kind)


def _equal(at: str, what: str) -> Comparison:
    return Comparison(Agreement.EQUAL, _at(at, what), Kind.SPELLING)


def _at(at: str, what: str) -> str:
    return f"{what} at {show.shorten(at, show.ELLIPSIS_FROM)}" if at else what


def _same_number(first: float, second: float) -> bool:
    """Return whether two numbers are equal, nan equal to nan."""
    return first == second or (first != first and second != second)  # noqa: PLR0124 - nan


def _is_negative(number: float) -> bool:
    """Return whether a number carries a minus sign, -0.0 included."""
    return math.copysign(1.0, number) < 0 if isinstance(number, float) else number < 0
