"""Slips in `trial_result`."""

from dataclasses import replace
from typing import Any

from candidates.reference.trial_result import (
    TrialResult,
)
from candidates.reference.trial_result_model import READER
from tools.causes.wrong.making import candidate

Json = Any


def with_kind(model: str, member: str, kind: str) -> TrialResult:
    """Return the reading in which a member of a model has another kind."""
    changed = {**READER.models[model], member: kind}
    return TrialResult(reader=replace(READER, models={**READER.models, model: changed}))


# source: a forgotten case: the model of the verifier's result has no null for its rewards
# differs: "verifier_result": {"rewards": null}: ValidationError, not {"rewards": null}
@candidate("trial_result")
def rewards_must_not_be_null(case: Json) -> Json:
    """A verifier result whose rewards are null raises ValidationError."""
    return with_kind("VerifierResult", "rewards", "{reward}")(case)


# source: a forgotten case: the third of three alternatives
# differs: "task_id": {"org": "o", "name": "n"}: ValidationError, not the trial's result
@candidate("trial_result")
def task_of_a_package_is_forgotten(case: Json) -> Json:
    """A task id of an org and a name raises ValidationError."""
    return with_kind("TrialResult", "task_id", "LocalTaskId|GitTaskId!")(case)


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
