"""Candidates of `trial_result` with one mistake each."""

from dataclasses import replace
from typing import Any

from candidates.reference import lax_values
from candidates.reference.trial_result import TrialResult, result_and_exception
from candidates.reference.trial_result_model import READER
from tools.causes.wrong.making import candidate

Json = Any


# source: AgentSafeLabs/safelabs-eval issue #40: the model of a trial's result forbids members that
#   it does not know
# differs: a valid file with one more member "notes": ValidationError, not its result
@candidate("trial_result")
def unknown_members_are_refused(case: Json) -> Json:
    """A member that the trial's own model does not have is a ValidationError.

    It should be passed over, as it still is in the models within.
    """
    ours = READER.models["TrialResult"]

    def known(model: Json, members: Json) -> Json:
        if model is ours and any(name not in model for name, _ in members):
            raise lax_values.UnfitError
        return READER.known(model, members)

    return TrialResult(reader=replace(READER, known=known))(case)


# source: jackc/pgx issue #2128: a time is read as RFC 3339, which asks for a time zone
# differs: "started_at": "2026-01-01T00:00:00": ValidationError, not the file's result
@candidate("trial_result")
def a_time_needs_a_zone(case: Json) -> Json:
    """A time as text that has no zone, or a date alone, is a ValidationError.

    Both should be valid. Numbers, and text that reads as one, still are.
    """

    def time(value: Json) -> Json:
        read = lax_values.time(value)
        dated = isinstance(value, str) and value[4:5] == "-" and value[7:8] == "-"
        if dated and not any(sign in value[16:] for sign in "Zz+-\u2212"):
            raise lax_values.UnfitError
        return read

    return TrialResult(reader=replace(READER, values={**READER.values, "time": time}))(case)


# source: benchflow-ai/benchflow PR #683, scenarios.py: a result without a mapping of rewards is
#   reported as no reward at all
# differs: "verifier_result": {"rewards": null}: null, not {"rewards": null}
@candidate("trial_result")
def a_result_of_null_rewards_is_no_result(case: Json) -> Json:
    """A verifier result whose rewards are null or absent is read as no verifier result.

    The two nulls should differ.
    """

    def answer(trial: Json) -> Json:
        found = result_and_exception(trial)
        result: Json = found["verifier_result"]
        if result is not None and result["rewards"] is None:
            return found | {"verifier_result": None}
        return found

    return TrialResult(answer=answer)(case)


# source: harbor drivers that run a job, load result.json as plain JSON and look up the few members
#   that they need
# differs: a file of {} has the result null and no exception, not ValidationError
@candidate("trial_result")
def only_the_members_in_the_answer_are_checked(case: Json) -> Json:
    """Only verifier_result and exception_info are checked; other members may be anything.

    They may be absent, too. Within the two everything is checked as it should be.
    """
    names = ("verifier_result", "exception_info")
    models = {
        **READER.models,
        "TrialResult": {name: READER.models["TrialResult"][name] for name in names},
    }
    return TrialResult(reader=replace(READER, models=models))(case)


# source: huangruiteng/loopx PR #4035: values of control flags that are not JSON's true or false are
#   rejected
# differs: "force_build": "yes" in the environment: ValidationError, not the file's result
@candidate("trial_result")
def truth_values_have_to_be_true_or_false(case: Json) -> Json:
    """In the config, 0, 1 and words such as "yes" are refused for a truth value.

    Only true and false are taken. The members read_only and create_host_path are right.
    """

    def boolean(value: Json) -> Json:
        if not isinstance(value, bool):
            raise lax_values.UnfitError
        return value

    return TrialResult(reader=replace(READER, values={**READER.values, "boolean": boolean}))(case)
