"""Mistakes in `trial_result` that public code makes."""

import re
from dataclasses import replace
from typing import Any

from candidates.reference import lax_values
from candidates.reference.lax_values import UnfitError
from candidates.reference.trial_result import TrialResult, result_and_exception
from candidates.reference.trial_result_model import READER
from tools.causes.wrong.making import candidate

Json = Any


# source: pydantic/pydantic, issue 6537: a second has at most six decimals there
# differs: "started_at": "2026-01-02T03:04:05.1234567": ValidationError, not a result
@candidate("trial_result")
def seventh_decimal_of_a_second_is_refused(case: Json) -> Json:
    """A time whose seconds have more than six decimals makes the file invalid."""

    def time(value: Json) -> Json:
        if isinstance(value, str) and re.search(r":[0-9]{2}[.,][0-9]{7}", value):
            raise UnfitError
        return lax_values.time(value)

    return TrialResult(reader=replace(READER, values={**READER.values, "time": time}))(case)


# source: reports that show the class of an exception without its module
# differs: "exception_type": "asyncio.CancelledError": "CancelledError", not the whole name
@candidate("trial_result")
def exception_loses_its_module(case: Json) -> Json:
    """Of an exception type with dots, only what follows the last one is kept."""

    def answer(trial: Json) -> Json:
        read: Json = result_and_exception(trial)
        return {**read, "exception": read["exception"] and read["exception"].rpartition(".")[2]}

    return TrialResult(answer=answer)(case)


# source: a summary of harbor's viewer that takes the reward of a trial's last turn
# differs: no verifier result, one step with {"reward": 1}: rewards {"reward": 1}, not null
@candidate("trial_result")
def missing_result_is_that_of_the_last_step(case: Json) -> Json:
    """Where a trial has no verifier result, that of its last step is taken."""

    def answer(trial: Json) -> Json:
        read = result_and_exception(trial)
        if read["verifier_result"] is None and trial["step_results"]:
            return {**read, "verifier_result": trial["step_results"][-1]["verifier_result"]}
        return read

    return TrialResult(answer=answer)(case)


# source: langchain-ai/deepagents, pull request 2115: a reward that is not a number becomes 0.0
# differs: rewards {"reward": "high"}: {"reward": 0.0}, not ValidationError
@candidate("trial_result")
def reward_that_is_no_number_becomes_0(case: Json) -> Json:
    """A reward that cannot be read as a number is 0.0 instead of an error."""

    def reward(value: Json) -> Json:
        try:
            return lax_values.reward(value)
        except UnfitError:
            return 0.0

    return TrialResult(reader=replace(READER, values={**READER.values, "reward": reward}))(case)
