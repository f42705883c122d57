"""What harbor shows for the questions."""

from typing import cast

from conformance.implementations.readers.showing import ShownValue, Shows
from conformance.protocol.shapes import NUMBER
from conformance.protocol.values import Case, Failure, Implementation, Result, Value
from conformance.survey.questions import FAILURE, Question, Trial


def of_harbor(harbor: Implementation, question: Question) -> ShownValue:
    """Return what harbor shows: a trial's rewards or its error, a job's mean, or its pass@k."""
    if question.shows is Shows.ATTEMPTS:
        return _shown(harbor, attempts(harbor, question))
    if len(question.trials) > 1:
        return _shown(harbor, mean(harbor, question))
    (trial,) = question.trials
    return ShownValue(error=FAILURE) if trial.fails else _shown(harbor, trial.case)


def mean(harbor: Implementation, question: Question) -> Case:
    """Return the case of ``metric`` that is the mean of a job."""
    rewards = [_rewards(harbor, trial) for trial in question.trials]
    return Case("metric", {"metric": "mean", "rewards": rewards})


def attempts(harbor: Implementation, question: Question) -> Case:
    """Return the case of ``pass_at_k`` about the trials of a job."""
    trials: list[Value] = [
        {
            "task_name": trial.task,
            "agent": "nop",
            "verifier_result": {"rewards": _rewards(harbor, trial)},
        }
        for trial in question.trials
    ]
    return Case("pass_at_k", {"trials": trials})


def _rewards(harbor: Implementation, trial: Trial) -> Value:
    """Return the rewards that harbor has of a trial; None where it has no verifier result."""
    answer = None if trial.fails else harbor.answer(trial.case)
    return _fields(answer)["rewards"] if isinstance(answer, Result) else None


def _fields(answer: Result) -> dict[str, Value]:
    return cast("dict[str, Value]", answer.value)


def _shown(harbor: Implementation, case: Case) -> ShownValue:
    answer = harbor.answer(case)
    if not isinstance(answer, Result):
        return ShownValue(error=answer.error if isinstance(answer, Failure) else "no answer")
    fields = _fields(answer)
    if case.operation == "metric":
        return _numbers(fields, "mean")
    if case.operation == "pass_at_k":
        return _numbers(next(iter(fields.values()), {}), "")
    return _numbers(fields["rewards"], "reward")


def _numbers(values: Value, single: str) -> ShownValue:
    """Return numbers by key; one of the usual key needs none."""
    if values is None:
        return ShownValue(error="None")
    numbers = cast("dict[str, float]", values)
    forms = {key: cast("dict[str, str]", NUMBER.encode(n)) for key, n in numbers.items()}
    return ShownValue.of({key: next(iter(form.values())) for key, form in forms.items()}, single)
