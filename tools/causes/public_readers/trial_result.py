"""Ports of `trial_result` with one mistake each."""

import math
from dataclasses import replace
from typing import Any

from candidates.reference.trial_result import TrialResult, result_and_exception
from candidates.reference.trial_result_model import READER
from tools.causes.wrong.making import candidate

Json = Any

_WITHOUT_REQUIRED = replace(
    READER,
    models={
        model: {name: kind.removesuffix("!") for name, kind in kinds.items()}
        for model, kinds in READER.models.items()
    },
)


# source: a public benchmark dashboard (TypeScript), parseHarborTrialFromJson: without rewards of
#   the trial, those of the last step that has some are taken (stored file 58542760628)
# differs: no verifier_result, a step with {"reward": 1}: these rewards, not null
@candidate("trial_result")
def the_last_step_stands_in(case: Json) -> Json:
    """Where the trial has no rewards, the result of its last step with rewards is given.

    It has none if its verifier_result or the rewards in it are null or absent.
    """

    def answer(trial: Json) -> Json:
        results = [step["verifier_result"] for step in trial["step_results"] or []]
        for result in [*results, trial["verifier_result"]][::-1]:
            if result is not None and result["rewards"] is not None:
                return result_and_exception(trial | {"verifier_result": result})
        return result_and_exception(trial)

    return TrialResult(answer=answer)(case)


# source: a public collector of verifier facts (TypeScript): only a finite number is taken from the
#   rewards of a result.json (stored file 56710897411)
# differs: {"reward": NaN, "a": 1}: {"a": 1}, not {"reward": nan, "a": 1}
@candidate("trial_result")
def rewards_that_are_not_finite_are_left_out(case: Json) -> Json:
    """Rewards that are nan or infinite are left out of the verifier result."""

    def answer(trial: Json) -> Json:
        result = trial["verifier_result"]
        if result is None or result["rewards"] is None:
            return result_and_exception(trial)
        rewards = {
            name: value
            for name, value in result["rewards"].items()
            if isinstance(value, int) or math.isfinite(value)
        }
        return result_and_exception(trial | {"verifier_result": {"rewards": rewards}})

    return TrialResult(answer=answer)(case)


# source: public scripts over Harbor jobs, such as reward_from_result: of the rewards of a trial
#   only "reward" is looked up, and without it there is no reward (stored file 62965843945)
# differs: {"reward": 1, "speed": 0.5}: {"reward": 1}, not both
@candidate("trial_result")
def only_the_name_reward_is_read(case: Json) -> Json:
    """Of the rewards only the one named "reward" is kept; without it the rewards are null."""

    def answer(trial: Json) -> Json:
        result = trial["verifier_result"]
        if result is None:
            return result_and_exception(trial)
        rewards = result["rewards"] or {}
        kept = {"reward": rewards["reward"]} if "reward" in rewards else None
        return result_and_exception(trial | {"verifier_result": {"rewards": kept}})

    return TrialResult(answer=answer)(case)


# source: a public generator of Harbor verifiers, its inline script: if a trial has exception_info,
#   its rewards are not looked at (stored file 71083095055)
# differs: rewards and a VerifierTimeoutError: verifier_result null, not the rewards
@candidate("trial_result")
def an_exception_hides_the_rewards(case: Json) -> Json:
    """Where the trial has an exception, the verifier result is null."""

    def answer(trial: Json) -> Json:
        if trial["exception_info"] is None:
            return result_and_exception(trial)
        return result_and_exception(trial | {"verifier_result": None})

    return TrialResult(answer=answer)(case)


# source: public readers of a trial's result.json, such as summarize_trial: every member is taken
#   with get(), so that none is required (stored file 55073130056)
# differs: {}: {"verifier_result": null, "exception": null}, not ValidationError
@candidate("trial_result")
def no_member_has_to_be_there(case: Json) -> Json:
    """Members that harbor's models require may be absent, at any depth of the file.

    What is there is checked as it should be, and null is no substitute for such a member.
    """
    return TrialResult(reader=_WITHOUT_REQUIRED)(case)
