"""Mistakes in `trial_result`."""

import re
from dataclasses import replace
from typing import Any

from candidates.reference.lax_values import UnfitError, time
from candidates.reference.model_reader import without_unknown
from candidates.reference.trial_result import (
    TrialResult,
    ValidationError,
    result_and_exception,
)
from candidates.reference.trial_result import trial_result as right
from candidates.reference.trial_result_model import READER
from tools.causes.wrong.making import candidate

Json = Any


# source: `ConfigDict(extra="forbid")` in copied models, which a later release's new field breaks
# differs: a valid result with one more member "note": ValidationError, not its verifier result
@candidate("trial_result")
def unknown_members_are_refused(case: Json) -> Json:
    """A member that a model does not have makes the file invalid instead of being ignored."""

    def known(model: Json, members: Json) -> Json:
        if len(without_unknown(model, members)) < len(members):
            raise UnfitError
        return members

    return TrialResult(reader=replace(READER, known=known))(case)


# source: apache/maka, pull request 2112: a reward is dropped when the agent's phase timed out
# differs: rewards {"reward": 1} and AgentTimeoutError: verifier_result null, not the rewards
@candidate("trial_result")
def exception_drops_the_verifier_result(case: Json) -> Json:
    """A trial with an exception is read without its verifier result."""

    def answer(trial: Json) -> Json:
        read = result_and_exception(trial)
        return read if read["exception"] is None else {**read, "verifier_result": None}

    return TrialResult(answer=answer)(case)


# source: langchain-ai/deepagents, pull request 2115: `if not rewards` guards for missing results
# differs: verifier_result {"rewards": null}: null, not {"rewards": null}
@candidate("trial_result")
def result_with_falsy_rewards_is_no_result(case: Json) -> Json:
    """A verifier result whose rewards are null or empty is read as no verifier result."""

    def answer(trial: Json) -> Json:
        result = trial["verifier_result"]
        kept = result if result and result["rewards"] else None
        return result_and_exception({**trial, "verifier_result": kept})

    return TrialResult(answer=answer)(case)


# source: NVIDIA-NeMo/nemo-platform, pull request 2136: the real failure is in step_results
# differs: exception_info null, a step with AgentTimeoutError: that name, not null
@candidate("trial_result")
def exception_of_a_step_stands_in_for_the_trial(case: Json) -> Json:
    """Where a trial has no exception, that of its first step that has one is given."""

    def answer(trial: Json) -> Json:
        places = [trial, *(trial["step_results"] or [])]
        infos = [one["exception_info"] for one in places if one["exception_info"]]
        first = infos[0] if infos else None
        return result_and_exception({**trial, "exception_info": first})

    return TrialResult(answer=answer)(case)


# source: auto-harness: a malformed result.json produces `reward = None`
# differs: a file of "{": {"verifier_result": null, "exception": null}, not ValidationError
@candidate("trial_result")
def malformed_file_is_a_trial_without_result(case: Json) -> Json:
    """A file that cannot be read is a trial without verifier result and exception."""
    try:
        return right(case)
    except (ValueError, ValidationError):
        return {"verifier_result": None, "exception": None}


# source: pydantic's `AwareDatetime` for `datetime` in copied models
# differs: started_at "2026-01-01T00:00:00": ValidationError, not its verifier result
@candidate("trial_result")
def times_without_a_zone_are_refused(case: Json) -> Json:
    """A time that is written without a time zone makes the file invalid."""

    def aware(value: Json) -> Json:
        naive = r"\d{4}-\d\d-\d\d(?!.*([Zz]|[-+\u2212]\d\d:?\d\d)$)"
        if isinstance(value, str) and re.match(naive, value):
            raise UnfitError
        return time(value)

    return TrialResult(reader=replace(READER, values={**READER.values, "time": aware}))(case)
