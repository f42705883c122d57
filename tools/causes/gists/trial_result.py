"""Habits of public code that reads and validates results that are wrong for `trial_result`."""

import re
from dataclasses import replace
from typing import Any

from candidates.reference import jiter_json, lax_values
from candidates.reference.jiter_json import Object
from candidates.reference.lax_values import UnfitError
from candidates.reference.python_json import Parser
from candidates.reference.trial_result import TrialResult, ValidationError, result_and_exception
from candidates.reference.trial_result_model import READER
from tools.causes.wrong.making import candidate

Json = Any


def _with_value(kind: str, read: Json) -> Json:
    return replace(READER, values={**READER.values, kind: read})


# source: collect-so/collect, javascript-sdk/src/core/constants.ts, ISO_8601_FULL: a T, and
#   seconds are needed
# differs: started_at "2026-01-01T00:00": ValidationError, not a result
@candidate("trial_result")
def a_time_needs_a_t_and_seconds(case: Json) -> Json:
    """A time must be YYYY-MM-DDThh:mm:ss, with or without a fraction and a zone (Z or +hh:mm).

    Refused, but valid, are dates alone, a space or underscore for the T, times without seconds, a
    comma before the fraction, a zone without a colon or with U+2212, and numbers, also as text.
    """
    full = re.compile(
        r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?"
        r"([+-][0-9]{2}:[0-9]{2}|Z)?",
        re.IGNORECASE,
    )

    def time(value: Json) -> Json:
        if not isinstance(value, str) or not full.fullmatch(value):
            raise UnfitError
        return lax_values.time(value)

    return TrialResult(reader=_with_value("time", time))(case)


# source: models of results with ConfigDict(extra="forbid") (kind of code: pydantic models of
#   benchmarks)
# differs: a file with a member "x" next to the known ones: ValidationError, not a result
@candidate("trial_result")
def unknown_members_are_refused(case: Json) -> Json:
    """A member that a model does not have is a ValidationError, at every level of the file.

    It should be passed over. Names of rewards, and other free names, are still free.
    """

    def known(model: Json, members: Json) -> Json:
        if any(name not in model for name, _ in members):
            raise UnfitError
        return members

    return TrialResult(reader=replace(READER, known=known))(case)


# source: a VerifierResult with model_config = {"strict": True} (a port of harbor's verifier with
#   RolloutPaths; repository not named)
# differs: rewards {"a": "1"}: ValidationError, not {"a": 1.0}
@candidate("trial_result")
def rewards_must_be_numbers(case: Json) -> Json:
    """A reward that is not a JSON number is a ValidationError, those of steps too.

    Text that reads as a number, and true and false, should be converted.
    """

    def reward(value: Json) -> Json:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise UnfitError
        return value

    return TrialResult(reader=_with_value("reward", reward))(case)


# source: scripts over result.json that go through Model.model_validate(json.loads(text)) (kind of
#   code: readers of jsonl results, as a calculate_pass_k)
# differs: a lone surrogate, escaped, in the exception's type: it is kept, not ValidationError
@candidate("trial_result")
def the_json_is_read_by_pythons_json(case: Json) -> Json:
    """The text is read as json.loads reads it, not as pydantic's own reader does.

    So a lone surrogate is kept, lists and objects may be nested beyond 200 levels (beyond Python's
    own limit it is a RecursionError), and only integers are limited to 4300 digits, not the whole
    part of any other number. Each of these should be a ValidationError.
    """
    members: Json = Object  # all members of an object, for the models to decide
    return TrialResult(parse=Parser(members=members))(case)


# source: scripts that read logs and results with read_text(encoding="utf-8", errors="replace")
#   (kind of code: collectors of runs' artifacts)
# differs: a byte FF in the exception's type: U+FFFD stands for it, not UnicodeDecodeError
@candidate("trial_result")
def bytes_that_are_not_utf_8_are_replaced(case: Json) -> Json:
    """Bytes that are not UTF-8 become U+FFFD, and the rest decides on the answer.

    They should be a UnicodeDecodeError.
    """
    text = case["result"].decode("utf-8", errors="replace")
    try:
        trial = READER.record("TrialResult", jiter_json.parse(text))
    except ValueError as error:
        raise ValidationError from error
    return result_and_exception(trial)
