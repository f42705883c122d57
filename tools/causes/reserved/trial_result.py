"""Reserved mistakes in `trial_result`."""

import json
import re
from dataclasses import replace
from typing import Any

from candidates.reference import lax_values
from candidates.reference.jiter_json import Object
from candidates.reference.trial_result import (
    TrialResult,
    result_and_exception,
)
from candidates.reference.trial_result_model import READER
from tools.causes.wrong.making import candidate

Json = Any


# source: a habit of Python: TrialResult(**json.loads(text))
# differs: a lone surrogate, escaped, in task_name: the result, not ValidationError
@candidate("trial_result")
def file_is_read_with_the_json_of_python(case: Json) -> Json:
    """The file is read by Python's json, which takes lone surrogates and deeper nesting."""

    def parse(text: str) -> object:
        return json.loads(text, object_pairs_hook=Object)

    return TrialResult(parse=parse)(case)


# source: spec/003's reader, which takes two members of result.json and validates nothing else
# differs: a result without task_name: what it says, not ValidationError
@candidate("trial_result")
def only_the_members_that_are_returned_are_validated(case: Json) -> Json:
    """Only verifier_result and exception_info are looked at; other members may be anything."""
    needed = {"verifier_result": "VerifierResult?", "exception_info": "ExceptionInfo?"}
    return TrialResult(reader=replace(READER, models={**READER.models, "TrialResult": needed}))(
        case
    )


# source: a habit of JavaScript: result.verifier_result?.rewards ?? null
# differs: a verifier_result with null rewards: null, not {"rewards": null}
@candidate("trial_result")
def verifier_result_with_null_rewards_is_null(case: Json) -> Json:
    """A verifier result whose rewards are null is returned as null."""

    def answer(trial: Json) -> Json:
        result = trial["verifier_result"]
        rewarded = result is not None and result["rewards"] is not None
        return result_and_exception({**trial, "verifier_result": result if rewarded else None})

    return TrialResult(answer=answer)(case)


# source: a habit of Go, Rust and JavaScript: rewards are float64, f64 and number
# differs: a reward of 9007199254740993: 9007199254740992.0, not 9007199254740993
@candidate("trial_result")
def rewards_are_read_as_binary64(case: Json) -> Json:
    """Every reward becomes a binary64, integers too, and one beyond its range is refused."""

    def reward(value: object) -> float:
        try:
            return float(lax_values.reward(value))
        except OverflowError as error:
            raise lax_values.UnfitError from error

    return TrialResult(reader=replace(READER, values={**READER.values, "reward": reward}))(case)


# source: a habit of Go and Rust: time.Time and DateTime<Utc> read RFC 3339, which has a zone
# differs: started_at of "2026-01-02T03:04:05": ValidationError, not the result
@candidate("trial_result")
def time_as_text_needs_a_zone(case: Json) -> Json:
    """A time that is text is refused if it has no zone."""
    zone = re.compile(r".*[Tt _].*(?:[Zz]|[-+\u2212][0-9]{2}:?[0-9]{2})")

    def time(value: object) -> object:
        if isinstance(value, str) and not zone.fullmatch(value):
            raise lax_values.UnfitError
        return lax_values.time(value)

    return TrialResult(reader=replace(READER, values={**READER.values, "time": time}))(case)
