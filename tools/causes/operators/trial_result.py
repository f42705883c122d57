"""Ports of `trial_result` with one mutation each."""

import re
from dataclasses import replace
from typing import Any

from candidates.reference import jiter_json, lax_values
from candidates.reference.jiter_json import Jiter
from candidates.reference.lax_values import UnfitError
from candidates.reference.trial_result import TrialResult
from candidates.reference.trial_result_model import READER
from tools.causes.wrong.making import candidate

Json = Any


def _with_value(kind: str, read: Json) -> TrialResult:
    return TrialResult(reader=replace(READER, values={**READER.values, kind: read}))


# source: rolled lax_values:19 (a constant shortened to [0-9a-f]): patterns for UUIDs that are
#   tested with what Python's uuid4() prints, where Swift's uuidString is in upper case
# differs: an id of 32 digits "A": ValidationError, not a result
@candidate("trial_result")
def a_uuid_in_upper_case_is_refused(case: Json) -> Json:
    """An id or a config's job_id with a hexadecimal digit in upper case is refused.

    Any of the digits A to F gives a ValidationError.
    """

    def uuid(value: object) -> str:
        read = lax_values.uuid(value)
        if re.search("[A-F]", read):
            raise UnfitError
        return read

    return _with_value("uuid", uuid)(case)


# source: rolled trial_result_model:178 (the guard that uses it negated, PIT's negate conditionals)
# differs: a config with the task's name "org/task" and no trial name: ValidationError, not a result
@candidate("trial_result")
def a_trial_is_named_only_after_a_task_without_a_slash(case: Json) -> Json:
    """A config without a trial_name whose task has a name is valid only if that has no slash.

    If it has one, the config is refused as a ValidationError; the opposite is right.
    """

    def has_a_name(config: Json) -> bool:
        task = config["task"]
        name = task["name"] if isinstance(task, dict) else None
        return bool(config["trial_name"]) or not isinstance(name, str) or "/" not in name

    reader = replace(READER, rules={**READER.rules, "TrialConfig": has_a_name})
    return TrialResult(reader=reader)(case)


_TIME = lax_values._TIME  # noqa: SLF001 - a step of the reference
_TIME_TO_24 = re.compile(_TIME.pattern.replace("2[0-3]", "2[0-4]", 1))


# source: rolled lax_values:21 (2[0-3] made 2[0-4]), a boundary shift; XML Schema and ISO 8601:2004
#   have 24:00:00 as the end of a day, and `hour > 24` is a usual check
# differs: "started_at": "2025-01-01T24:00:00": a result, not ValidationError
@candidate("trial_result")
def the_hour_24_is_accepted(case: Json) -> Json:
    """A time whose hour is 24, with any minute and second, is accepted.

    It should be refused as a ValidationError.
    """

    def time(value: object) -> object:
        match = _TIME_TO_24.fullmatch(value) if isinstance(value, str) else None
        is_date = lax_values._is_date  # noqa: SLF001 - a step of the reference
        if match is not None and is_date(*map(int, match.groups())):
            return value
        return lax_values.time(value)

    return _with_value("time", time)(case)


# source: rolled jiter_json:57 (the second operand of `or` dropped): a reader that looks for one
#   more token at the end, where no token is what both the end and any other letter give
# differs: a valid file followed by "x": a result, not ValidationError
@candidate("trial_result")
def letters_and_digits_behind_the_value_are_ignored(case: Json) -> Json:
    """Text behind the JSON value of the file is ignored unless it begins with a mark of JSON.

    Only if its first character after white space is a bracket, a brace, a colon, a comma or a
    quote is it refused as a ValidationError.
    """

    def parse(text: str) -> object:
        reader = jiter_json._Reader(text, Jiter())  # noqa: SLF001 - a step of the reference
        value = reader.value(reader.mark(), depth=0)
        if reader.mark():
            reader.fail()
        return value

    return TrialResult(parse=parse)(case)


_YEAR_10000 = 253_402_300_800


# source: rolled lax_values:30 (a constant without its three zeros): Python's fromtimestamp and
#   Go's time.Unix take seconds, JavaScript's Date.now() gives milliseconds
# differs: "started_at": 1700000000000: ValidationError, not a result
@candidate("trial_result")
def milliseconds_since_1970_are_beyond_the_year_9999(case: Json) -> Json:
    """A time that is a number, or text that reads as one, is refused from 253,402,300,800 on.

    That is a ValidationError from the seconds of the year 10000 on, although a number so large
    counts milliseconds.
    """

    def time(value: object) -> object:
        read = lax_values.time(value)
        is_count = lax_values._is_count(value)  # noqa: SLF001 - a step of the reference
        count = float(str(value)) if is_count else value
        if isinstance(count, int | float) and count >= _YEAR_10000:
            raise UnfitError
        return read

    return _with_value("time", time)(case)
