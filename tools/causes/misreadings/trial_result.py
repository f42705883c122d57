"""Ports of `trial_result` with one mistake each."""

import re
from dataclasses import replace
from typing import Any

from candidates.reference import lax_values
from candidates.reference.lax_values import UnfitError
from candidates.reference.model_reader import last_of
from candidates.reference.trial_result import TrialResult
from candidates.reference.trial_result_model import READER
from tools.causes.wrong.making import candidate

Json = Any

_RFC_3339 = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]+)?"
    r"(?:Z|[-+][0-9]{2}:[0-9]{2})"
)


# source: protocol.md `{"verifier_result", "exception"}` "as harbor reads it back": a struct of the
#   two members that the answer needs, and the decoder passes over all others
# differs: {"verifier_result": null}: no result and no exception, not ValidationError
@candidate("trial_result")
def the_other_members_are_not_read(case: Json) -> Json:
    """Only verifier_result and exception_info are read and checked, which may both be absent.

    All other members of the file may be absent or have any value.
    """
    trial = {"verifier_result": "VerifierResult?", "exception_info": "ExceptionInfo?"}
    return TrialResult(reader=replace(READER, models={**READER.models, "TrialResult": trial}))(case)


# source: Java's Jackson has FAIL_ON_UNKNOWN_PROPERTIES on, and spec/001 has a "StrictModel"
# differs: a good file with one more member "x": ValidationError, not its result
@candidate("trial_result")
def unknown_members_are_refused(case: Json) -> Json:
    """A member that a model does not have is a ValidationError, at the top and in all models."""

    def known(model: Json, members: Json) -> Json:
        if any(name not in model for name, _ in members):
            raise UnfitError
        return members

    return TrialResult(reader=replace(READER, known=known))(case)


# source: Rust's serde derives an error "duplicate field" for a struct, while a map keeps the last
# differs: a good file with "task_name" twice: ValidationError, not its result
@candidate("trial_result")
def repeated_members_are_refused(case: Json) -> Json:
    """A member of a model that is there twice is a ValidationError, where the last one counts.

    Names of rewards and unknown members may still repeat.
    """

    def once(values: Json, read: Json) -> Json:
        if len(values) > 1:
            raise UnfitError
        return last_of(values, read)

    return TrialResult(reader=replace(READER, member=once))(case)


# source: Go's time.Time reads from JSON nothing but RFC 3339, which has a zone; the texts are
#   silent about times
# differs: "started_at": "2026-01-01T00:00:00": ValidationError, not the file's result
@candidate("trial_result")
def times_are_rfc_3339(case: Json) -> Json:
    """A time must be text in the form of RFC 3339, with seconds, T and a zone.

    A date alone, a number, or a time without a zone is a ValidationError.
    """

    def time(value: Json) -> Json:
        if not _RFC_3339.fullmatch(lax_values.text(value)):
            raise UnfitError
        return lax_values.time(value)

    return TrialResult(reader=replace(READER, values={**READER.values, "time": time}))(case)


# source: spec/000 §2 "rewards: dict[str, float | int] | None": a typed map, whose decoder in Swift
#   or Rust takes numbers alone
# differs: rewards of {"reward": true}: ValidationError, not {"reward": 1.0}
@candidate("trial_result")
def only_numbers_are_rewards(case: Json) -> Json:
    """A reward that is text, true or false is a ValidationError, even if it reads as a number."""

    def reward(value: Json) -> Json:
        if isinstance(value, bool | str):
            raise UnfitError
        return lax_values.reward(value)

    return TrialResult(reader=replace(READER, values={**READER.values, "reward": reward}))(case)
