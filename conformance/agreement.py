"""When two answers agree: equal at ε = 0 with nan equal to nan, or exactly alike."""

import math
from collections.abc import Iterable

from conformance.model import (
    Agreement,
    Answer,
    Comparison,
    Failure,
    Fault,
    Result,
    Unsupported,
    Value,
)

_EXACT = Comparison(Agreement.EXACT)


def compare(expected: Answer, actual: Answer) -> Comparison:  # noqa: PLR0911 - one a kind of pair
    """Return how far ``actual`` agrees with ``expected``, and where they first part.

    Two errors agree by name alone. Exactly alike means the same number types, signs of
    zero and order of names as well.
    """
    match expected, actual:
        case Fault(reason), _:
            return _divergent("", f"the expected side gave no answer: {reason}")
        case _, Fault(reason):
            return _divergent("", reason)
        case _, Unsupported():
            return _divergent("", "the operation is not supported")
        case Result(first), Result(second):
            return _compare_values(first, second, "")
        case Failure(first_name), Failure(second_name) if first_name == second_name:
            return _EXACT
        case Failure(first_name), Failure(second_name):
            return _divergent("", f"error {second_name} instead of {first_name}")
        case Failure(first_name), _:
            return _divergent("", f"a result instead of the error {first_name}")
        case _, Failure(second_name):
            return _divergent("", f"error {second_name} instead of a result")
    return _divergent("", "answers of different kinds")


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
    return _divergent(at, "another value")


def _are_numbers(first: Value, second: Value) -> bool:
    return not isinstance(first, bool) and not isinstance(second, bool)


def _compare_numbers(first: float, second: float, at: str) -> Comparison:
    if not _same_number(first, second):
        return _divergent(at, "another number")
    if type(first) is not type(second):
        kinds = type(second).__name__, type(first).__name__
        return Comparison(Agreement.EQUAL, _at(at, "{} instead of {}".format(*kinds)))
    if first == 0 and _is_negative(first) != _is_negative(second):
        return Comparison(Agreement.EQUAL, _at(at, "another sign of zero"))
    return _EXACT


def _compare_names(first: dict[str, Value], second: dict[str, Value], at: str) -> Comparison:
    if first.keys() != second.keys():
        return _divergent(at, "other names")
    worst = _weakest(_compare_values(first[name], second[name], f"{at}/{name}") for name in first)
    if worst.agreement is Agreement.EXACT and list(first) != list(second):
        return Comparison(Agreement.EQUAL, _at(at, "another order of names"))
    return worst


def _weakest(comparisons: Iterable[Comparison]) -> Comparison:
    return min(comparisons, key=lambda comparison: comparison.agreement, default=_EXACT)


def _divergent(at: str, what: str) -> Comparison:
    return Comparison(Agreement.DIVERGENT, _at(at, what))


def _at(at: str, what: str) -> str:
    return f"{what} at {at}" if at else what


def _same_number(first: float, second: float) -> bool:
    """Return whether two numbers are equal, nan equal to nan."""
    return first == second or (first != first and second != second)  # noqa: PLR0124 - nan


def _is_negative(number: float) -> bool:
    """Return whether a number carries a minus sign, -0.0 included."""
    return math.copysign(1.0, number) < 0 if isinstance(number, float) else number < 0
