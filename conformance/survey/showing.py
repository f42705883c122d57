"""What harbor shows for the inputs."""

import json
from collections.abc import Mapping
from typing import cast

from conformance.implementations.readers.showing import ShownValue, Shows
from conformance.protocol.shapes import NUMBER
from conformance.protocol.values import Answer, Case, Failure, Implementation, Result, Value
from conformance.survey.inputs import FAILURE, SurveyInput, SurveyTrial


def of_harbor(harbor: Implementation, one: SurveyInput) -> ShownValue:
    """Return what harbor shows: a trial's rewards or its error, a job's mean, or its pass@k."""
    if one.shows is Shows.TRIAL and one.trials[0].fails:
        return ShownValue(error=FAILURE)
    case = case_of(harbor, one)
    shown = value_of(case, harbor.answer(case))
    return shown if one.shows is not Shows.JOB else _of_job(harbor, one, shown)


def _of_job(harbor: Implementation, one: SurveyInput, metric: ShownValue) -> ShownValue:
    """Return the metrics in a job's stats, which since 0.26.0 leave out trials without rewards.

    For null in the stats, a number that is not finite, it is the metric of all trials.
    """
    settings: dict[str, Value] = {
        "n_total_trials": len(one.trials),
        "n_retries": 0,
        "metrics": {"adhoc": ["mean"]},
    }
    answer = harbor.answer(Case("job", {**settings, "trials": _trials(harbor, one)}))
    stats = json.loads(cast("str", fields(cast("Result", answer))["stats"]))
    found = [each for group in stats["evals"].values() for each in group["metrics"]]
    numbers = {key: value for each in found for key, value in each.items()}
    return metric if None in numbers.values() else numbers_of(numbers or None, "mean")


def case_of(harbor: Implementation, one: SurveyInput) -> Case:
    """Return the case of an operation that gives the number."""
    if one.shows is Shows.TRIAL:
        return one.trials[0].case
    if one.shows is Shows.JOB:
        rewards = [rewards_of(harbor, trial) for trial in one.trials]
        return Case("metric", {"metric": "mean", "rewards": rewards})
    return Case("pass_at_k", {"trials": _trials(harbor, one)})


def _trials(harbor: Implementation, one: SurveyInput) -> list[Value]:
    """Return a job's trials in the form of the operations' inputs."""
    usual = {"agent": "nop", "model": None, "source": None, "usage": None}
    trials: list[Value] = []
    for place, trial in enumerate(one.trials):
        answer = Failure(FAILURE) if trial.fails else harbor.answer(trial.case)
        error = answer.error if isinstance(answer, Failure) else None
        found = None if error else {"rewards": rewards_of(harbor, trial)}
        names = {"trial_name": f"{trial.task}__{place}", "task_name": trial.task}
        trials.append({**usual, **names, "verifier_result": found, "exception": error})
    return trials


def rewards_of(harbor: Implementation, trial: SurveyTrial) -> Value:
    """Return harbor's rewards of a trial; None if it has no verifier result."""
    answer = None if trial.fails else harbor.answer(trial.case)
    return fields(answer)["rewards"] if isinstance(answer, Result) else None


def fields(answer: Result) -> dict[str, Value]:
    """Return the fields of a result."""
    return cast("dict[str, Value]", answer.value)


SINGLE = {"verifier": "reward", "metric": "mean", "pass_at_k": ""}
"""The key that a single number has in an answer, by operation."""


def numbers_in(case: Case, answer: Answer) -> Mapping[str, float] | None:
    """Return the numbers in an answer of verifier, metric or pass_at_k, if it has any."""
    if not isinstance(answer, Result):
        return None
    found = fields(answer)
    of_group = next(iter(found.values()), {})
    numbers = {"verifier": found.get("rewards"), "metric": found, "pass_at_k": of_group}
    return cast("Mapping[str, float] | None", numbers[case.operation])


def value_of(case: Case, answer: Answer) -> ShownValue:
    """Return the shown value of an answer of one of these operations."""
    if not isinstance(answer, Result):
        return ShownValue(error=answer.error if isinstance(answer, Failure) else "no answer")
    return numbers_of(numbers_in(case, answer), SINGLE[case.operation])


def numbers_of(numbers: Mapping[str, float] | None, single: str) -> ShownValue:
    """Return the shown value of numbers by key; ``single`` is the key that needs no name."""
    if numbers is None:
        return ShownValue()
    forms = {key: cast("dict[str, str]", NUMBER.encode(n)) for key, n in numbers.items()}
    return ShownValue.of({key: next(iter(form.values())) for key, form in forms.items()}, single)
