"""Wrong ways to make numbers of the values in reward.json."""

import math
import struct
from collections.abc import Callable

from candidates.broken.variant import Variant
from candidates.broken.verifier_parts import (
    Function,
    rewards_of,
    with_conversion,
    with_document,
    with_text_member,
)
from candidates.reference.lax_number import convert, read_text
from candidates.reference.verifier import Rewards, ValidationError, VerifierOutputParseError

type Number = int | float | None

_WITHIN_BINARY32 = 1e38


def _numbers_only(value: object) -> Number:
    return convert(value) if isinstance(value, int | float) else None


def _null_is_empty(value: object) -> Rewards | None:
    return {} if value is None else rewards_of(value, convert)


def _empty_is_null(value: object) -> Rewards | None:
    return None if value == {} else rewards_of(value, convert)


def _null_is_refused(value: object) -> Rewards | None:
    if value is None:
        raise ValidationError
    return rewards_of(value, convert)


def _pairs_are_an_object(value: object) -> Rewards | None:
    if isinstance(value, list) and all(isinstance(v, list) and len(v) == 2 for v in value):  # noqa: PLR2004 - a pair
        value = {str(name): number for name, number in value}
    return rewards_of(value, convert)


def _number_is_the_reward(value: object) -> Rewards | None:
    if isinstance(value, int | float):
        value = {"reward": value}
    return rewards_of(value, convert)


def _other_type_is_bad_json(value: object) -> Rewards | None:
    if not isinstance(value, dict | None):
        raise VerifierOutputParseError
    return rewards_of(value, convert)


def _null_is_zero(value: object) -> Number:
    return 0 if value is None else convert(value)


def _refused_is_bad_json(value: object) -> Number:
    number = convert(value)
    if number is None:
        raise VerifierOutputParseError
    return number


def _refused_is_dropped(value: object) -> Rewards | None:
    if isinstance(value, dict):
        value = {name: member for name, member in value.items() if convert(member) is not None}
    return rewards_of(value, convert)


def _refused_is_nan(value: object) -> Number:
    number = convert(value)
    return math.nan if number is None else number


def _no_booleans(value: object) -> Number:
    return None if isinstance(value, bool) else convert(value)


def _booleans_as_text(text: str) -> Number:
    return {"true": 1.0, "false": 0.0}.get(text, read_text(text))


def _all_floats(value: object) -> Number:
    number = convert(value)
    if not isinstance(number, int):
        return number
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf


def _sixty_four_bits(value: object) -> Number:
    if isinstance(value, int) and not -(2**63) <= value < 2**63:
        return _all_floats(value)
    return convert(value)


def _single_precision(value: object) -> Number:
    if isinstance(value, float) and abs(value) < _WITHIN_BINARY32:
        return float(struct.unpack("f", struct.pack("f", value))[0])
    return convert(value)


def _overflow_refused(value: object) -> Number:
    return None if value in (math.inf, -math.inf) else convert(value)


def _variant(name: str, clause: str, mistake: str, function: Function) -> Variant:
    return Variant(name, f"verifier.json-{clause}", mistake, function)


def _document(
    name: str, clause: str, mistake: str, store: Callable[[object], Rewards | None]
) -> Variant:
    return _variant(name, clause, mistake, with_document(store))


def _value(name: str, clause: str, mistake: str, convert: Callable[[object], Number]) -> Variant:
    return _variant(name, clause, mistake, with_conversion(convert))


VARIANTS = (
    _value("numbers-only", "values", "a strict model keeps numbers and booleans", _numbers_only),
    _document("null-is-empty", "null", "null is read as an empty object", _null_is_empty),
    _document("empty-is-null", "null", "an empty object counts as nothing", _empty_is_null),
    _document("null-is-refused", "null", "the document has to be an object", _null_is_refused),
    _document("pairs", "not-an-object", "dict() takes a list of pairs", _pairs_are_an_object),
    _document("bare-number", "not-an-object", "a number is the reward", _number_is_the_reward),
    _document(
        "other-type-is-bad-json",
        "not-an-object",
        "another type than an object is reported as bad JSON",
        _other_type_is_bad_json,
    ),
    _value("null-is-zero", "not-a-number", "null counts as 0", _null_is_zero),
    _value("refused-is-nan", "not-a-number", "what is no number becomes nan", _refused_is_nan),
    _value(
        "refused-is-bad-json",
        "not-a-number",
        "a member that is no number is reported as bad JSON",
        _refused_is_bad_json,
    ),
    _document("refused-is-dropped", "all-or-nothing", "the rest is kept", _refused_is_dropped),
    _value("no-booleans", "booleans", "true and false are no numbers", _no_booleans),
    _variant(
        "booleans-as-text",
        "booleans",
        "true and false count as text too",
        with_text_member(_booleans_as_text),
    ),
    _value("all-floats", "integers", "every number is a binary64", _all_floats),
    _value("sixty-four-bits", "integers", "integers beyond 64 bits are floats", _sixty_four_bits),
    _value("json-single-precision", "rounding", "floats pass a binary32", _single_precision),
    _value("json-overflow-refused", "rounding", "a range error is an error", _overflow_refused),
)
