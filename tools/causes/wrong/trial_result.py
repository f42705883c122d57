"""Wrong implementations of `trial_result`: what a quick reader makes of a trial's result.json."""

import json
from typing import Any

from tools.causes.wrong.making import ValidationError, candidate


def quick(case: Any) -> Any:
    """Return what a reader takes that only looks at two fields."""
    try:
        data = json.loads(case["result"])
        result, failed = data.get("verifier_result"), data.get("exception_info")
        rewards = None if result is None else result.get("rewards")
        return {
            "verifier_result": None if result is None else {"rewards": rewards},
            "exception": None if failed is None else failed["exception_type"],
        }
    except Exception as error:
        raise ValidationError from error


@candidate("trial_result")
def nothing_checked(case: Any) -> Any:
    """No field but two is looked at."""
    return quick(case)


@candidate("trial_result")
def errors_hide_rewards(case: Any) -> Any:
    """A trial with an exception has no verifier's result."""
    found = quick(case)
    return {**found, "verifier_result": None} if found["exception"] else found


@candidate("trial_result")
def null_rewards_are_no_result(case: Any) -> Any:
    """Null rewards are no verifier's result."""
    found = quick(case)
    empty = found["verifier_result"] == {"rewards": None}
    return {**found, "verifier_result": None} if empty else found


@candidate("trial_result")
def message_for_type(case: Any) -> Any:
    """The exception is its message, where there is one."""
    found = quick(case)
    failed = json.loads(case["result"]).get("exception_info")
    message = failed.get("exception_message") if isinstance(failed, dict) else None
    return {**found, "exception": message if isinstance(message, str) else found["exception"]}


@candidate("trial_result")
def steps_give_result(case: Any) -> Any:
    """Without a result of its own a trial has that of its last step."""
    found = quick(case)
    steps = json.loads(case["result"]).get("step_results") or []
    if found["verifier_result"] is None and steps and isinstance(steps[-1], dict):
        return {**found, "verifier_result": steps[-1].get("verifier_result")}
    return found


@candidate("trial_result")
def old_reward_field(case: Any) -> Any:
    """A field reward of the verifier's result counts where there are no rewards."""
    found = quick(case)
    result = json.loads(case["result"]).get("verifier_result") or {}
    if found["verifier_result"] == {"rewards": None} and "reward" in result:
        return {**found, "verifier_result": {"rewards": {"reward": result["reward"]}}}
    return found
