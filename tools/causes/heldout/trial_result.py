"""Held-out mistakes in `trial_result`."""

import re
from dataclasses import replace
from typing import Any

from candidates.reference import lax_values
from candidates.reference.jiter_json import Jiter
from candidates.reference.lax_values import UnfitError
from candidates.reference.trial_result import (
    TrialResult,
    result_and_exception,
)
from candidates.reference.trial_result_model import READER
from tools.causes.wrong.making import candidate

_RFC_3339 = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]+)?"
    r"(?:Z|[+-][0-9]{2}:[0-9]{2})"
)


def _reader_of(member: str, kind: str) -> Any:
    """Return the reader in which a member of a trial's result has another kind."""
    models = {**READER.models}
    models["TrialResult"] = {**models["TrialResult"], member: kind}
    return replace(READER, models=models)


def _reader_with(name: str, read: Any) -> Any:
    """Return the reader in which a value is read by another function."""
    return replace(READER, values={**READER.values, name: read})


# source: NVIDIA-NeMo/nemo-platform pull request #2136: in a task of several steps the failure
#   stands at a step, and the trial has none
# differs: exception_info null and a step with AgentTimeoutError: AgentTimeoutError, not null
@candidate("trial_result")
def exception_of_a_step_is_that_of_the_trial(case: Any) -> Any:
    """Where the trial has no exception, the first exception of its steps is its own."""

    def answer(trial: Any) -> Any:
        found = result_and_exception(trial)
        exceptions = (result_and_exception(step) for step in trial["step_results"] or ())
        of_steps = next((one["exception"] for one in exceptions if one["exception"]), None)
        return {**found, "exception": found["exception"] or of_steps}

    return TrialResult(answer=answer)(case)


# source: public readers whose model of a result has `config: dict`
# differs: a config without a task: the result, not ValidationError
@candidate("trial_result")
def config_is_not_validated(case: Any) -> Any:
    """The config of a trial may be any value."""
    return TrialResult(reader=_reader_of("config", "anything!"))(case)


# source: PrimeIntellect-ai/verifiers pull request #2067: type(value) in (int, float)
# differs: rewards {"reward": true}: ValidationError, not {"reward": 1.0}
@candidate("trial_result")
def rewards_are_never_truth_values(case: Any) -> Any:
    """A reward of true or false is refused."""

    def reward(value: object) -> Any:
        if isinstance(value, bool):
            raise UnfitError
        return lax_values.reward(value)

    return TrialResult(reader=_reader_with("reward", reward))(case)


# source: a habit of Rust: serde_json, whose limit of recursion is 128
# differs: 150 lists in each other in the agent's metadata: ValidationError, not the result
@candidate("trial_result")
def nesting_is_limited_as_in_rust(case: Any) -> Any:
    """A value inside more than 127 arrays and objects is refused."""
    return TrialResult(parse=Jiter(nesting_limit=127))(case)


# source: a habit of Go: a field of time.Time, which reads RFC 3339 and nothing else
# differs: started_at "2026-01-02T03:04:05" without a zone: ValidationError, not the result
@candidate("trial_result")
def times_have_the_form_of_rfc_3339(case: Any) -> Any:
    """A time has a date, a T, seconds and a zone, as RFC 3339 asks; any other is refused."""

    def time(value: object) -> object:
        if not _RFC_3339.fullmatch(lax_values.text(value)):
            raise UnfitError
        return lax_values.time(value)

    return TrialResult(reader=_reader_with("time", time))(case)


# source: public readers that take the id for any text
# differs: the id "trial-1": the result, not ValidationError
@candidate("trial_result")
def id_is_any_text(case: Any) -> Any:
    """The id of a trial may be any text and need not be a UUID."""
    return TrialResult(reader=_reader_of("id", "text!"))(case)
