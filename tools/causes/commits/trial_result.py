"""Versions of `trial_result` that one commit broke."""

from dataclasses import replace
from typing import Any

from candidates.reference.lax_values import UnfitError
from candidates.reference.trial_result import TrialResult, result_and_exception, utf_8
from candidates.reference.trial_result_model import READER
from tools.causes.wrong.making import ValidationError, candidate

Json = Any


# source: commit "validate input": the models forbid extra members
# differs: a result with a member "x" that no model has: ValidationError, not the result
@candidate("trial_result")
def unknown_members_are_refused(case: Json) -> Json:
    """A member that a model does not have is a ValidationError, in every model of the file.

    It should be passed over. Objects of free names, such as rewards, are not concerned.
    """

    def known(model: Json, members: Json) -> Json:
        for name, _ in members:
            if name not in model:
                raise UnfitError(name)
        return members

    return TrialResult(reader=replace(READER, known=known))(case)


# source: commit "read bytes": the file goes to model_validate_json undecoded
# differs: a result with the byte E9 in a text: ValidationError, not UnicodeDecodeError
@candidate("trial_result")
def bytes_are_validated_as_they_are(case: Json) -> Json:
    """A file that is not UTF-8 is a ValidationError, not a UnicodeDecodeError."""

    def decode(content: bytes) -> str:
        try:
            return utf_8(content)
        except UnicodeDecodeError as error:
            raise ValidationError from error

    return TrialResult(decode=decode)(case)


# source: commit "support multi-step trials": the result of the last step is the trial's
# differs: no verifier_result and one step with {"a": 1}: {"rewards": {"a": 1}}, not null
@candidate("trial_result")
def the_last_step_stands_in(case: Json) -> Json:
    """Where verifier_result is absent or null, that of the last of step_results is the trial's.

    It should be null, even if the steps have one.
    """

    def answer(trial: Json) -> Json:
        found, steps = result_and_exception(trial), trial["step_results"]
        if found["verifier_result"] is None and steps:
            return found | {"verifier_result": steps[-1]["verifier_result"]}
        return found

    return TrialResult(answer=answer)(case)


# source: commit "do not count rewards of crashed trials": an exception takes the result away
# differs: rewards {"a": 1} and an exception: verifier_result null, not {"rewards": {"a": 1}}
@candidate("trial_result")
def an_exception_hides_the_rewards(case: Json) -> Json:
    """A trial with an exception has no verifier result, even if the file has one."""

    def answer(trial: Json) -> Json:
        found = result_and_exception(trial)
        return found if found["exception"] is None else found | {"verifier_result": None}

    return TrialResult(answer=answer)(case)


# source: commit "speed up resuming": results of steps are long, and nobody reads them back
# differs: step_results of [{}]: the result, not ValidationError
@candidate("trial_result")
def results_of_steps_are_not_read(case: Json) -> Json:
    """The value of step_results is not validated: anything is accepted, if it is JSON."""
    models = dict(READER.models)
    models["TrialResult"] = dict(models["TrialResult"]) | {"step_results": "anything?"}
    return TrialResult(reader=replace(READER, models=models))(case)
