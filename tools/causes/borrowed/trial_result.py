"""Candidates of `trial_result` with one mistake each."""

from dataclasses import replace
from typing import Any

from candidates.reference import lax_values
from candidates.reference.trial_result import TrialResult
from candidates.reference.trial_result_model import READER
from tools.causes.wrong.making import candidate

Json = Any


# source: huangruiteng/loopx PR #4035: values of control flags that are not JSON's true or false are
#   rejected
# differs: "force_build": "yes" in the environment: ValidationError, not the file's result
@candidate("trial_result")
def truth_values_have_to_be_true_or_false(case: Json) -> Json:
    """In the config, 0, 1 and words such as "yes" are refused for a truth value.

    Only true and false are taken. The members read_only and create_host_path are right.
    """

    def boolean(value: Json) -> Json:
        if not isinstance(value, bool):
            raise lax_values.UnfitError
        return value

    return TrialResult(reader=replace(READER, values={**READER.values, "boolean": boolean}))(case)
