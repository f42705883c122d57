"""Ports of `trial_result` with one mistake each."""

from dataclasses import replace
from typing import Any

from candidates.reference import lax_values
from candidates.reference.trial_result import TrialResult
from candidates.reference.trial_result_model import READER
from tools.causes.wrong.making import candidate

Json = Any


# source: pydantic/pydantic issue #6446: version 1 turns numbers into text where text is required
# differs: "task_name": 7: the verifier result, not ValidationError
@candidate("trial_result")
def numbers_pass_for_text(case: Json) -> Json:
    """Where text is required, a number is taken as its text; true and false are not.

    Times, UUIDs and words of a choice are as before.
    """

    def text(value: Json) -> Json:
        if isinstance(value, int | float) and not isinstance(value, bool):
            return str(value)
        return lax_values.text(value)

    return TrialResult(reader=replace(READER, values={**READER.values, "text": text}))(case)
