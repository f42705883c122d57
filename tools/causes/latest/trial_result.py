"""The latest mistakes in `trial_result`, written without the catalogue."""

import math
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


# source: public code, a summary of jobs: (trial.get("verifier_result") or {}).get("rewards")
# differs: "verifier_result": null: {"rewards": null}, not null
@candidate("trial_result")
def no_result_is_one_without_rewards(case: Any) -> Any:
    """A trial without a verifier result has one whose rewards are null."""

    def answer(trial: Any) -> Any:
        found = result_and_exception(trial)
        return found | {"verifier_result": found["verifier_result"] or {"rewards": None}}

    return TrialResult(answer=answer)(case)


# source: public code, a reader of a prototype's result: one whose finished_at is null "is not
#   finished"
# differs: rewards {"reward": 1}, but "finished_at": null: null, not {"reward": 1}
@candidate("trial_result")
def unfinished_trial_has_no_result(case: Any) -> Any:
    """A trial without a time at which it finished has no verifier result."""

    def answer(trial: Any) -> Any:
        found = result_and_exception(trial)
        return found if trial["finished_at"] is not None else found | {"verifier_result": None}

    return TrialResult(answer=answer)(case)


# source: a habit of pandas, which reads null as nan; harbor writes nan as null
# differs: rewards {"reward": null}: {"reward": nan}, not ValidationError
@candidate("trial_result")
def null_reward_is_nan(case: Any) -> Any:
    """A reward of null is read as nan instead of making the file invalid."""
    reward = READER.values["reward"]
    number = lambda value: math.nan if value is None else reward(value)  # noqa: E731
    reader = replace(READER, values={**READER.values, "reward": number})
    return TrialResult(reader=reader)(case)


# source: a habit of pydantic: model_validate_json(path.read_bytes()), which decodes by itself
# differs: a file that is not UTF-8: ValidationError, not UnicodeDecodeError
@candidate("trial_result")
def other_bytes_are_a_validation_error(case: Any) -> Any:
    """A file that is not UTF-8 raises ValidationError."""

    def decode(content: bytes) -> str:
        try:
            return utf_8(content)
        except UnicodeDecodeError as error:
            raise ValidationError from error

    return TrialResult(decode=decode)(case)
