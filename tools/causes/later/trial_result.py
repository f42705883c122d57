"""More mistakes in `trial_result`, written without the catalogue."""

from typing import Any

from candidates.reference.trial_result import TrialResult, result_and_exception
from tools.causes.wrong.making import candidate


# source: spec/003: float(rewards.get("reward", 0.0))
# differs: rewards {"score": 1}: {"reward": 0.0}, not {"score": 1}
@candidate("trial_result")
def only_the_key_reward_is_kept(case: Any) -> Any:
    """Of a trial's rewards only the key `reward` is kept, with 0 where there is none."""

    def answer(trial: Any) -> Any:
        found = result_and_exception(trial)
        result: Any = found["verifier_result"]
        if result is None or result["rewards"] is None:
            return found
        return found | {
            "verifier_result": {"rewards": {"reward": result["rewards"].get("reward", 0.0)}}
        }

    return TrialResult(answer=answer)(case)


# source: a habit of Python, whose tracebacks end so: f"{exception_type}: {exception_message}"
# differs: exception_type "E" and exception_message "m": "exception": "E: m", not "E"
@candidate("trial_result")
def exception_has_its_message(case: Any) -> Any:
    """The exception is its type, followed by a colon and its message if there is one."""

    def answer(trial: Any) -> Any:
        found = result_and_exception(trial)
        info = trial["exception_info"]
        if info is None or not info["exception_message"]:
            return found
        return found | {"exception": f"{info['exception_type']}: {info['exception_message']}"}

    return TrialResult(answer=answer)(case)
