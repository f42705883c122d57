"""Second versions of `trial_result` with one mistake each."""

from dataclasses import replace
from typing import Any

from candidates.reference import jiter_json
from candidates.reference.jiter_json import Object
from candidates.reference.lax_values import UnfitError
from candidates.reference.model_reader import without_unknown
from candidates.reference.trial_result import TrialResult, result_and_exception
from candidates.reference.trial_result_model import READER
from tools.causes.wrong.making import candidate

Json = Any


# source: tolerant parsing with a decoder that stops, as Go's `json.NewDecoder(f).Decode(&v)` or
#   Python's `raw_decode`
# differs: a valid result with "}" behind it: the result, not ValidationError
@candidate("trial_result")
def what_follows_the_first_value_is_ignored(case: Json) -> Json:
    """Any text that follows the first complete JSON value of the file is ignored.

    It should make the file invalid.
    """

    def first_value(text: str) -> Json:
        reader = jiter_json._Reader(text, jiter_json.parse)  # noqa: SLF001 - a step of the reference
        return reader.value(reader.mark(), depth=0)

    return TrialResult(parse=first_value)(case)


# source: pydantic's `model_config = ConfigDict(extra="forbid")`, Go's `DisallowUnknownFields`,
#   serde's `deny_unknown_fields`
# differs: a valid result with a member "labels": ValidationError, not the result
@candidate("trial_result")
def unknown_members_of_the_trial_are_refused(case: Json) -> Json:
    """A member of the outermost object that TrialResult does not have is refused.

    It makes the file invalid (ValidationError) instead of being ignored; unknown members
    further inside are ignored.
    """

    def known(model: Json, members: Json) -> Json:
        if model is READER.models["TrialResult"] and any(name not in model for name, _ in members):
            raise UnfitError
        return without_unknown(model, members)

    return TrialResult(reader=replace(READER, known=known))(case)


# source: a migration of an old schema as in pydantic's `AliasChoices("rewards", "reward")`: one
#   scalar became a table
# differs: a verifier_result of {"reward": 1}: {"rewards": {"reward": 1}}, not {"rewards": null}
@candidate("trial_result")
def a_scalar_reward_of_old_results_is_read(case: Json) -> Json:
    """A verifier result without `rewards` but with a `reward` that is not null has that reward.

    The value becomes its reward named `reward` (ValidationError if it is no number), instead of
    null rewards.
    """

    def known(model: Json, members: Json) -> Json:
        kept = without_unknown(model, members)
        scalar = dict(members).get("reward")
        if model is READER.models["VerifierResult"] and not kept and scalar is not None:
            return [("rewards", Object([("reward", scalar)]))]
        return kept

    return TrialResult(reader=replace(READER, known=known))(case)


# source: resuming: a trial that was verified after all counts as recovered, so its exception is
#   cleared
# differs: rewards of {"reward": 1} and a TimeoutError: an exception of null, not "TimeoutError"
@candidate("trial_result")
def rewards_clear_the_exception(case: Json) -> Json:
    """The exception is null where the verifier result has at least one reward.

    It is so even though exception_info names one.
    """

    def answer(trial: Json) -> Json:
        found: Json = result_and_exception(trial)
        if found["verifier_result"] is not None and found["verifier_result"]["rewards"]:
            found["exception"] = None
        return found

    return TrialResult(answer=answer)(case)
