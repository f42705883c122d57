"""Mistakes in `trial_result` from a fresh reading of the texts."""

from dataclasses import replace
from typing import Any

from candidates.reference.lax_values import UnfitError
from candidates.reference.trial_result import TrialResult
from candidates.reference.trial_result_model import READER
from tools.causes.wrong.making import candidate

Json = Any


# source: spec/003: a missing or malformed result.json produces no reward
# differs: a file that is not JSON: both null, not ValidationError
@candidate("trial_result")
def file_that_cannot_be_read_is_a_trial_without_result(case: Json) -> Json:
    """A file that is not UTF-8, not JSON or not a trial has neither a result nor an exception."""
    try:
        return TrialResult()(case)
    except Exception:  # noqa: BLE001 - as the text's reader does
        return {"verifier_result": None, "exception": None}


# source: spec/003, whose parser takes the name reward, with a default of 0.0
# differs: rewards {"score": 1}: {"reward": 0.0}, not {"score": 1}
@candidate("trial_result")
def only_the_member_named_reward_is_kept(case: Json) -> Json:
    """Rewards are cut down to the one named reward, which is 0.0 where it is absent."""
    answer = TrialResult()(case)
    result = answer["verifier_result"]
    if isinstance(result, dict) and isinstance(result["rewards"], dict):
        only = {"reward": result["rewards"].get("reward", 0.0)}
        return {**answer, "verifier_result": {"rewards": only}}
    return answer


# source: a reading of spec/000 section 2: a trial that errored has no verifier result
# differs: an AgentTimeoutError and a reward of 1: verifier_result null, not that reward
@candidate("trial_result")
def exception_voids_the_verifier_result(case: Json) -> Json:
    """A trial with an exception has no verifier result, even if its verifier gave one."""
    answer = TrialResult()(case)
    return answer if answer["exception"] is None else {**answer, "verifier_result": None}


# source: one who simplifies: spec/003 lists the only members that a reader needs
# differs: a file without a config: what it says, not ValidationError
@candidate("trial_result")
def members_that_are_not_asked_for_are_not_checked(case: Json) -> Json:
    """Members of a trial other than its verifier result and exception may be absent or invalid."""
    asked = {"verifier_result": "VerifierResult?", "exception_info": "ExceptionInfo?"}
    models = {**READER.models, "TrialResult": asked}
    return TrialResult(reader=replace(READER, models=models))(case)


# source: a Rust developer: rewards are a map of numbers, and serde converts nothing to one
# differs: rewards {"reward": "1"}: ValidationError, not 1.0
@candidate("trial_result")
def rewards_must_be_numbers_in_the_file(case: Json) -> Json:
    """A reward that is text or a truth value is refused instead of converted."""

    def reward(value: Json) -> Json:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise UnfitError
        return value

    values = {**READER.values, "reward": reward}
    return TrialResult(reader=replace(READER, values=values))(case)


# source: a Rust developer: serde refuses a struct with a duplicate field
# differs: a trial with two members exception_info, both null: ValidationError, not null
@candidate("trial_result")
def repeated_members_are_refused(case: Json) -> Json:
    """An object of a known form in which a known member stands twice makes the file invalid."""

    def member(values: Json, read: Json) -> Json:
        if len(values) > 1:
            raise UnfitError
        return read(values[0])

    return TrialResult(reader=replace(READER, member=member))(case)
