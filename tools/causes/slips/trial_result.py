"""Slips in `trial_result`."""

from dataclasses import replace
from typing import Any

from candidates.reference.trial_result import (
    TrialResult,
    ValidationError,
    result_and_exception,
    utf_8,
)
from candidates.reference.trial_result_model import READER
from tools.causes.wrong.making import candidate

Json = Any


def with_kind(model: str, member: str, kind: str) -> TrialResult:
    """Return the reading in which a member of a model has another kind."""
    changed = {**READER.models[model], member: kind}
    return TrialResult(reader=replace(READER, models={**READER.models, model: changed}))


# source: an early return: a trial with an exception is answered before its rewards are read
# differs: an exception next to rewards {"reward": 1.0}: no verifier result, not these rewards
@candidate("trial_result")
def exception_returns_before_the_verifier_result(case: Json) -> Json:
    """A trial with an exception has no verifier result."""

    def answer(trial: Json) -> Json:
        found = result_and_exception(trial)
        if found["exception"] is not None:
            return {**found, "verifier_result": None}
        return found

    return TrialResult(answer=answer)(case)


# source: a forgotten case: the model of the verifier's result has no null for its rewards
# differs: "verifier_result": {"rewards": null}: ValidationError, not {"rewards": null}
@candidate("trial_result")
def rewards_must_not_be_null(case: Json) -> Json:
    """A verifier result whose rewards are null raises ValidationError."""
    return with_kind("VerifierResult", "rewards", "{reward}")(case)


# source: an exception that is caught too broadly: UnicodeDecodeError is a ValueError
# differs: the byte FF: ValidationError, not UnicodeDecodeError
@candidate("trial_result")
def file_is_decoded_inside_the_try(case: Json) -> Json:
    """A file that is not UTF-8 raises ValidationError."""

    def decode(content: bytes) -> str:
        try:
            return utf_8(content)
        except ValueError as error:
            raise ValidationError from error

    return TrialResult(decode=decode)(case)


# source: a forgotten case: the third of three alternatives
# differs: "task_id": {"org": "o", "name": "n"}: ValidationError, not the trial's result
@candidate("trial_result")
def task_of_a_package_is_forgotten(case: Json) -> Json:
    """A task id of an org and a name raises ValidationError."""
    return with_kind("TrialResult", "task_id", "LocalTaskId|GitTaskId!")(case)


# source: a default that hides a missing value: `trial_uri: str = ""`
# differs: no trial_uri: the trial's result, not ValidationError
@candidate("trial_result")
def trial_uri_has_a_default(case: Json) -> Json:
    """A file without trial_uri is valid."""
    return with_kind("TrialResult", "trial_uri", "text")(case)


# source: a wrong operator: `or` where exactly one of two is meant
# differs: a config whose task has both a path and a name: the trial's result, not ValidationError
@candidate("trial_result")
def task_may_have_both_a_path_and_a_name(case: Json) -> Json:
    """The task of a config is valid with both a path and a name."""

    def rule(task: Json) -> bool:
        one = {**task, "path": None} if task["name"] is not None else task
        return READER.rules["TaskConfig"](one)

    rules = {**READER.rules, "TaskConfig": rule}
    return TrialResult(reader=replace(READER, rules=rules))(case)
