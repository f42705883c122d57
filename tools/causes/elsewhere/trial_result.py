"""Ports of `trial_result` with one mistake each."""

import re
from dataclasses import replace
from typing import Any

from candidates.reference import jiter_json, lax_values
from candidates.reference.lax_values import UnfitError
from candidates.reference.trial_result import TrialResult, trial_result
from candidates.reference.trial_result_model import READER
from tools.causes.wrong.making import candidate

Json = Any

_STRING = re.compile(r'"(?:[^"\\]++|\\.)*+"', re.DOTALL)


# source: AgentSafeLabs/safelabs-eval issue #40: the model of a trial's result forbids extra fields
# differs: a result with a member "extra": ValidationError, not the result
@candidate("trial_result")
def unknown_members_are_refused(case: Json) -> Json:
    """A member that a model does not have makes the file invalid, in any of the models."""

    def known(model: Json, members: Json) -> Json:
        if any(name not in model for name, _ in members):
            raise UnfitError
        return members

    return TrialResult(reader=replace(READER, known=known))(case)


# source: serde-rs/serde PR #293: a field of a struct that occurs twice is an error
# differs: "task_name" twice: ValidationError, not the result
@candidate("trial_result")
def a_repeated_member_is_refused(case: Json) -> Json:
    """A member of a model that an object has more than once makes the file invalid.

    Repeated names in objects of free names, such as rewards, are still valid, and so are
    repeated members that the model does not have.
    """

    def only(values: Json, read: Json) -> Json:
        if len(values) > 1:
            raise UnfitError
        return read(values[0])

    return TrialResult(reader=replace(READER, member=only))(case)


# source: treeverse/vscode-dvc issue #2733 and xiph/awcy issue #256: JSON.parse refuses the words
#   NaN and Infinity that Python writes
# differs: a reward of NaN: ValidationError, not nan
@candidate("trial_result")
def nan_and_infinity_are_no_json(case: Json) -> Json:
    """The words NaN, Infinity and -Infinity make the file invalid wherever they are a value.

    Text that reads as one of them, and numbers too large for binary64, are still valid.
    """

    def strict(text: str) -> Json:
        value = jiter_json.parse(text)
        if re.search("NaN|Infinity", _STRING.sub("", text)):
            raise ValueError
        return value

    return TrialResult(parse=strict)(case)


# source: golang/go issue #11939: a struct that is no pointer is its zero value, be the member
#   absent, null or empty
# differs: "verifier_result": null: {"rewards": null}, not null
@candidate("trial_result")
def no_verifier_result_is_an_empty_one(case: Json) -> Json:
    """A trial without a verifier result, absent or null, has one whose rewards are null."""
    answer = trial_result(case)
    if answer["verifier_result"] is None:
        answer["verifier_result"] = {"rewards": None}
    return answer


# source: modelscope/evalscope PR #1610: the reward of a Terminal-Bench trial has to be a finite
#   number from 0 to 1
# differs: a reward of 2: ValidationError, not 2
@candidate("trial_result")
def rewards_beyond_0_to_1_are_refused(case: Json) -> Json:
    """A reward less than 0, greater than 1 or nan makes the file invalid, also in a step."""

    def reward(value: Json) -> Json:
        number = lax_values.reward(value)
        if not 0 <= number <= 1:
            raise UnfitError
        return number

    return TrialResult(reader=replace(READER, values={**READER.values, "reward": reward}))(case)
