"""Ports of `trial_result` with one mistake each."""

from dataclasses import replace
from typing import Any

from candidates.reference import lax_values
from candidates.reference.lax_values import UnfitError
from candidates.reference.trial_result import TrialResult, result_and_exception
from candidates.reference.trial_result_model import READER
from tools.causes.wrong.making import candidate

Json = Any


# source: Python: `str(exception)` where `type(exception).__name__` was meant
# differs: exception_type "E", exception_message "m": exception "m", not "E"
@candidate("trial_result")
def the_exception_is_its_message(case: Json) -> Json:
    """The exception is given by its message instead of its type."""

    def answer(trial: Json) -> Json:
        info = trial["exception_info"]
        return result_and_exception(trial) | {"exception": info and info["exception_message"]}

    return TrialResult(answer=answer)(case)


# source: TypeScript: `result.verifier_result?.rewards ? result.verifier_result : null`
# differs: verifier_result {"rewards": null}: null, not {"rewards": null}
@candidate("trial_result")
def a_result_with_null_rewards_is_no_result(case: Json) -> Json:
    """A verifier result whose rewards are null is given as no verifier result."""

    def answer(trial: Json) -> Json:
        result = trial["verifier_result"]
        known = result if result and result["rewards"] is not None else None
        return result_and_exception(trial) | {"verifier_result": known}

    return TrialResult(answer=answer)(case)


# source: Rust: serde's `HashMap<String, f64>`, which takes no booleans
# differs: rewards {"a": true}: ValidationError, not {"a": 1.0}
@candidate("trial_result")
def truth_values_are_refused_as_rewards(case: Json) -> Json:
    """A reward of true or false is an error instead of 1.0 or 0.0."""

    def reward(value: object) -> int | float:
        if isinstance(value, bool):
            raise UnfitError
        return lax_values.reward(value)

    return TrialResult(reader=replace(READER, values={**READER.values, "reward": reward}))(case)


# source: Kotlin: kotlinx.serialization without `ignoreUnknownKeys = true`
# differs: a valid trial with one more member "note": ValidationError, not its result
@candidate("trial_result")
def unknown_members_are_refused(case: Json) -> Json:
    """A member that harbor's models do not have is an error."""

    def known(model: Json, members: Json) -> Json:
        if any(name not in model for name, _ in members):
            raise UnfitError
        return members

    return TrialResult(reader=replace(READER, known=known))(case)


# source: bash: `jq '{verifier_result, exception: .exception_info.exception_type}'`
# differs: a trial without task_name: its result, not ValidationError
@candidate("trial_result")
def only_the_two_members_of_the_answer_are_checked(case: Json) -> Json:
    """A file is only checked in verifier_result and exception_info."""
    trial = READER.models["TrialResult"]
    read = {name: trial[name] for name in ("verifier_result", "exception_info")}
    return TrialResult(reader=replace(READER, models={**READER.models, "TrialResult": read}))(case)


# source: Go: `ExceptionType string`, whose zero value is the empty string
# differs: exception_info null: exception "", not null
@candidate("trial_result")
def no_exception_is_an_empty_text(case: Json) -> Json:
    """A trial without an exception has the exception "" instead of null."""

    def answer(trial: Json) -> Json:
        given = result_and_exception(trial)
        return given | {"exception": given["exception"] or ""}

    return TrialResult(answer=answer)(case)
