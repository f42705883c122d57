"""Reported bugs as they would be in `trial_result`."""

import re
from dataclasses import replace
from typing import Any

from candidates.reference import lax_values
from candidates.reference.trial_result import TrialResult, trial_result
from candidates.reference.trial_result_model import READER
from tools.causes.wrong.making import candidate

Json = Any


# source: pydantic/pydantic #12566, #8828: a Unix timestamp is no datetime
# differs: started_at 0: ValidationError, not an answer
@candidate("trial_result")
def times_cannot_be_counts(case: Json) -> Json:
    """A time that is a number, or text that reads as one, is a ValidationError.

    It should be read as seconds or milliseconds since 1970.
    """

    def time(value: Json) -> Json:
        if re.match("[0-9]{4}-", lax_values.text(value)) is None:
            raise lax_values.UnfitError
        return lax_values.time(value)

    reader = replace(READER, values={**READER.values, "time": time})
    return TrialResult(reader=reader)(case)


# source: davisp/jiffy #162, danielaparker/jsoncons #505: the first of duplicate keys wins
# differs: task_name 1 and then "t": ValidationError, not an answer
@candidate("trial_result")
def the_first_of_duplicate_members_wins(case: Json) -> Json:
    """Of several members of a model's object that have one name, the first is read.

    The last should be, and those before it should not matter. Of duplicate names of rewards the
    last holds, as it should.
    """

    def first(values: Json, read: Json) -> Json:
        return read(values[0])

    return TrialResult(reader=replace(READER, member=first))(case)


# source: langchain4j/langchain4j #4283, rigetti/rpcq #57: an unknown field fails the reading
# differs: a result that also has "x": 1: ValidationError, not an answer
@candidate("trial_result")
def unknown_members_are_refused(case: Json) -> Json:
    """A member that harbor's model does not have is a ValidationError, in any model's object.

    It should be dropped.
    """

    def known(model: Json, members: Json) -> Json:
        if any(name not in model for name, _ in members):
            raise lax_values.UnfitError
        return members

    return TrialResult(reader=replace(READER, known=known))(case)


# source: earendil-works/pi #8943, rhysd/fixjson #19: integers beyond 2**53 are rounded
# differs: reward 9007199254740993: 9007199254740992.0, not 9007199254740993
@candidate("trial_result")
def large_integer_rewards_are_rounded(case: Json) -> Json:
    """An integer reward beyond 2**53 becomes the nearest binary64, or an infinity.

    It should stay the integer that it is, however long.
    """
    answer: Json = trial_result(case)
    result = answer["verifier_result"]
    if not result or not result["rewards"]:
        return answer
    rewards = {name: rounded(value) for name, value in result["rewards"].items()}
    return {**answer, "verifier_result": {**result, "rewards": rewards}}


def rounded(value: Json) -> Json:
    """Return an integer beyond 2**53 as a binary64, and any other number as it is."""
    if isinstance(value, float) or abs(value) <= 2**53:
        return value
    try:
        return float(value)
    except OverflowError:
        return float("inf") if value > 0 else float("-inf")


# source: hud-evals/hud-python #526: a run that errored has no score
# differs: rewards {"a": 1} and an exception: a null verifier_result, not {"rewards": {"a": 1}}
@candidate("trial_result")
def a_trial_with_an_exception_has_no_result(case: Json) -> Json:
    """The verifier result of a trial that has an exception is null.

    It should be what the file says. The file has to be valid as it should be.
    """
    answer = trial_result(case)
    if answer["exception"] is not None:
        return {**answer, "verifier_result": None}
    return answer
