"""Mistakes of ports in `trial_result`."""

import re
from dataclasses import replace
from typing import Any

from candidates.reference import lax_values
from candidates.reference.lax_values import UnfitError
from candidates.reference.trial_result import TrialResult, result_and_exception
from candidates.reference.trial_result_model import READER
from tools.causes.wrong.making import candidate

Json = Any

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_OFFSET = re.compile(r"(?:[Zz]|[-+\u2212][0-9]{2}:?[0-9]{2})\Z")


# source: Java: OffsetDateTime.parse
# differs: started_at "2026-01-02T03:04:05": ValidationError, not a result
@candidate("trial_result")
def time_without_an_offset_is_refused(case: Json) -> Json:
    """A date or time in text without Z or an offset from UTC is refused."""

    def time(value: Json) -> Json:
        if isinstance(value, str) and _DATE.match(value) and not _OFFSET.search(value[10:]):
            raise UnfitError
        return lax_values.time(value)

    return TrialResult(reader=replace(READER, values={**READER.values, "time": time}))(case)


# source: PHP: json_decode, which makes a float of an integer beyond PHP_INT_MAX
# differs: a reward of 9223372036854775809: 9223372036854775808.0, not 9223372036854775809
@candidate("trial_result")
def reward_beyond_64_bits_is_a_float(case: Json) -> Json:
    """An integer reward beyond a signed integer of 64 bits becomes the nearest float."""

    def reward(value: Json) -> Json:
        number = lax_values.reward(value)
        fits = isinstance(number, float) or -(2**63) <= number < 2**63
        return number if fits else float(str(number))

    return TrialResult(reader=replace(READER, values={**READER.values, "reward": reward}))(case)


# source: JavaScript: trial.exception_info?.exception_type || null
# differs: an exception_type of no characters: null, not ""
@candidate("trial_result")
def empty_exception_type_is_null(case: Json) -> Json:
    """An exception whose type is empty text counts as no exception."""

    def answer(trial: Json) -> Json:
        found = result_and_exception(trial)
        return {**found, "exception": found["exception"] or None}

    return TrialResult(answer=answer)(case)
