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
    family,
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
    """Make floats of integers of more than N bits."""

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
        "text is refused as a value",
        _value(lambda value: value if isinstance(value, int | float) else None),
        advice="Parse text as pydantic does.",
    ),
    family(
        "json-document",
        "verifier.json-null",
        "{}",
        {
            "empty-is-null": (
                "an empty object counts as null",
                _document(lambda value: None if value == {} else value),
            ),
            "pairs": (
                "a list of pairs is read, as by dict()",
                _document(_pairs_are_an_object),
                "verifier.json-not-an-object",
            ),
            "bare-number": (
                "a bare number is the reward",
                _document(
                    lambda value: {"reward": value} if isinstance(value, int | float) else value
                ),
                "verifier.json-not-an-object",
            ),
            "others-dropped": (
                "values that are not numbers are left out",
                around({"json.rewards": _refused_is_dropped}),
                "verifier.json-all-or-nothing",
            ),
        },
        advice="Accept an object or null, and raise ValidationError for any other document.",
    ),
    Deviation(
        "null-is-refused",
        "verifier.json-null",
        "null is refused in the place of the rewards",
        _document(_no_null),
        advice="Return null rewards for the document null.",
    ),
    Deviation(
        "other-type-is-bad-json",
        "verifier.json-not-an-object",
        "a document that is not an object raises VerifierOutputParseError",
        _document(_no_other_type),
        advice="Raise ValidationError for a document of another type.",
    ),
    family(
        "json-values",
        "verifier.json-not-a-number",
        "{}",
        {
            "null-is-zero": (
                "null counts as 0",
                _value(lambda value: 0 if value is None else value),
            ),
            "refused-is-nan": (
                "a value that is not a number counts as nan",
                after({"json.number": lambda number: math.nan if number is None else number}),
            ),
            "parse-error": (
                "a value that is not a number raises VerifierOutputParseError",
                after({"json.number": _refused_is_bad_json}),
            ),
            "floats": (
                "every number is a binary64",
                after(
                    {"json.number": lambda number: number if number is None else to_float(number)}
                ),
                "verifier.json-integers",
            ),
            "single": (
                "floats are rounded to binary32",
                _value(_in_single_precision),
                "verifier.json-rounding",
            ),
            "no-overflow": (
                "a float that overflows is refused",
                _value(lambda value: None if value in (math.inf, -math.inf) else value),
                "verifier.json-rounding",
            ),
        },
        advice="Read each value by the rules of pydantic's float or int, and raise"
        " ValidationError for any that is not a number.",
    ),
    Deviation(
        "no-booleans",
        "verifier.json-booleans",
        "true and false are refused",
        _value(lambda value: None if isinstance(value, bool) else value),
        advice="Read true as 1.0 and false as 0.0.",
    ),
    Deviation(
        "booleans-as-text",
        "verifier.json-booleans",
        "the texts true and false are read as 1.0 and 0.0",
        around({"json.number.text": _booleans_as_text}),
        advice="Refuse the texts true and false.",
    ),
    Deviation(
        "sixty-four-bits",
        "verifier.json-integers",
        "integers beyond {} bits are converted to float",
        parameter=Parameter("number of bits", "64", int, _integers_of),
        advice="Keep integers of any size.",
    ),
)
"""Each breaks one clause about values in reward.json."""
