"""Other rules for the fields and rewards of a result.json."""

import math
import uuid
from collections.abc import Callable
from datetime import datetime
from functools import partial

from candidates.deviations.deviation import Changes, Table, after, before, entries, instead
from candidates.deviations.forms import first_of_each, refusing, repaired, rewritten
from candidates.deviations.numbers import is_finite, to_float
from candidates.deviations.parameters import refused_beyond
from candidates.deviations.trial_result.document import on_objects
from candidates.reference import lax_number, lax_values
from candidates.reference.jiter_json import Object
from candidates.reference.lax_values import UnfitError
from candidates.reference.model_reader import Members, Model
from candidates.reference.trial_result import ValidationError

_I64_LIMIT = 2.0**63


def _none_unknown(model: Model, members: Members) -> Members:
    if {name for name, _ in members} - model.keys():
        raise UnfitError
    return members


def _whole_part(value: object) -> object:
    return int(value) if isinstance(value, float) and abs(value) < _I64_LIMIT else value


REWARD = "reader.values.reward"
"""The step that reads one reward."""

_unless = partial(refusing, UnfitError)


def _on_rewards(change: Callable[[Members], Members]) -> Changes:
    """Return the change of the names and values in each object of rewards."""

    def changed(name: str, member: object) -> tuple[str, object]:
        if name == "rewards" and isinstance(member, Object):
            return name, Object(change(member.members))
        return name, member

    return on_objects(lambda value: Object([changed(*member) for member in value.members]))


ROWS: Table = {
    "trial-required-if-used": entries(
        "reader.models.TrialResult", trial_uri="text", task_checksum="text", config="anything"
    ),
    "trial-missing-is-null": entries("reader.models.TrialResult", id="uuid?"),
    "trial-members": {
        "as-text": before(
            "reader.values.text", lambda one: str(one) if isinstance(one, int | float) else one
        ),
        "unknown-refused": instead("reader.known", _none_unknown),
        "repeated-refused": before("reader.member", _unless(lambda values: values[1:])),
        "isoformat": entries(
            "reader.values", time=lambda value: datetime.fromisoformat(lax_values.text(value))
        ),
        "python-uuid": entries(
            "reader.values", uuid=lambda value: uuid.UUID(lax_values.text(value))
        ),
        "separately": instead("reader.rules", {}),
        "whole-tokens": before("reader.values.integer", _whole_part),
    },
    "trial-any-config": entries("reader.models.TrialResult", config="{anything}!"),
    "trial-numbers": {
        "null-is-nan": before(REWARD, lambda value: math.nan if value is None else value),
        "no-constants": after(REWARD, _unless(lambda number: not is_finite(number))),
        "floats": entries("reader.values", reward=lambda value: to_float(lax_values.number(value))),
        "no-overflow": before(REWARD, _unless(lambda value: value in (math.inf, -math.inf))),
        "float-of-text": before(
            REWARD, lambda value: float(value) if isinstance(value, str) else value
        ),
        "bare-only": before(REWARD, _unless(lambda value: isinstance(value, bool | str))),
    },
    "trial-constants-in-any-case": repaired(
        "parse",
        r"\b(?:inf|(?i:nan))\b",
        lambda found: "Infinity" if found[0] == "inf" else "NaN",
    ),
    "trial-parsed": {"any-length": rewritten("parse", "([0-9]{4300})[0-9]+", r"\1")},
    "trial-null-is-zero": before(REWARD, lambda value: 0 if value is None else value),
    "trial-bad-is-dropped": _on_rewards(
        lambda members: [one for one in members if lax_number.convert(one[1]) is not None]
    ),
    "trial-repeated-rewards": {
        "first-counts": on_objects(lambda value: Object([*first_of_each(value.members).items()])),
        "first-is-ignored": on_objects(lambda value: Object([*dict(value.members).items()])),
    },
    "trial-refused-beyond": refused_beyond("decode", ValidationError),
}
