"""Mistakes in `trial_result` that public threads report."""

import math
from dataclasses import replace
from typing import Any

from candidates.reference import lax_values
from candidates.reference.trial_result import TrialResult
from candidates.reference.trial_result_model import READER
from tools.causes.wrong.making import candidate

Json = Any


# source: guardrails-ai/guardrails pull 584: a field that may be null fails where it is absent
# differs: a file without the member exception_info: ValidationError, not no exception
@candidate("trial_result")
def exception_info_must_not_be_absent(case: Json) -> Json:
    """A file without the member exception_info is refused; it may only be null."""
    trial = {**READER.models["TrialResult"], "exception_info": "ExceptionInfo?!"}
    reader = replace(READER, models={**READER.models, "TrialResult": trial})
    return TrialResult(reader=reader)(case)


# source: g-battaglia/kerykeion pull 98: the first type of a union of int and float truncates
# differs: rewards {"reward": 0.5}: {"reward": 0}, not {"reward": 0.5}
@candidate("trial_result")
def rewards_are_cut_to_integers(case: Json) -> Json:
    """A reward that is a finite float loses its fraction and becomes an integer."""

    def reward(value: Json) -> Json:
        number = lax_values.reward(value)
        finite = isinstance(number, float) and math.isfinite(number)
        return int(number) if finite else number

    reader = replace(READER, values={**READER.values, "reward": reward})
    return TrialResult(reader=reader)(case)
