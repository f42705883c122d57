"""Other ways to make an answer of what a result.json says."""

from dataclasses import fields

from candidates.deviations.deviation import Deviation, Step, after, around, entries, family, instead
from candidates.deviations.trial_result.changes import one_kind_of_error
from candidates.reference.jiter_json import Object
from candidates.reference.lax_values import UnfitError
from candidates.reference.model_reader import Model, ModelReader, Record
from candidates.reference.trial_result import Answer, TrialResultInput, ValidationError

_NOTHING: Answer = {"verifier_result": None, "exception": None}

_USED = {"verifier_result": "VerifierResult?", "exception_info": "ExceptionInfo?"}


def _unfinished_without_error(trial_result: Step) -> Step:
    def answer(question: TrialResultInput) -> Answer:
        try:
            return trial_result(question)  # type: ignore[no-any-return] # a step
        except ValidationError:
            return _NOTHING

    return answer


class _Lookup(ModelReader):
    """Reads what is wanted of a trial by its name; what has another type counts as absent."""

    def record(self, _model: str, document: object) -> Record:
        """Return the trial; raises UnfitError where there is no object, or a reward no number."""
        if not isinstance(document, Object):
            raise UnfitError
        trial = dict(document.members)
        result = trial.get("verifier_result")
        rewards = _members(result).get("rewards")
        exception = _members(trial.get("exception_info"))
        return {
            "verifier_result": None if result is None else {"rewards": self._numbers(rewards)},
            "exception_info": {"exception_type": exception.get("exception_type")},
        }

    def _numbers(self, rewards: object) -> Record | None:
        if not isinstance(rewards, Object):
            return None
        return {name: self.values["reward"](value) for name, value in rewards.members}


def _looking_up(reader: ModelReader) -> ModelReader:
    return _Lookup(**{step.name: getattr(reader, step.name) for step in fields(reader)})


def _members(value: object) -> Record:
    return dict(value.members) if isinstance(value, Object) else {}


def _nothing_yet(trial_result: Step) -> Step:
    return lambda question: trial_result(question) if question["result"].strip() else _NOTHING


def _never_null(models: dict[str, Model]) -> dict[str, Model]:
    return {
        name: {member: kind.removesuffix("?") for member, kind in model.items()}
        for name, model in models.items()
    }


def _result_of(answer: Answer) -> Record | None:
    result = answer["verifier_result"]
    return result if isinstance(result, dict) else None


def _empty_rewards_are_null(answer: Answer) -> Answer:
    result = _result_of(answer)
    return {**answer, "verifier_result": result and {"rewards": result["rewards"] or None}}


def _null_rewards_are_no_result(answer: Answer) -> Answer:
    result = _result_of(answer)
    has_rewards = result is not None and result["rewards"] is not None
    return {**answer, "verifier_result": result if has_rewards else None}


def _no_result_is_an_empty_one(answer: Answer) -> Answer:
    return {**answer, "verifier_result": _result_of(answer) or {"rewards": None}}


def _zeros_are_dropped(answer: Answer) -> Answer:
    result = _result_of(answer)
    rewards = result and result["rewards"]
    if not isinstance(rewards, dict):
        return answer
    kept = {name: number for name, number in rewards.items() if number}
    return {**answer, "verifier_result": {"rewards": kept}}


def _no_rewards_beside_an_exception(answer: Answer) -> Answer:
    return answer if answer["exception"] is None else {**answer, "verifier_result": None}


def _no_exception_beside_rewards(answer: Answer) -> Answer:
    return answer if answer["verifier_result"] is None else {**answer, "exception": None}


def _empty_exception_is_none(answer: Answer) -> Answer:
    return {**answer, "exception": answer["exception"] or None}


def _other_types_are_null(document: object) -> object:
    """Take a verifier result of another type for none."""
    if not isinstance(document, Object):
        return document
    return Object(
        [
            (name, None if name == "verifier_result" and not isinstance(member, Object) else member)
            for name, member in document.members
        ]
    )


DEVIATIONS = (
    Deviation(
        "trial-unvalidated",
        "trial_result.whole-file",
        "only the fields that are needed are read",
        entries("reader.models", {"TrialResult": _USED}) + around(decode=one_kind_of_error),
        advice="Validate the whole file against harbor's models.",
    ),
    Deviation(
        "trial-looked-up",
        "trial_result.whole-file",
        "fields are read with .get(), and any value of another type counts as absent",
        around(reader=_looking_up),
        advice="Validate the whole file against harbor's models.",
    ),
    family(
        "trial-unreadable-is",
        "trial_result.whole-file",
        "{}",
        {
            "unfinished": (
                "a trial that cannot be read counts as not run",
                around(trial_result=_unfinished_without_error),
            ),
            "not-run": (
                "an empty file counts as a trial that was not run",
                around(trial_result=_nothing_yet),
                "trial_result.cut-short",
            ),
        },
        advice=(
            "Raise ValidationError for a file that does not fit harbor's models, an empty one too."
        ),
    ),
    Deviation(
        "trial-no-nulls",
        "trial_result.written-by-harbor",
        "a field may be missing, but not null",
        around({"reader.models": _never_null}),
        advice="Accept null where harbor's models do.",
    ),
    family(
        "trial-answers",
        "trial_result.written-by-harbor",
        "{}",
        {
            "no-zeros": ("rewards of 0 are left out", after(answer=_zeros_are_dropped)),
            "no-empty-rewards": (
                "empty rewards become null",
                after(answer=_empty_rewards_are_null),
                "trial_result.no-verifier-result",
            ),
            "no-null-rewards": (
                "null rewards become no verifier result",
                after(answer=_null_rewards_are_no_result),
                "trial_result.no-verifier-result",
            ),
            "always-a-result": (
                "a missing verifier result becomes one without rewards",
                after(answer=_no_result_is_an_empty_one),
                "trial_result.no-verifier-result",
            ),
            "no-empty-exception": (
                "an empty exception name becomes null",
                after(answer=_empty_exception_is_none),
                "trial_result.exception",
            ),
            "exception-first": (
                "an exception hides rewards",
                after(answer=_no_rewards_beside_an_exception),
                "trial_result.rewards-beside-exception",
            ),
            "rewards-first": (
                "rewards hide an exception",
                after(answer=_no_exception_beside_rewards),
                "trial_result.rewards-beside-exception",
            ),
        },
        advice="Return the recorded rewards and exception unchanged: null, empty or zero.",
    ),
    Deviation(
        "trial-half-a-character",
        "trial_result.cut-short",
        "an incomplete character at the end is dropped",
        instead(decode=lambda content: content.decode(errors="ignore")),
        advice="Raise UnicodeDecodeError for a file that is not UTF-8.",
    ),
    Deviation(
        "trial-other-types-are-null",
        "trial_result.result-type",
        "a verifier result that is not an object counts as null",
        after(parse=_other_types_are_null),
        advice="Raise ValidationError for a verifier result of another type.",
    ),
    Deviation(
        "trial-type-is-enough",
        "trial_result.exception-members",
        "an exception needs its type only",
        entries(
            "reader.models.ExceptionInfo",
            {"exception_message": "text", "exception_traceback": "text", "occurred_at": "time"},
        ),
        advice="Require type, message, traceback and time of an exception.",
    ),
)
"""Each breaks one clause about what is answered."""
