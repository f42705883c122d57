"""Mistakes in `trial_result`, written without the catalogue."""

from dataclasses import replace
from typing import Any

from candidates.reference.lax_values import UnfitError
from candidates.reference.trial_result import TrialResult, result_and_exception
from candidates.reference.trial_result_model import READER
from tools.causes.wrong.making import candidate


# source: NVIDIA-NeMo/nemo-platform pull request #2136: "top-level exception_info=null", with "the
#   real failure at step_results[0].exception_info"
# differs: exception_info null, and a step with AgentTimeoutError: "exception": "AgentTimeoutError",
#   not null
@candidate("trial_result")
def exception_of_a_step_is_the_trials(case: Any) -> Any:
    """A trial without an exception of its own has that of its first step that has one."""

    def answer(trial: Any) -> Any:
        found = result_and_exception(trial)
        infos = [one["exception_info"] for one in trial["step_results"] or ()]
        types = [one["exception_type"] for one in infos if one is not None]
        return found if found["exception"] is not None else found | {"exception": (*types, None)[0]}

    return TrialResult(answer=answer)(case)


# source: timwhitez/dsh-self-evolving #24: typeof rewardRaw === 'number' ? rewardRaw : null
# differs: rewards {"reward": "1"}: "rewards": {}, not {"reward": 1.0}
@candidate("trial_result")
def text_and_truth_values_are_no_rewards(case: Any) -> Any:
    """A reward that is text or a truth value is left out instead of converted."""
    reward = READER.values["reward"]

    def number(value: Any) -> Any:
        found = reward(value)
        return None if isinstance(value, bool | str) else found

    def answer(trial: Any) -> Any:
        found = result_and_exception(trial)
        result: Any = found["verifier_result"]
        if result is None or result["rewards"] is None:
            return found
        kept = {name: one for name, one in result["rewards"].items() if one is not None}
        return found | {"verifier_result": {"rewards": kept}}

    return TrialResult(
        reader=replace(READER, values={**READER.values, "reward": number}), answer=answer
    )(case)


# source: spec/003: rewards = vr.get("rewards", {})
# differs: "verifier_result": {}: {"rewards": {}}, not {"rewards": null}
@candidate("trial_result")
def absent_rewards_are_empty(case: Any) -> Any:
    """A verifier result with null or absent rewards has empty rewards."""

    def answer(trial: Any) -> Any:
        found = result_and_exception(trial)
        result: Any = found["verifier_result"]
        if result is not None and result["rewards"] is None:
            return found | {"verifier_result": {"rewards": {}}}
        return found

    return TrialResult(answer=answer)(case)


# source: a habit of typed readers: deny_unknown_fields of serde, DisallowUnknownFields of Go
# differs: a field that a later release has added: ValidationError, not the result
@candidate("trial_result")
def unknown_fields_are_refused(case: Any) -> Any:
    """A file with a field that harbor's models do not have is refused."""

    def known(model: Any, members: Any) -> Any:
        if any(name not in model for name, _ in members):
            raise UnfitError
        return members

    return TrialResult(reader=replace(READER, known=known))(case)
