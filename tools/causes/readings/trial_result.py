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


# source: a reading of spec/000 section 2: a trial that errored has no verifier result
# differs: an AgentTimeoutError and a reward of 1: verifier_result null, not that reward
@candidate("trial_result")
def exception_voids_the_verifier_result(case: Json) -> Json:
    """A trial with an exception has no verifier result, even if its verifier gave one."""
    answer = TrialResult()(case)
    return answer if answer["exception"] is None else {**answer, "verifier_result": None}


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
