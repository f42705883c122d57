"""Candidates of `trial_result` with one mistake each, from bug trackers."""

import re
from dataclasses import replace
from typing import Any

from candidates.reference import lax_values
from candidates.reference.lax_values import UnfitError
from candidates.reference.model_reader import without_unknown
from candidates.reference.trial_result import TrialResult
from candidates.reference.trial_result_model import READER
from tools.causes.wrong.making import candidate

Json = Any

_WITHOUT_ZONE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt _][0-9:.,]+")


# source: marshmallow-code/marshmallow issue #1451: a time with a trailing Z is invalid
# differs: "started_at": "2026-01-31T12:00:00Z": ValidationError, not a result
@candidate("trial_result")
def a_time_in_z_is_refused(case: Json) -> Json:
    """A time whose text ends with Z or z is a ValidationError; an offset of +00:00 is not."""

    def time(value: Json) -> Json:
        if isinstance(value, str) and value.endswith(("Z", "z")):
            raise UnfitError
        return lax_values.time(value)

    return TrialResult(reader=replace(READER, values={**READER.values, "time": time}))(case)


# source: AgentSafeLabs/safelabs-eval issue #40: a trial result with unknown fields is to be refused
# differs: a trial's result with a further member "extra": ValidationError, not a result
@candidate("trial_result")
def unknown_members_are_refused(case: Json) -> Json:
    """A member that a model does not have is a ValidationError, in each model of the file."""

    def known(model: Json, members: Json) -> Json:
        if any(name not in model for name, _ in members):
            raise UnfitError
        return members

    return TrialResult(reader=replace(READER, known=known))(case)


# source: cdimascio/express-openapi-validator PR #46: null for a field that is not nullable is
#   not refused, but replaced by the default
# differs: "agent": null in the config: a result, not ValidationError
@candidate("trial_result")
def null_stands_for_a_default(case: Json) -> Json:
    """Null counts as absent for each member that may be absent but not null.

    It should be a ValidationError. Null for a required member still is.
    """

    def known(model: Json, members: Json) -> Json:
        last = dict(members)
        return [
            (name, value)
            for name, value in without_unknown(model, members)
            if last[name] is not None or model[name].endswith(("?", "!"))
        ]

    return TrialResult(reader=replace(READER, known=known))(case)


# source: pydantic/pydantic issue #360: an integer's field should refuse a number with a point
# differs: "n_input_tokens": 5.0 in "agent_result": ValidationError, not a result
@candidate("trial_result")
def whole_floats_are_no_integers(case: Json) -> Json:
    """A number with a point or an exponent is a ValidationError where an integer is needed.

    It should be read if it is whole, as 5.0 or 1e3. In quotes, as "5.0", it still is.
    """

    def integer(value: Json) -> Json:
        if isinstance(value, float):
            raise UnfitError
        return lax_values.integer(value)

    return TrialResult(reader=replace(READER, values={**READER.values, "integer": integer}))(case)


# source: excitement-engineer/graphql-iso-date issue #84: a time without a trailing Z is invalid
# differs: "started_at": "2026-01-31T12:00:00": ValidationError, not a result
@candidate("trial_result")
def a_time_without_a_zone_is_refused(case: Json) -> Json:
    """A date with a time of day but without a zone is a ValidationError.

    A date alone and a count of seconds are still read.
    """

    def time(value: Json) -> Json:
        if isinstance(value, str) and _WITHOUT_ZONE.fullmatch(value):
            raise UnfitError
        return lax_values.time(value)

    return TrialResult(reader=replace(READER, values={**READER.values, "time": time}))(case)
