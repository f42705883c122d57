"""Ports of `trial_result` with one mistake each."""

from dataclasses import replace
from typing import Any

from candidates.reference import lax_values
from candidates.reference.lax_values import UnfitError
from candidates.reference.model_reader import last_of
from candidates.reference.trial_result import TrialResult, result_and_exception
from candidates.reference.trial_result_model import READER
from tools.causes.wrong.making import candidate

Json = Any


# source: opentdf/tests PR #294: members that a model does not have yet are an error, and should be
#   ignored
# differs: a whole result.json with a member "x": ValidationError, not its verifier result
@candidate("trial_result")
def unknown_members_are_refused(case: Json) -> Json:
    """A member that a model does not have is a ValidationError, at every level.

    It should be ignored.
    """

    def known(model: Json, members: Json) -> Json:
        if any(name not in model for name, _ in members):
            raise UnfitError
        return members

    return TrialResult(reader=replace(READER, known=known))(case)


# source: python/cpython issue #80010: fromisoformat() refuses times that end in Z
# differs: "started_at": "2026-01-01T00:00:00Z": ValidationError, not the verifier result
@candidate("trial_result")
def times_may_not_end_in_z(case: Json) -> Json:
    """A time that ends in Z or z is a ValidationError; offsets in digits are read."""

    def time(value: Json) -> Json:
        if isinstance(value, str) and value.endswith(("Z", "z")):
            raise UnfitError
        return lax_values.time(value)

    return TrialResult(reader=replace(READER, values={**READER.values, "time": time}))(case)


# source: modelscope/evalscope PR #1610: a trial that has exception_info is not scored, even
#   if its verifier gave rewards
# differs: rewards {"a": 1} next to an exception: "verifier_result" null, not {"rewards": {"a": 1}}
@candidate("trial_result")
def an_exception_takes_the_verifier_result(case: Json) -> Json:
    """The verifier result is null where the trial has an exception."""

    def answer(trial: Json) -> Json:
        found = result_and_exception(trial)
        return found if found["exception"] is None else {**found, "verifier_result": None}

    return TrialResult(answer=answer)(case)


# source: serde-rs/serde issue #1202: a member that comes twice is a duplicate field, an error
# differs: "task_name" twice: ValidationError, not the verifier result
@candidate("trial_result")
def repeated_members_are_refused(case: Json) -> Json:
    """A known member of a model that comes more than once is a ValidationError.

    The last should hold. Rewards and other free names may still repeat.
    """

    def member(values: Json, read: Json) -> Json:
        if len(values) > 1:
            raise UnfitError
        return last_of(values, read)

    return TrialResult(reader=replace(READER, member=member))(case)


# source: pydantic/pydantic issue #6446: version 1 turns numbers into text where text is required
# differs: "task_name": 7: the verifier result, not ValidationError
@candidate("trial_result")
def numbers_pass_for_text(case: Json) -> Json:
    """Where text is required, a number is taken as its text; true and false are not.

    Times, UUIDs and words of a choice are as before.
    """

    def text(value: Json) -> Json:
        if isinstance(value, int | float) and not isinstance(value, bool):
            return str(value)
        return lax_values.text(value)

    return TrialResult(reader=replace(READER, values={**READER.values, "text": text}))(case)
