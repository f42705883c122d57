"""Other ways to make numbers of the values in reward.json."""

import math
from collections.abc import Callable
from typing import Any

from candidates.deviations.deviation import (
    Changes,
    Deviation,
    Parameter,
    Step,
    after,
    around,
    before,
)
from candidates.deviations.numbers import to_float
from candidates.deviations.verifier.text_values import WITHIN_BINARY32, in_single_precision
from candidates.reference.verifier import (
    Convert,
    Rewards,
    ValidationError,
    VerifierOutputParseError,
)

type Number = int | float | None


def _document(change: Callable[[Any], object]) -> Changes:
    """Make rewards of another document."""
    return before({"json.rewards": change})


def _value(change: Callable[[Any], object]) -> Changes:
    """Make a number of another value; that of None is refused."""
    return before({"json.number": change})


def _no_null(document: object) -> object:
    if document is None:
        raise ValidationError
    return document


def _pairs_are_an_object(document: object) -> object:
    if isinstance(document, list) and all(isinstance(v, list) and len(v) == 2 for v in document):  # noqa: PLR2004 - a pair
        return {str(name): number for name, number in document}
    return document


def _no_other_type(document: object) -> object:
    if not isinstance(document, dict | None):
        raise VerifierOutputParseError
    return document


def _refused_is_bad_json(number: Number) -> Number:
    if number is None:
        raise VerifierOutputParseError
    return number


def _refused_is_dropped(store: Step) -> Step:
    def change(document: object, number: Convert) -> Rewards | None:
        if isinstance(document, dict):
            document = {name: v for name, v in document.items() if number(v) is not None}
        return store(document, number)  # type: ignore[no-any-return] # a step

    return change


def _booleans_as_text(read: Step) -> Step:
    return lambda text: {"true": 1.0, "false": 0.0}.get(text, read(text))


def _integers_of(bits: int) -> Changes:
    """Make floats of integers beyond so many bits."""

    def change(value: object) -> object:
        wide = isinstance(value, int) and not -(2 ** (bits - 1)) <= value < 2 ** (bits - 1)
        return to_float(value) if wide else value  # type: ignore[arg-type] # an integer

    return _value(change)


def _in_single_precision(value: object) -> object:
    within = isinstance(value, float) and abs(value) < WITHIN_BINARY32
    return in_single_precision(value) if within else value  # type: ignore[arg-type] # a float


DEVIATIONS = (
    Deviation(
        "numbers-only",
        "verifier.json-values",
        "a strict model keeps numbers and booleans",
        _value(lambda value: value if isinstance(value, int | float) else None),
    ),
    Deviation(
        "null-is-empty",
        "verifier.json-null",
        "null is read as an empty object",
        _document(lambda value: {} if value is None else value),
    ),
    Deviation(
        "empty-is-null",
        "verifier.json-null",
        "an empty object counts as nothing",
        _document(lambda value: None if value == {} else value),
    ),
    Deviation(
        "null-is-refused",
        "verifier.json-null",
        "the document has to be an object",
        _document(_no_null),
    ),
    Deviation(
        "pairs",
        "verifier.json-not-an-object",
        "dict() takes a list of pairs",
        _document(_pairs_are_an_object),
    ),
    Deviation(
        "bare-number",
        "verifier.json-not-an-object",
        "a number is the reward",
        _document(lambda value: {"reward": value} if isinstance(value, int | float) else value),
    ),
    Deviation(
        "other-type-is-bad-json",
        "verifier.json-not-an-object",
        "another type than an object is reported as bad JSON",
        _document(_no_other_type),
    ),
    Deviation(
        "null-is-zero",
        "verifier.json-not-a-number",
        "null counts as 0",
        _value(lambda value: 0 if value is None else value),
    ),
    Deviation(
        "refused-is-nan",
        "verifier.json-not-a-number",
        "what is no number becomes nan",
        after({"json.number": lambda number: math.nan if number is None else number}),
    ),
    Deviation(
        "refused-is-bad-json",
        "verifier.json-not-a-number",
        "a member that is no number is reported as bad JSON",
        after({"json.number": _refused_is_bad_json}),
    ),
    Deviation(
        "refused-is-dropped",
        "verifier.json-all-or-nothing",
        "the rest is kept",
        around({"json.rewards": _refused_is_dropped}),
    ),
    Deviation(
        "no-booleans",
        "verifier.json-booleans",
        "true and false are no numbers",
        _value(lambda value: None if isinstance(value, bool) else value),
    ),
    Deviation(
        "booleans-as-text",
        "verifier.json-booleans",
        "true and false count as text too",
        around({"json.number.text": _booleans_as_text}),
    ),
    Deviation(
        "all-floats",
        "verifier.json-integers",
        "every number is a binary64",
        after({"json.number": lambda number: number if number is None else to_float(number)}),
    ),
    Deviation(
        "sixty-four-bits",
        "verifier.json-integers",
        "integers beyond 64 bits are floats",
        parameter=Parameter("number of bits", "64", int, _integers_of),
    ),
    Deviation(
        "json-single-precision",
        "verifier.json-rounding",
        "floats pass a binary32",
        _value(_in_single_precision),
    ),
    Deviation(
        "json-overflow-refused",
        "verifier.json-rounding",
        "a range error is an error",
        _value(lambda value: None if value in (math.inf, -math.inf) else value),
    ),
)
"""Each breaks one clause about values in reward.json."""
