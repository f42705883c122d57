"""Candidates of `trial_result` with one mistake each, from bug trackers."""

import re
from dataclasses import replace
from typing import Any

from candidates.reference import lax_values
from candidates.reference.lax_values import UnfitError
from candidates.reference.trial_result import TrialResult
from candidates.reference.trial_result_model import READER
from tools.causes.wrong.making import candidate

Json = Any

_WITHOUT_ZONE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt _][0-9:.,]+")


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
