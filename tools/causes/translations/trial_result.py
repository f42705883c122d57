"""Ports of `trial_result` with one mistake each."""

import re
from dataclasses import replace
from typing import Any

from candidates.reference import lax_values
from candidates.reference.trial_result import TrialResult, result_and_exception
from candidates.reference.trial_result_model import READER
from tools.causes.wrong.making import candidate

Json = Any

_ZONE = re.compile(r"(?:[Zz]|[-+\u2212][0-9]{2}:?[0-9]{2})$")


# source: Go: encoding/json matches the names of members to struct fields without regard to case
# differs: "Verifier_Result": {"rewards": {"reward": 1}}: those rewards, not null
@candidate("trial_result")
def names_of_members_match_in_any_case(case: Json) -> Json:
    """A member of a model is found under its name in any case, such as "Verifier_Result".

    The last spelling holds.
    """

    def known(model: Json, members: Json) -> Json:
        return [(name.lower(), value) for name, value in members if name.lower() in model]

    return TrialResult(reader=replace(READER, known=known))(case)


# source: Rust: serde's derived `Deserialize` of a struct fails with "duplicate field"
# differs: "verifier_result" twice: ValidationError, not the last one
@candidate("trial_result")
def repeated_members_are_refused(case: Json) -> Json:
    """A member of a model that occurs twice in an object raises ValidationError.

    The last one should hold.
    """

    def member(values: Json, read: Json) -> Json:
        if len(values) > 1:
            raise lax_values.UnfitError
        return read(values[-1])

    return TrialResult(reader=replace(READER, member=member))(case)


# source: .NET: System.Text.Json reads no number from a string or from a truth value:
#   JsonNumberHandling.Strict by default
# differs: rewards {"reward": "1"}: ValidationError, not {"reward": 1.0}
@candidate("trial_result")
def rewards_must_be_json_numbers(case: Json) -> Json:
    """A reward that is a string or a truth value raises ValidationError.

    It should be converted to a number.
    """

    def reward(value: object) -> int | float:
        if isinstance(value, str | bool):
            raise lax_values.UnfitError
        return lax_values.reward(value)

    return TrialResult(reader=replace(READER, values={**READER.values, "reward": reward}))(case)


# source: Rust: chrono's `DateTime<Utc>` (as Java's `Instant.parse`) reads only times with a zone
# differs: "started_at": "2026-01-01T00:00:00": ValidationError, not a result
@candidate("trial_result")
def times_without_a_zone_are_refused(case: Json) -> Json:
    """A time written as a date, alone or with a time of day, is refused where it has no zone.

    It raises ValidationError.
    """

    def time(value: object) -> object:
        if isinstance(value, str) and re.match("[0-9]{4}-", value) and not _ZONE.search(value):
            raise lax_values.UnfitError
        return lax_values.time(value)

    return TrialResult(reader=replace(READER, values={**READER.values, "time": time}))(case)


# source: Go: the field is `VerifierResult VerifierResult`, a struct and no pointer, which null
#   leaves at its zero value
# differs: "verifier_result": null: {"rewards": null}, not null
@candidate("trial_result")
def no_verifier_result_is_one_with_null_rewards(case: Json) -> Json:
    """A verifier_result that is null or absent is answered as one whose rewards are null."""

    def answer(trial: Json) -> Json:
        answered = result_and_exception(trial)
        return {**answered, "verifier_result": answered["verifier_result"] or {"rewards": None}}

    return TrialResult(answer=answer)(case)
