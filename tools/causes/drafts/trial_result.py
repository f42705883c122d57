"""Ports of `trial_result` with one mistake each."""

from dataclasses import replace
from typing import Any

from candidates.reference.jiter_json import Object
from candidates.reference.lax_values import UnfitError, reward
from candidates.reference.model_reader import Members, Model, Read, last_of, without_unknown
from candidates.reference.trial_result import (
    TrialResult,
    ValidationError,
    result_and_exception,
    utf_8,
)
from candidates.reference.trial_result_model import READER
from tools.causes.wrong.making import candidate

Json = Any


# source: the text on auto-harness: rewards = vr.get("rewards", {})
# differs: "verifier_result": {}: {"rewards": {}}, not {"rewards": null}
@candidate("trial_result")
def absent_rewards_are_empty(case: Json) -> Json:
    """A verifier result without the member "rewards" has the rewards {}; they should be null."""

    def known(model: Model, members: Members) -> Members:
        kept = without_unknown(model, members)
        if model == READER.models["VerifierResult"] and not kept:
            return [("rewards", Object([]))]
        return kept

    return TrialResult(reader=replace(READER, known=known))(case)


# source: spec/000 §2: "rewards is None => no verifier result (trial errored before/within
#   verify)", read as: a trial with an error has no verifier result
# differs: a result of {"rewards": {"a": 1}} and an exception: verifier_result null
@candidate("trial_result")
def an_exception_leaves_no_verifier_result(case: Json) -> Json:
    """The verifier result of a trial that has an exception is null."""

    def answer(trial: Json) -> Json:
        found = result_and_exception(trial)
        return found if found["exception"] is None else found | {"verifier_result": None}

    return TrialResult(answer=answer)(case)


# source: spec/000 §2: "rewards: dict[str, float | int] | None"; in Go or Swift a field of numbers
#   takes no strings
# differs: "rewards": {"a": "1"}: ValidationError, not {"a": 1.0}
@candidate("trial_result")
def rewards_are_no_text(case: Json) -> Json:
    """A reward that is a text is refused; text that reads as a number should become it.

    True and false are still numbers, and text is still one at other places.
    """

    def only_numbers(value: object) -> int | float:
        if isinstance(value, str):
            raise UnfitError
        return reward(value)

    values = dict(READER.values) | {"reward": only_numbers}
    return TrialResult(reader=replace(READER, values=values))(case)


# source: Rust: serde's derived Deserialize answers "duplicate field" for a known field that is
#   there twice
# differs: "source": null, "source": null: ValidationError, not the result
@candidate("trial_result")
def a_repeated_member_is_refused(case: Json) -> Json:
    """A member of one of harbor's models that is there several times is a ValidationError.

    The last should hold, as it does for repeated names of rewards and for unknown members.
    """

    def member(values: list[object], read: Read) -> object:
        if len(values) > 1:
            raise UnfitError
        return last_of(values, read)

    return TrialResult(reader=replace(READER, member=member))(case)


# source: Java, Rust: a JSON reader takes bytes, and what is not UTF-8 is one more error of the
#   same kind; no text names an error of its own for it
# differs: a file of the byte FF: ValidationError, not UnicodeDecodeError
@candidate("trial_result")
def invalid_bytes_do_not_fit_the_model(case: Json) -> Json:
    """A file that is not UTF-8 is a ValidationError, not a UnicodeDecodeError."""

    def decode(content: bytes) -> str:
        try:
            return utf_8(content)
        except UnicodeDecodeError as error:
            raise ValidationError from error

    return TrialResult(decode=decode)(case)
