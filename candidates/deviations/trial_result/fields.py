"""Other rules for the fields and rewards of a result.json."""

import math
import re
import unicodedata
import uuid
from collections.abc import Callable
from datetime import datetime
from functools import partial

from candidates.deviations.deviation import Changes, after, before, entries, instead
from candidates.deviations.forms import refused_beyond, refusing, repaired
from candidates.deviations.numbers import is_finite, to_float
from candidates.deviations.parameters import taking_limit
from candidates.deviations.rows import Table
from candidates.deviations.trial_result.document import on_objects
from candidates.reference import lax_number, lax_values
from candidates.reference.jiter_json import Object
from candidates.reference.lax_values import UnfitError
from candidates.reference.model_reader import Members, Model
from candidates.reference.trial_result import ValidationError

_I64_LIMIT = 2.0**63


def _none_unknown(model: Model, members: Members) -> Members:
    if {name for name, _ in members} - model.keys():
        raise ValueError
    return members


def _as_text(value: object) -> object:
    """Make text of numbers and booleans."""
    return str(value) if isinstance(value, int | float) else value


def _from_isoformat(value: object) -> object:
    """Read times as Python does."""
    return datetime.fromisoformat(lax_values.text(value))


def _python_uuid(value: object) -> object:
    """Read UUIDs as Python does, which drops hyphens and braces wherever they are."""
    return uuid.UUID(lax_values.text(value))


def _whole_part(value: object) -> object:
    """Cut the fraction off a number."""
    return int(value) if isinstance(value, float) and abs(value) < _I64_LIMIT else value


REWARD = "reader.values.reward"
"""The step that reads one reward."""

_unless = partial(refusing, UnfitError)


def _binary64(value: object) -> float:
    """Read a number as pydantic does if the model allows only a float."""
    return to_float(lax_values.number(value))


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


def _with_names(change: Callable[[str], str]) -> Changes:
    """Change the name of each reward."""

    def renamed(value: Object) -> Object:
        return Object(
            [
                (name, Object([(change(n), m) for n, m in member.members]))
                if name == "rewards" and isinstance(member, Object)
                else (name, member)
                for name, member in value.members
            ]
        )

    return on_objects(renamed)


ROWS: Table = {
    "trial-reward-names": {
        "stripped": _with_names(str.strip),
        "composed": _with_names(partial(unicodedata.normalize, "NFC")),
    },
    "trial-required-if-used": entries(
        "reader.models.TrialResult",
        {"trial_uri": "text", "task_checksum": "text", "config": "anything"},
    ),
    "trial-missing-is-null": entries("reader.models.TrialResult", {"id": "uuid?"}),
    "trial-members": {
        "as-text": before({"reader.values.text": _as_text}),
        "unknown-refused": instead({"reader.known": _none_unknown}),
        "isoformat": entries("reader.values", {"time": _from_isoformat}),
        "python-uuid": entries("reader.values", {"uuid": _python_uuid}),
        "separately": instead({"reader.rules": {}}),
        "whole-tokens": before({"reader.values.integer": _whole_part}),
    },
    "trial-any-config": entries("reader.models.TrialResult", {"config": "{anything}!"}),
    "trial-numbers": {
        "null-is-nan": before({REWARD: lambda value: math.nan if value is None else value}),
        "no-constants": after({REWARD: _unless(lambda number: not is_finite(number))}),
        "floats": entries("reader.values", {"reward": _binary64}),
        "no-overflow": before({REWARD: _unless(lambda value: value in (math.inf, -math.inf))}),
        "no-booleans": before({REWARD: _unless(lambda value: isinstance(value, bool))}),
        "float-of-text": before(
            {REWARD: lambda value: float(value) if isinstance(value, str) else value}
        ),
        "by-float": after({REWARD: float}),
        "doubles": after({REWARD: to_float}),
        "bare-only": before({REWARD: _unless(lambda value: isinstance(value, bool | str))}),
    },
    "trial-constants-in-any-case": repaired(
        "parse", lambda text: re.sub(r"(?i)\bnan\b", "NaN", re.sub(r"\binf\b", "Infinity", text))
    ),
    "trial-parsed": {"any-length": before(parse=_shortened("[0-9]+"))},
    "trial-null-is-zero": before({REWARD: lambda value: 0 if value is None else value}),
    "trial-bad-is-dropped": on_objects(_without_bad_rewards),
    "trial-repeated-rewards": {
        "first-counts": on_objects(lambda value: Object([*dict(reversed(value.members)).items()])),
        "first-is-ignored": on_objects(lambda value: Object([*dict(value.members).items()])),
    },
    "trial-refused-beyond": taking_limit(
        "number of bytes", refused_beyond("decode", ValidationError), (4_096, 65_536)
    ),
}
