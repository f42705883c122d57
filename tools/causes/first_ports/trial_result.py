"""First versions of `trial_result`, written from the texts, with one mistake each."""

from dataclasses import replace
from typing import Any

from candidates.reference.jiter_json import Object
from candidates.reference.lax_values import UnfitError
from candidates.reference.model_reader import without_unknown
from candidates.reference.trial_result import TrialResult, result_and_exception, trial_result
from candidates.reference.trial_result_model import READER
from tools.causes.wrong.making import ValidationError, candidate

Json = Any


# source: spec/003, "Expected result.json schema", and protocol.md's result: a model of the members
#   that are needed, and of no others
# differs: {}: no verifier result and no exception, not ValidationError
@candidate("trial_result")
def other_members_are_not_checked(case: Json) -> Json:
    """Only verifier_result and exception_info are validated; what else a file has is ignored.

    Other members may be absent or have any value.
    """
    asked = ("verifier_result", "exception_info")
    model = {name: READER.models["TrialResult"][name] for name in asked}
    return TrialResult(reader=replace(READER, models={**READER.models, "TrialResult": model}))(case)


# source: protocol.md, "as harbor reads it back": model_validate_json(path.read_bytes()), where
#   pydantic itself finds that the bytes are no UTF-8
# differs: a file of b"\xff": ValidationError, not UnicodeDecodeError
@candidate("trial_result")
def a_file_that_is_not_utf_8_is_invalid(case: Json) -> Json:
    """A file that is not UTF-8 is a ValidationError, like any other file that cannot be read."""
    try:
        return trial_result(case)
    except UnicodeDecodeError as error:
        raise ValidationError from error


# source: spec/000 §2, "no verifier result (trial errored before/within verify)"
# differs: {"rewards": {"reward": 1}} and an exception: no verifier result, not the rewards
@candidate("trial_result")
def an_exception_leaves_no_verifier_result(case: Json) -> Json:
    """A trial with an exception has no verifier result, even if the file has one."""

    def answer(trial: Json) -> Json:
        found = result_and_exception(trial)
        return found if found["exception"] is None else found | {"verifier_result": None}

    return TrialResult(answer=answer)(case)


# source: spec/003, rewards = vr.get("rewards", {})
# differs: "verifier_result": {}: {"rewards": {}}, not {"rewards": null}
@candidate("trial_result")
def absent_rewards_are_an_empty_object(case: Json) -> Json:
    """A verifier result without the member rewards has rewards of {}, where they should be null.

    Rewards that are null in the file stay null.
    """

    def known(model: Json, members: Json) -> Json:
        found = without_unknown(model, members)
        return found or [("rewards", Object([]))] if "rewards" in model else found

    return TrialResult(reader=replace(READER, known=known))(case)


# source: spec/001, "class EvaluationResult(StrictModel)": pydantic with extra="forbid", as many
#   write all of their models
# differs: a valid file with one more member "notes": ValidationError, not its result
@candidate("trial_result")
def unknown_members_are_refused(case: Json) -> Json:
    """A member that a model does not have is a ValidationError, in the file and in what it holds.

    Objects with free names, such as rewards, env and metadata, have no unknown members.
    """

    def known(model: Json, members: Json) -> Json:
        if any(name not in model for name, _ in members):
            raise UnfitError
        return members

    return TrialResult(reader=replace(READER, known=known))(case)
