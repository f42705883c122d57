"""Ports of `trial_result` with one mistake each."""

from dataclasses import replace
from typing import Any

from candidates.reference.lax_values import UnfitError
from candidates.reference.trial_result import TrialResult, ValidationError, result_and_exception
from candidates.reference.trial_result_model import READER
from tools.causes.wrong.making import candidate

Json = Any


# source: NVIDIA-NeMo/Gym PR #3443: an exception in step_results counts where the top-level
#   exception_info is null
# differs: no exception_info, a step with AgentTimeoutError: "exception": "AgentTimeoutError", not
#   null
@candidate("trial_result")
def a_step_s_exception_is_the_trial_s(case: Json) -> Json:
    """Where a trial has no exception_info, the exception is that of one of its step_results.

    It is that of the first that has one.
    """

    def answer(trial: Json) -> Json:
        infos = [
            trial["exception_info"],
            *(step["exception_info"] for step in trial["step_results"] or []),
        ]
        info = next((info for info in infos if info is not None), None)
        return result_and_exception({**trial, "exception_info": info})

    return TrialResult(answer=answer)(case)


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


# source: NVIDIA-NeMo/nemo-platform PR #1792: a result with both an exception and a reward was
#   rejected as incomplete
# differs: AgentTimeoutError and a reward of 0.8: "verifier_result": null, not {"rewards":
#   {"reward": 0.8}}
@candidate("trial_result")
def the_result_of_an_errored_trial_is_dropped(case: Json) -> Json:
    """Where a trial has an exception_info, its verifier_result is given as null.

    It is null even if the file has one.
    """

    def answer(trial: Json) -> Json:
        read = result_and_exception(trial)
        return read if read["exception"] is None else {**read, "verifier_result": None}

    return TrialResult(answer=answer)(case)


# source: e-valuation/EvaP PR #2522: extra keys of imported JSON were forbidden before
# differs: a further member "hostname" of the trial: ValidationError, not an answer
@candidate("trial_result")
def unknown_members_are_refused(case: Json) -> Json:
    """An object of the file with a member that its model does not have makes the file invalid.

    That is a ValidationError.
    """

    def known(model: Json, members: Json) -> Json:
        if any(name not in model for name, _ in members):
            raise UnfitError
        return members

    return TrialResult(reader=replace(READER, known=known))(case)


# source: keting/half PR #105: of a result.json only a minimal contract of a few members is
#   validated
# differs: {}: null and null, not ValidationError
@candidate("trial_result")
def only_the_members_of_the_answer_are_validated(case: Json) -> Json:
    """Of the trial only verifier_result and exception_info are validated.

    All its other members may be absent or invalid.
    """
    model = READER.models["TrialResult"]
    wanted = {name: model[name] for name in ("verifier_result", "exception_info")}
    return TrialResult(reader=replace(READER, models={**READER.models, "TrialResult": wanted}))(
        case
    )
