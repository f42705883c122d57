"""Wrong ways to read the rewards of a result.json."""

import math
import re
import struct
from collections.abc import Callable

from candidates.broken.trial_result_parts import Reading, lenient, with_members, with_value_or_none
from candidates.broken.variant import Function, Variant
from candidates.reference import jiter_json, lax_number, lax_values
from candidates.reference.jiter_json import Object

_WITHIN_BINARY32 = 3e38


def _null_is_nan(value: object) -> object:
    return math.nan if value is None else lax_number.convert(value)


def _null_is_zero(value: object) -> object:
    return 0 if value is None else lax_number.convert(value)


def _numbers_only(value: object) -> object:
    return None if isinstance(value, bool | str) else lax_number.convert(value)


def _all_floats(value: object) -> object:
    return lax_values.number(value)


def _finite_only(value: object) -> object:
    found = lax_number.convert(value)
    return found if isinstance(found, int) or (found is not None and found - found == 0) else None


def _single_precision(value: object) -> object:
    if isinstance(value, float) and abs(value) < _WITHIN_BINARY32:
        return struct.unpack("f", struct.pack("f", value))[0]
    return lax_number.convert(value)


def _overflow_refused(value: object) -> object:
    return None if value in (math.inf, -math.inf) else lax_number.convert(value)


def _no_booleans(value: object) -> object:
    return None if isinstance(value, bool) else lax_number.convert(value)


def _no_text(value: object) -> object:
    return None if isinstance(value, str) else lax_number.convert(value)


def _text_as_python_has_it(value: object) -> object:
    return float(value) if isinstance(value, str) else lax_number.convert(value)


def _any_length(text: str) -> object:
    """Read numbers of any length, as if their first 4300 digits were all."""
    return jiter_json.parse(re.sub(r"([0-9]{4300})[0-9]+", r"\1", text))


def _long_floats(text: str) -> object:
    """Shorten the whole part of numbers that have a point or an exponent."""
    return jiter_json.parse(re.sub(r"([0-9]{4300})[0-9]+(?=[.eE])", r"\1", text))


def _without_bad_rewards(value: Object) -> Object:
    """Drop the rewards that are no numbers."""

    def kept(member: object) -> object:
        if not isinstance(member, Object):
            return member
        return Object([(n, m) for n, m in member.members if lax_number.convert(m) is not None])

    return Object([(n, kept(m) if n == "rewards" else m) for n, m in value.members])


def _first_of_each_name(value: Object) -> Object:
    return Object(list(dict(reversed(value.members)).items()))


def _last_of_each_name(value: Object) -> Object:
    return Object(list(dict(value.members).items()))


def _variant(name: str, clause: str, mistake: str, function: Function) -> Variant:
    return Variant(f"trial-{name}", f"trial_result.{clause}", mistake, function)


def _reward(name: str, clause: str, mistake: str, read: Callable[[object], object]) -> Variant:
    return _variant(name, clause, mistake, with_value_or_none("reward", read))


VARIANTS = (
    _reward("null-is-nan", "not-finite", "null stands for nan", _null_is_nan),
    _reward("no-constants", "constants", "NaN and the infinities are refused", _finite_only),
    _variant(
        "constants-in-any-case",
        "constants",
        "nan is NaN, and inf is Infinity",
        lenient(lambda text: re.sub(r"(?i)\bnan\b", "NaN", re.sub(r"\binf\b", "Infinity", text))),
    ),
    _reward("all-floats", "integers", "every number is a binary64", _all_floats),
    _reward("single-precision", "rounding", "floats pass a binary32", _single_precision),
    _reward("overflow-refused", "rounding", "a range error is an error", _overflow_refused),
    _variant("any-length", "digit-limit", "integers have no limit", Reading(parse=_any_length)),
    _variant(
        "short-floats-only",
        "digit-limit",
        "the limit holds for integers alone, as in Python",
        Reading(parse=_long_floats),
    ),
    _reward("numbers-only", "values", "a strict model keeps bare numbers alone", _numbers_only),
    _reward("no-booleans", "booleans", "true and false are no numbers", _no_booleans),
    _reward("no-text", "text-rewards", "text is no number", _no_text),
    _reward("python-text", "text-rewards", "text is read by float()", _text_as_python_has_it),
    _reward("null-is-zero", "no-number", "a reward of null counts as 0", _null_is_zero),
    _variant(
        "bad-is-dropped",
        "no-number",
        "what is no number is left out",
        with_members(_without_bad_rewards),
    ),
    _variant(
        "first-reward-holds",
        "repeated-rewards",
        "the first of a name holds",
        with_members(_first_of_each_name),
    ),
    _variant(
        "last-reward-alone",
        "repeated-rewards",
        "a parser keeps the last of a name, before anything looks at the first",
        with_members(_last_of_each_name),
    ),
)
