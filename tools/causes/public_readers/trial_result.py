"""Ports of `trial_result` with one mistake each."""

import math
from typing import Any

from candidates.reference.trial_result import TrialResult, result_and_exception
from tools.causes.wrong.making import candidate

Json = Any


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
