"""Patches to `trial_result` that break one rule each."""

import math
from dataclasses import replace
from typing import Any
from uuid import UUID

from candidates.reference import lax_values
from candidates.reference.lax_values import UnfitError
from candidates.reference.trial_result import TrialResult
from candidates.reference.trial_result_model import READER
from tools.causes.wrong.making import candidate

Json = Any


# source: patch "validate while reading" where members of one name wait (jiter_json.mjs:8)
# differs: "task_name": 1 and later "task_name": "t": ValidationError, not a result
@candidate("trial_result")
def earlier_members_of_a_name_have_to_be_valid(case: Json) -> Json:
    """Of several members with one name each has to be valid; only the last should have to be.

    The last still gives the value. Members that no model has are left alone.
    """

    def member(values: Json, read: Json) -> Json:
        return [read(value) for value in values][-1]

    return TrialResult(reader=replace(READER, member=member))(case)


# source: patch "guard the leaderboard against nan" at the readers of the table (model_reader.py:89)
# differs: rewards {"a": NaN}: ValidationError, not nan
@candidate("trial_result")
def a_reward_has_to_be_finite(case: Json) -> Json:
    """A reward that is nan or an infinity, as a number or as text, is a ValidationError."""

    def reward(value: Json) -> Json:
        number = lax_values.reward(value)
        if isinstance(number, float) and not math.isfinite(number):
            raise UnfitError
        return number

    return TrialResult(reader=replace(READER, values={**READER.values, "reward": reward}))(case)


# source: patch "the uuid module in place of a pattern" (trial_result_model.py)
# differs: an id with its hyphens at other places: a result, not ValidationError
@candidate("trial_result")
def uuids_are_read_by_the_uuid_module(case: Json) -> Json:
    """A UUID is what Python's uuid.UUID takes: hyphens, braces and "urn:" may stand anywhere.

    Hyphens, braces at the ends, "urn:" and "uuid:" are dropped, and 32 characters have to remain
    that int(text, 16) reads.
    """

    def uuid(value: Json) -> Json:
        UUID(lax_values.text(value))
        return value

    return TrialResult(reader=replace(READER, values={**READER.values, "uuid": uuid}))(case)
