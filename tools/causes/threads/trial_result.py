"""Mistakes in `trial_result` that public threads report."""

import math
import re
from dataclasses import replace
from typing import Any

from candidates.reference import lax_values
from candidates.reference.trial_result import TrialResult, result_and_exception
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


# source: FaradayInstitution/BPX issue 14: fields that the schema does not have are an error
# differs: a file with one more member "note": ValidationError, not its rewards
@candidate("trial_result")
def unknown_members_are_refused(case: Json) -> Json:
    """A file with a member that harbor's models do not have is refused."""

    def known(model: Json, members: Json) -> Json:
        if any(name not in model for name, _ in members):
            raise lax_values.UnfitError
        return members

    return TrialResult(reader=replace(READER, known=known))(case)


# source: notatallshaw/nab pull 414: Python 3.10 reads a fraction of three or six digits alone
# differs: started_at of "2026-01-01T00:00:00.1Z": ValidationError, not the file's rewards
@candidate("trial_result")
def fraction_of_a_second_has_three_or_six_digits(case: Json) -> Json:
    """A time is refused where the fraction of its seconds has neither three nor six digits."""

    def time(value: Json) -> Json:
        fraction = isinstance(value, str) and re.search(r":[0-9]{2}[.,]([0-9]+)", value)
        if fraction and len(fraction[1]) not in (3, 6):
            raise lax_values.UnfitError
        return lax_values.time(value)

    reader = replace(READER, values={**READER.values, "time": time})
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


# source: pydantic/pydantic issue 393: a truth value in the place of a number should be an error
# differs: rewards {"reward": true}: ValidationError, not {"reward": 1.0}
@candidate("trial_result")
def truth_values_are_no_rewards(case: Json) -> Json:
    """A file with true or false as a reward is refused."""

    def reward(value: Json) -> Json:
        if isinstance(value, bool):
            raise lax_values.UnfitError
        return lax_values.reward(value)

    reader = replace(READER, values={**READER.values, "reward": reward})
    return TrialResult(reader=reader)(case)


# source: skillberry-ai/cap-evolve pull 307: a trial without a score is missing data
# differs: a verifier_result with null rewards: null, not {"rewards": null}
@candidate("trial_result")
def result_with_null_rewards_is_no_result(case: Json) -> Json:
    """A verifier result whose rewards are null is read as no verifier result."""

    def answer(trial: Json) -> Json:
        read: Json = result_and_exception(trial)
        result = read["verifier_result"]
        scored = result is not None and result["rewards"] is not None
        return {**read, "verifier_result": result if scored else None}

    return TrialResult(answer=answer)(case)
