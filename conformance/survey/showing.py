"""What harbor shows for the questions."""

from typing import cast

from conformance.implementations.readers.showing import ShownValue, Shows
from conformance.protocol.shapes import NUMBER
from conformance.protocol.values import Case, Failure, Implementation, Result, Value
from conformance.survey.questions import FAILURE, Question, Trial


def of_harbor(harbor: Implementation, question: Question) -> ShownValue:
    """Return what harbor shows: a trial's rewards or its error, a job's mean, or its pass@k."""
    if question.shows is Shows.ATTEMPTS:
        return _shown(harbor, Case("pass_at_k", {"trials": attempts(harbor, question)}))
    if len(question.trials) == 1:
        (trial,) = question.trials
        return ShownValue(error=FAILURE) if trial.fails else _shown(harbor, trial.case)
    rewards = [rewards_of(harbor, trial) for trial in question.trials]
    return _shown(harbor, Case("metric", {"metric": "mean", "rewards": rewards}))


def rewards_of(harbor: Implementation, trial: Trial) -> Value:
    """Return the rewards that harbor has of a trial; None where it has no verifier result."""
    answer = None if trial.fails else harbor.answer(trial.case)
    return _members(answer)["rewards"] if isinstance(answer, Result) else None


def attempts(harbor: Implementation, question: Question) -> list[Value]:
    """Return the trials of a question as ``pass_at_k`` is asked about them."""
    return [
        {
            "task_name": trial.task,
            "agent": "nop",
            "verifier_result": {"rewards": rewards_of(harbor, trial)},
        }
        for trial in question.trials
    ]


def _shown(harbor: Implementation, case: Case) -> ShownValue:
    answer = harbor.answer(case)
    if not isinstance(answer, Result):
        return ShownValue(error=answer.error if isinstance(answer, Failure) else "no answer")
    members = _members(answer)
    match case.operation:
        case "pass_at_k":
            return _numbers(next(iter(members.values()), {}), "")
        case "verifier":
            return _numbers(members["rewards"], "reward")
    return _numbers(members, "mean")


def _members(answer: Result) -> dict[str, Value]:
    return cast("dict[str, Value]", answer.value)


def _numbers(values: Value, single: str) -> ShownValue:
    """Return numbers by key; one of the usual key needs none."""
    if values is None:
        return ShownValue(error="None")
    named = cast("dict[str, float]", values)
    return ShownValue.of({name: _text(value) for name, value in named.items()}, single)


def _text(value: float) -> str:
    form = cast("dict[str, str]", NUMBER.encode(value))
    return next(iter(form.values()))
