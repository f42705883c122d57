"""Other ways to read the rewards of a result.json."""

import math
import re
import struct
from collections.abc import Callable

from candidates.deviations import descriptions
from candidates.deviations.deviation import Deviation, after, before, entries
from candidates.deviations.numbers import is_finite, to_float
from candidates.deviations.trial_result.changes import lenient, on_objects
from candidates.reference import lax_number, lax_values
from candidates.reference.jiter_json import Object
from candidates.reference.lax_values import UnfitError
from candidates.reference.model_reader import Read

REWARD = "reader.values.reward"
"""The step that reads one reward."""

_WITHIN_BINARY32 = 3e38


def _refusing(*types: type) -> Read:
    """Return the change that lets no value of these types be read."""

    def unless_of_types(value: object) -> object:
        if isinstance(value, types):
            raise UnfitError
        return value

    return unless_of_types


def _finite(number: float) -> float:
    if not is_finite(number):
        raise UnfitError
    return number


def _binary64(value: object) -> float:
    """Read a number as pydantic does where the model has a float alone."""
    return to_float(lax_values.number(value))


def _single_precision(value: object) -> object:
    if isinstance(value, float) and abs(value) < _WITHIN_BINARY32:
        return struct.unpack("f", struct.pack("f", value))[0]
    return value


def _overflow_refused(value: object) -> object:
    if value in (math.inf, -math.inf):
        raise UnfitError
    return value


def _shortened(pattern: str) -> Callable[[str], str]:
    """Return the change that leaves 4300 digits of each number that the pattern is of."""
    return lambda text: re.sub(rf"([0-9]{{4300}}){pattern}", r"\1", text)


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


DEVIATIONS = (
    Deviation(
        "trial-null-is-nan",
        "trial_result.not-finite",
        "null stands for nan",
        before({REWARD: lambda value: math.nan if value is None else value}),
    ),
    Deviation(
        "trial-no-constants",
        "trial_result.constants",
        "NaN and the infinities are refused",
        after({REWARD: _finite}),
    ),
    Deviation(
        "trial-constants-in-any-case",
        "trial_result.constants",
        "nan is NaN, and inf is Infinity",
        lenient(lambda text: re.sub(r"(?i)\bnan\b", "NaN", re.sub(r"\binf\b", "Infinity", text))),
    ),
    Deviation(
        "trial-all-floats",
        "trial_result.integers",
        "every number is a binary64",
        entries("reader.values", {"reward": _binary64}),
    ),
    Deviation(
        "trial-rewards-by-float",
        "trial_result.integers",
        descriptions.BY_FLOAT,
        after({REWARD: float}),
    ),
    Deviation(
        "trial-rewards-are-doubles",
        "trial_result.integers",
        descriptions.DOUBLES,
        after({REWARD: to_float}),
    ),
    Deviation(
        "trial-single-precision",
        "trial_result.rounding",
        "floats pass a binary32",
        before({REWARD: _single_precision}),
    ),
    Deviation(
        "trial-overflow-refused",
        "trial_result.rounding",
        "a range error is an error",
        before({REWARD: _overflow_refused}),
    ),
    Deviation(
        "trial-any-length",
        "trial_result.digit-limit",
        "integers have no limit",
        before(parse=_shortened("[0-9]+")),
    ),
    Deviation(
        "trial-short-floats-only",
        "trial_result.digit-limit",
        "the limit holds for integers alone, as in Python",
        before(parse=_shortened("[0-9]+(?=[.eE])")),
    ),
    Deviation(
        "trial-numbers-only",
        "trial_result.values",
        "a strict model keeps bare numbers alone",
        before({REWARD: _refusing(bool, str)}),
    ),
    Deviation(
        "trial-no-booleans",
        "trial_result.booleans",
        "true and false are no numbers",
        before({REWARD: _refusing(bool)}),
    ),
    Deviation(
        "trial-no-text",
        "trial_result.text-rewards",
        "text is no number",
        before({REWARD: _refusing(str)}),
    ),
    Deviation(
        "trial-python-text",
        "trial_result.text-rewards",
        "text is read by float()",
        before({REWARD: lambda value: float(value) if isinstance(value, str) else value}),
    ),
    Deviation(
        "trial-null-is-zero",
        "trial_result.no-number",
        "a reward of null counts as 0",
        before({REWARD: lambda value: 0 if value is None else value}),
    ),
    Deviation(
        "trial-bad-is-dropped",
        "trial_result.no-number",
        "what is no number is left out",
        on_objects(_without_bad_rewards),
    ),
    Deviation(
        "trial-first-reward-holds",
        "trial_result.repeated-rewards",
        "the first of a name holds",
        on_objects(_first_of_each_name),
    ),
    Deviation(
        "trial-last-reward-alone",
        "trial_result.repeated-rewards",
        "a parser keeps the last of a name, before anything looks at the first",
        on_objects(_last_of_each_name),
    ),
)
"""Each breaks one clause about the rewards."""
