"""Ports of `trial_result` with one mistake each."""

from typing import Any

from candidates.reference.trial_result import TrialResult, ValidationError, result_and_exception
from tools.causes.wrong.making import candidate

Json = Any


# source: modelscope/evalscope PR #1610: a reward has to be finite and from 0 to 1
# differs: a reward of 2: ValidationError, not {"reward": 2}
@candidate("trial_result")
def rewards_have_to_be_from_0_to_1(case: Json) -> Json:
    """A reward of the trial's verifier_result that is nan or not from 0 to 1 is refused.

    It makes the file invalid: ValidationError.
    """

    def answer(trial: Json) -> Json:
        rewards = (trial["verifier_result"] or {}).get("rewards") or {}
        if not all(0 <= value <= 1 for value in rewards.values()):
            raise ValidationError
        return result_and_exception(trial)

    return TrialResult(answer=answer)(case)
