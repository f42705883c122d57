"""Wrong ways to make an answer of what a result.json says."""

from collections.abc import Callable

from candidates.broken.trial_result_parts import (
    Answer,
    Reading,
    answer_of,
    members_of,
    with_every_kind,
    with_models,
)
from candidates.broken.variant import Function, Variant
from candidates.reference import jiter_json
from candidates.reference.model_reader import Record
from candidates.reference.trial_result import TrialResultInput, ValidationError
from candidates.reference.trial_result_model import READER

_READ = Reading()


def _unfinished_without_error(question: TrialResultInput) -> Answer:
    """Take a trial that cannot be read for one that has nothing to say."""
    try:
        return _READ(question)
    except ValidationError:
        return {"verifier_result": None, "exception": None}


def _unvalidated(question: TrialResultInput) -> Answer:
    """Look up what is wanted, and nothing else."""
    try:
        trial = members_of(jiter_json.parse(question["result"].decode()))
        result = READER.read("VerifierResult?", trial.get("verifier_result"))
        exception = READER.read("ExceptionInfo?", trial.get("exception_info"))
    except ValueError as error:
        raise ValidationError from error
    return answer_of({"verifier_result": result, "exception_info": exception})


def _nothing_yet(question: TrialResultInput) -> Answer:
    """Take an empty file for a trial that has not begun."""
    if not question["result"].strip():
        return {"verifier_result": None, "exception": None}
    return _READ(question)


def _result_of(trial: Record) -> Record | None:
    result = trial["verifier_result"]
    return result if isinstance(result, dict) else None


def _empty_rewards_are_null(trial: Record) -> Answer:
    result = _result_of(trial)
    rewards = result and (result["rewards"] or None)
    return {**answer_of(trial), "verifier_result": result and {"rewards": rewards}}


def _null_rewards_are_no_result(trial: Record) -> Answer:
    result = _result_of(trial)
    rewards = result and result["rewards"]
    return {**answer_of(trial), "verifier_result": None if rewards is None else result}


def _no_result_is_an_empty_one(trial: Record) -> Answer:
    return {**answer_of(trial), "verifier_result": _result_of(trial) or {"rewards": None}}


def _zeros_are_dropped(trial: Record) -> Answer:
    result = _result_of(trial)
    rewards = result and result["rewards"]
    if not isinstance(rewards, dict):
        return answer_of(trial)
    kept = {name: number for name, number in rewards.items() if number}
    return {**answer_of(trial), "verifier_result": {"rewards": kept}}


def _no_rewards_beside_an_exception(trial: Record) -> Answer:
    answer = answer_of(trial)
    return answer if answer["exception"] is None else {**answer, "verifier_result": None}


def _no_exception_beside_rewards(trial: Record) -> Answer:
    answer = answer_of(trial)
    return answer if answer["verifier_result"] is None else {**answer, "exception": None}


def _empty_exception_is_none(trial: Record) -> Answer:
    answer = answer_of(trial)
    return {**answer, "exception": answer["exception"] or None}


def _variant(name: str, clause: str, mistake: str, function: Function) -> Variant:
    return Variant(f"trial-{name}", f"trial_result.{clause}", mistake, function)


def _answer(name: str, clause: str, mistake: str, answer: Callable[[Record], Answer]) -> Variant:
    return _variant(name, clause, mistake, Reading(answer=answer))


def _or_null(value: object) -> object:
    """Return an object, and null for anything else."""
    return value if isinstance(value, jiter_json.Object) else None


def _other_types_are_null(text: str) -> object:
    """Take a verifier result of another type for none."""
    parsed = jiter_json.parse(text)
    if not isinstance(parsed, jiter_json.Object):
        return parsed
    return jiter_json.Object(
        [(n, _or_null(m) if n == "verifier_result" else m) for n, m in parsed.members]
    )


VARIANTS = (
    _variant("unvalidated", "whole-file", "only what is wanted is looked up", _unvalidated),
    _variant(
        "unfinished",
        "whole-file",
        "a trial that cannot be read counts as not run",
        _unfinished_without_error,
    ),
    _variant(
        "no-nulls",
        "written-by-harbor",
        "a member may be missing, but not null",
        with_every_kind(lambda kind: kind.removesuffix("?")),
    ),
    _answer("zeros-dropped", "written-by-harbor", "a reward of 0 is no reward", _zeros_are_dropped),
    _variant("nothing-yet", "cut-short", "an empty file is a trial to be run", _nothing_yet),
    _variant(
        "half-a-character",
        "cut-short",
        "half a character at the end is dropped",
        Reading(decode=lambda content: content.decode(errors="ignore")),
    ),
    _answer(
        "empty-rewards-are-null",
        "no-verifier-result",
        "empty rewards count as none",
        _empty_rewards_are_null,
    ),
    _answer(
        "null-rewards-are-no-result",
        "no-verifier-result",
        "without rewards there is no verifier result",
        _null_rewards_are_no_result,
    ),
    _answer(
        "always-a-result",
        "no-verifier-result",
        "no verifier result is one without rewards",
        _no_result_is_an_empty_one,
    ),
    _variant(
        "other-types-are-null",
        "result-type",
        "a verifier result that is no object counts as none",
        Reading(parse=_other_types_are_null),
    ),
    _answer("empty-exception", "exception", "an empty name is no name", _empty_exception_is_none),
    _variant(
        "type-is-enough",
        "exception-members",
        "of an exception only the type must be there",
        with_models(
            {
                "ExceptionInfo": {
                    "exception_message": "text",
                    "exception_traceback": "text",
                    "occurred_at": "time",
                }
            }
        ),
    ),
    _answer(
        "exception-hides-rewards",
        "rewards-beside-exception",
        "a trial with an exception has no rewards",
        _no_rewards_beside_an_exception,
    ),
    _answer(
        "rewards-hide-exception",
        "rewards-beside-exception",
        "a trial with rewards has no exception",
        _no_exception_beside_rewards,
    ),
)
