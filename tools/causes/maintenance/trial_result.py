"""Changes to a `trial_result` that worked, each of which broke one thing."""

from dataclasses import replace
from typing import Any

from candidates.reference import jiter_json
from candidates.reference.lax_values import UnfitError
from candidates.reference.trial_result import TrialResult, trial_result
from candidates.reference.trial_result_model import READER
from tools.causes.wrong.making import ValidationError, candidate

Json = Any


# source: commit "guard: rewards of a trial that crashed are not to be trusted on resume"
# differs: rewards {"a": 1} and exception_info of AgentTimeoutError: no verifier result, not
#   {"a": 1} next to the exception
@candidate("trial_result")
def a_trial_with_an_exception_has_no_verifier_result(case: Json) -> Json:
    """The verifier result is null where the trial has an exception; the two should both be kept."""
    answer = trial_result(case)
    if answer["exception"] is not None:
        return {"verifier_result": None, "exception": answer["exception"]}
    return answer


# source: commit "a broken verifier_result must not stop a resume": try and except around it
# differs: verifier_result {"rewards": {"a": "x"}}: null, not ValidationError
@candidate("trial_result")
def a_verifier_result_that_does_not_fit_is_null(case: Json) -> Json:
    """A verifier_result of the trial that does not fit its model is read as null.

    It should be a ValidationError, as it is for one of a step.
    """

    def lenient(value: Json) -> Json:
        try:
            return READER.read("VerifierResult", value)
        except UnfitError:
            return None

    trial = {**READER.models["TrialResult"], "verifier_result": "lenient?"}
    reader = replace(
        READER,
        models={**READER.models, "TrialResult": trial},
        values={**READER.values, "lenient": lenient},
    )
    return TrialResult(reader=reader)(case)


# source: commit "tracebacks of old versions have no time": a default for occurred_at
# differs: an exception_info without occurred_at: the exception's type, not ValidationError
@candidate("trial_result")
def the_time_of_an_exception_may_be_absent(case: Json) -> Json:
    """An exception_info whose occurred_at is absent or null is read.

    It should be a ValidationError. Any other value that is no time is an error as it should be.
    """
    exception = {**READER.models["ExceptionInfo"], "occurred_at": "time?"}
    reader = replace(READER, models={**READER.models, "ExceptionInfo": exception})
    text = case["result"].decode("utf-8")
    try:
        record: Json = reader.record("TrialResult", jiter_json.parse(text))
    except ValueError as error:
        raise ValidationError from error
    info = record["exception_info"]
    return {
        "verifier_result": record["verifier_result"],
        "exception": info["exception_type"] if info else None,
    }


# source: commit "members by name: setdefault() while reading, in place of a second pass"
# differs: "exception_info" of E and then null: E, not null
@candidate("trial_result")
def the_first_of_members_with_one_name_holds(case: Json) -> Json:
    """Of several members of a model with one name the first is read, and the later are ignored.

    The last should be. In objects with free names, such as rewards, the last holds as it should.
    """
    reader = replace(READER, member=lambda values, read: read(values[0]))
    return TrialResult(reader=reader)(case)


# source: commit "strict rewards: a number or nothing", after a report on a reward "1e3"
# differs: rewards {"a": "1"}: ValidationError, not {"a": 1.0}
@candidate("trial_result")
def rewards_must_be_numbers(case: Json) -> Json:
    """A reward that is a text or a truth value is a ValidationError, in steps too.

    Texts that read as numbers, true and false should be converted to numbers.
    """

    def reward(value: Json) -> Json:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise UnfitError
        return value

    return TrialResult(reader=replace(READER, values={**READER.values, "reward": reward}))(case)
