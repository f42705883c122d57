"""First versions of `trial_result`, written from the texts, with one mistake each."""

from dataclasses import replace
from typing import Any

from candidates.reference.jiter_json import Object
from candidates.reference.model_reader import without_unknown
from candidates.reference.trial_result import TrialResult
from candidates.reference.trial_result_model import READER
from tools.causes.wrong.making import candidate

Json = Any


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
