"""Ports of `trial_result` with one mistake each."""

from dataclasses import replace
from typing import Any

from candidates.reference.trial_result import TrialResult
from candidates.reference.trial_result_model import READER
from tools.causes.wrong.making import candidate

Json = Any


# source: Go: encoding/json matches the names of members to struct fields without regard to case
# differs: "Verifier_Result": {"rewards": {"reward": 1}}: those rewards, not null
@candidate("trial_result")
def names_of_members_match_in_any_case(case: Json) -> Json:
    """A member of a model is found under its name in any case, such as "Verifier_Result".

    The last spelling holds.
    """

    def known(model: Json, members: Json) -> Json:
        return [(name.lower(), value) for name, value in members if name.lower() in model]

    return TrialResult(reader=replace(READER, known=known))(case)
