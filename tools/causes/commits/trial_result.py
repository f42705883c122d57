"""Versions of `trial_result` that one commit broke."""

from dataclasses import replace
from typing import Any

from candidates.reference.trial_result import TrialResult
from candidates.reference.trial_result_model import READER
from tools.causes.wrong.making import candidate

Json = Any


# source: commit "speed up resuming": results of steps are long, and nobody reads them back
# differs: step_results of [{}]: the result, not ValidationError
@candidate("trial_result")
def results_of_steps_are_not_read(case: Json) -> Json:
    """The value of step_results is not validated: anything is accepted, if it is JSON."""
    models = dict(READER.models)
    models["TrialResult"] = dict(models["TrialResult"]) | {"step_results": "anything?"}
    return TrialResult(reader=replace(READER, models=models))(case)
