"""Other ways to read the rewards of a result.json."""

import math
import re
import struct
from collections.abc import Callable

from candidates.deviations import descriptions
from candidates.deviations.deviation import Deviation, after, before, entries, family
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
    family(
        "trial-numbers",
        "trial_result.not-finite",
        "{}",
        {
            "null-is-nan": (
                "a reward of null is nan",
                before({REWARD: lambda value: math.nan if value is None else value}),
            ),
            "no-constants": (
                "NaN and the infinities are refused",
                after({REWARD: _finite}),
                "trial_result.constants",
            ),
            "floats": (
                "every reward is a float",
                entries("reader.values", {"reward": _binary64}),
                "trial_result.integers",
            ),
            "single": (
                "floats are rounded to binary32",
                before({REWARD: _single_precision}),
                "trial_result.rounding",
            ),
            "no-overflow": (
                "a float that overflows is refused",
                before({REWARD: _overflow_refused}),
                "trial_result.rounding",
            ),
            "no-booleans": (
                "true and false are refused",
                before({REWARD: _refusing(bool)}),
                "trial_result.booleans",
            ),
            "float-of-text": (
                "text is read by float()",
                before({REWARD: lambda value: float(value) if isinstance(value, str) else value}),
                "trial_result.text-rewards",
            ),
            "by-float": (descriptions.BY_FLOAT, after({REWARD: float}), "trial_result.integers"),
            "doubles": (descriptions.DOUBLES, after({REWARD: to_float}), "trial_result.integers"),
            "bare-only": (
                "only bare numbers are rewards",
                before({REWARD: _refusing(bool, str)}),
                "trial_result.values",
            ),
        },
        advice="Read each reward by the rules of pydantic's float or int: integers stay exact,"
        " true is 1.0, and text is parsed.",
    ),
    Deviation(
        "trial-constants-in-any-case",
        "trial_result.constants",
        "NaN and Infinity are read in any case",
        lenient(lambda text: re.sub(r"(?i)\bnan\b", "NaN", re.sub(r"\binf\b", "Infinity", text))),
        advice="Accept only NaN, Infinity and -Infinity.",
    ),
    family(
        "trial-parsed",
        "trial_result.digit-limit",
        "{}",
        {
            "any-length": ("integers have no limit of digits", before(parse=_shortened("[0-9]+"))),
            "short-floats": (
                "only integers have a limit of digits",
                before(parse=_shortened("[0-9]+(?=[.eE])")),
            ),
        },
        advice="Accept only JSON as pydantic's parser does, with numbers of at most 4300"
        " digits before the point.",
    ),
    Deviation(
        "trial-null-is-zero",
        "trial_result.no-number",
        "a reward of null counts as 0",
        before({REWARD: lambda value: 0 if value is None else value}),
        advice="Raise ValidationError for a reward of null.",
    ),
    Deviation(
        "trial-bad-is-dropped",
        "trial_result.no-number",
        "rewards that are not numbers are left out",
        on_objects(_without_bad_rewards),
        advice="Raise ValidationError for a reward that is not a number.",
    ),
    family(
        "trial-repeated-rewards",
        "trial_result.repeated-rewards",
        "of a repeated reward {}",
        {
            "first-counts": ("the first counts", on_objects(_first_of_each_name)),
            "first-is-ignored": ("the first is not validated", on_objects(_last_of_each_name)),
        },
        advice=(
            "Validate both of two rewards with one key; the last counts, at the place of the first."
        ),
    ),
)
"""Each breaks one clause about the rewards."""
