"""Diagnosis names what a candidate does differently, and nothing that its answers contradict."""

import json
import math
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, cast

import pytest
from diagnosed import LIGHT, causes, changed, diagnosis_of, of_deviations
from recorded import recorded

from candidates.deviations.catalogue import CATALOGUE, chosen, functions
from candidates.reference.pass_at_k import EvalsKey
from conformance.diagnosis.derived import derived
from conformance.diagnosis.diagnosis import together
from conformance.diagnosis.plain import plainest
from conformance.diagnosis.targets import targets
from conformance.examination.findings import Finding
from conformance.operations import OPERATIONS
from conformance.operations.functions import Function, LocalCandidate
from conformance.protocol.differences import Kind
from conformance.protocol.values import Answer, Case, Failure, Result, Value

SAMPLE = [
    name
    for operation in LIGHT
    for name in [n for n, row in CATALOGUE.items() if row.operation == operation][::12]
]
WITH_A_VALUE = ["first-trials=90", "one-name-or-zero=score", "rounds-results=3"]


@pytest.mark.parametrize("name", [*SAMPLE, *WITH_A_VALUE])
def test_a_deviation_is_named_or_one_that_answers_everything_alike(name: str) -> None:
    diagnosis = of_deviations(name)
    assert diagnosis.unexplained == ()
    (cause,) = diagnosis.causes
    assert name in {*cause.deviations, *cause.alike}
    assert cause.explained == cause.cases
    assert set(cause.clauses) == set(diagnosis.clauses)


@pytest.mark.slow
@pytest.mark.parametrize(
    "names",
    [
        "naive-sum+keeps-the-reward-name",
        "one-name-or-zero+not-finite-counts-as+floats-or",
        "drops-trials-without-names+rounds-results=6+naive-sum",
        "job-reward-stats=by-text+job-reward-stats=one-nan",
    ],
)
def test_several_deviations_or_ones_that_answer_alike_are_named_together(names: str) -> None:
    diagnosis = of_deviations(names)
    told = [{*one.deviations, *one.alike} for one in diagnosis.causes]
    assert len(told) == len(names.split("+"))
    assert all(any(name in one for one in told) for name in names.split("+"))
    assert diagnosis.unexplained == ()


@pytest.mark.parametrize("operation", [one for one in OPERATIONS if one != "run"])
def test_derived_deviations_have_different_names_by_which_answers_are_kept(operation: str) -> None:
    rules = (target.row("x", lambda _: ()) for target in targets(operation))
    names = Counter(row.name for row in (*derived(operation), *rules))
    assert [name for name, count in names.items() if count > 1] == []


def for_ten_or_more(function: Function) -> Function:
    """Answer 0.123 for ten trials or more, which no row of the catalogue does."""

    def answer(case: dict[str, Any]) -> Value:
        result = cast("dict[str, Value]", function(case))
        return dict.fromkeys(result, 0.123) if len(case["rewards"]) >= 10 else result

    return answer


def test_what_no_cause_explains_is_listed_by_clause_and_kind_the_gravest_first() -> None:
    diagnosis = changed("metric", for_ten_or_more)
    assert diagnosis.causes == ()
    assert diagnosis.cases_unexplained > 0
    kinds = [finding.kind for finding in diagnosis.unexplained]
    assert kinds == sorted(kinds)
    keys = [(finding.clause, finding.kind) for finding in diagnosis.unexplained]
    assert len(set(keys)) == len(keys)


def labelled_but_for_minima(function: Function) -> Function:
    """Keep the reward's name as the label of every metric but the minimum."""
    labelled = functions(chosen("keeps-the-reward-name"))["metric"]
    return lambda case: (function if case["metric"] == "min" else labelled)(case)


def test_a_deviation_that_does_not_apply_everywhere_is_named_with_its_condition() -> None:
    diagnosis = changed("metric", labelled_but_for_minima)
    (cause,) = diagnosis.causes
    assert cause.deviations == ()
    assert cause.description.endswith(", where metric is not min")
    assert diagnosis.unexplained == ()


def test_a_name_alone_explains_nothing_that_agreeing_cases_contradict() -> None:
    diagnosis = changed("metric", labelled_but_for_minima, named_only=True)
    assert diagnosis.causes == ()
    assert {finding.clause for finding in diagnosis.unexplained} == {*diagnosis.clauses}


def mean_of_first_values(_: Function) -> Function:
    """Return the mean for every metric, of the first reward of each trial."""

    def answer(case: dict[str, Any]) -> Value:
        values = [next(iter((rewards or {}).values()), 0) for rewards in case["rewards"]]
        return {case["metric"]: sum(values) / len(values)}

    return answer


@pytest.mark.parametrize("operation", LIGHT)
@pytest.mark.parametrize("kind", [Result, Failure])
def test_a_candidate_that_always_answers_the_same_is_said_to(
    operation: str, kind: type[Answer]
) -> None:
    of_kind = [one.answer for one in recorded(operation) if isinstance(one.answer, kind)]
    answer = of_kind[0] if of_kind else Failure("NotImplementedError")
    (cause,) = diagnosis_of(operation, lambda _: answer).causes
    assert cause.description.startswith("always ")
    assert cause.advice == "Compute the answer from the input."


def test_two_mistakes_are_two_causes_and_nothing_else() -> None:
    diagnosis = changed("metric", mean_of_first_values)
    assert causes(diagnosis) == {"mean-for-every-metric", "first-name-of-a-trial"}
    assert diagnosis.unexplained == ()


def test_one_description_in_two_operations_is_one_cause() -> None:
    joined = together([of_deviations("naive-sum"), of_deviations("naive-sum-of-steps")])
    (cause,) = joined.causes
    assert cause.deviations == ("naive-sum", "naive-sum-of-steps")
    assert {clause.partition(".")[0] for clause in cause.clauses} == {"metric", "multi_step"}


def test_deviations_that_replace_a_declared_step_are_not_tried() -> None:
    both = LocalCandidate("both", functions(chosen("naive-sum+keeps-the-reward-name")))
    diagnosis = diagnosis_of("metric", both.answer, declared="naive-sum")
    assert causes(diagnosis) == {"keeps-the-reward-name"}
    assert diagnosis.unexplained == ()


def test_a_cause_shows_its_own_clause_usual_values_and_a_case_that_fits_in_a_line() -> None:
    def finding(clause: str, *rewards: float) -> Finding:
        case = Case("metric", {"metric": "sum", "rewards": [{"r": reward} for reward in rewards]})
        return Finding(f"metric.{clause}", case, Result(0), Result(1), kind=Kind.NUMBER)

    plain, long, odd = finding("own", 1, 2), finding("own", *range(50)), finding("own", 1e-300)
    other = finding("another", 1)
    assert plainest([other, odd, long, plain], "metric.own") == plain
    assert plainest([other, odd, long], "metric.own") == long
    assert plainest([other, odd], "metric.own") == odd
    assert plainest([odd, plain, other], "metric.none") == other


def asked(change: Callable[..., Any]) -> Callable[[Function], Function]:
    """Return a mistake that is made with the input, a dictionary."""
    return lambda function: lambda case: function({**case, **change(**case)})


def answered(change: Callable[[Any], Any]) -> Callable[[Function], Function]:
    """Return a mistake that is made with the result."""
    return lambda function: lambda case: change(function(case))


def of_trials(change: Callable[[Any], Any]) -> Callable[[Function], Function]:
    """Return a mistake that is made with each trial of the input."""
    return asked(lambda trials, **_: {"trials": [change(trial) for trial in trials]})


def in_range(rewards: dict[str, float] | None) -> dict[str, float] | None:
    return rewards and {key: min(max(value, 0), 1) for key, value in rewards.items()}


def digits(ndigits: int, value: Any) -> Any:  # noqa: ANN401 - any value of a result
    """Round the finite floats in a value."""
    if isinstance(value, dict):
        return {key: digits(ndigits, inner) for key, inner in value.items()}
    return round(value, ndigits) if isinstance(value, float) and math.isfinite(value) else value


def with_last_step(function: Function) -> Function:
    """Read the last step's result in place of a trial's that is null."""

    def answer(case: dict[str, Any]) -> Any:  # noqa: ANN401 - a result of the reference
        function(case)
        trial = json.loads(case["result"])
        steps = trial.get("step_results")
        if steps and trial.get("verifier_result") is None:
            trial["verifier_result"] = steps[-1].get("verifier_result")
        return function({"result": json.dumps(trial).encode()})

    return answer


def reversed_key(function: Function) -> Function:
    key = EvalsKey(join=lambda parts: "__".join(parts[::-1]))
    return replace(function, key=key)  # type: ignore[type-var] # a dataclass of steps


MISTAKES: dict[str, tuple[str, Callable[[Function], Function]]] = {
    'null in trials[].source is read as the text "None"': ("pass_at_k",
        of_trials(lambda trial: {**trial, "source": str(trial.get("source"))})),
    "trials[].agent is ignored": ("pass_at_k", of_trials(lambda trial: {**trial, "agent": ""})),
    "result{}{} is rounded to 8 digits": ("pass_at_k", answered(partial(digits, 8))),
    "rewards[]{} is limited to the range from 0 to 1": ("metric",
        asked(lambda rewards, **_: {"rewards": [*map(in_range, rewards)]})),
    "null in result is read as an object of empty objects": ("multi_step",
        answered(lambda result: result or {"rewards": {}})),
    "verifier_result that is null is read from the last step_results[].verifier_result of result": (
        "trial_result", with_last_step),
    "null in result.exception is read as an empty text": ("trial_result",
        answered(lambda result: {**result, "exception": result["exception"] or ""})),
    "result.dynamic.accuracy is rounded to 2 digits": ("leaderboard",
        answered(lambda result: {**result, "dynamic": digits(2, result["dynamic"])})),
    "the list of parts of a group's key is reversed": ("pass_at_k", reversed_key),
    "n_retries is always read as 0": ("job", asked(lambda **_: {"n_retries": 0})),
}  # fmt: skip
"""Mistakes in one field, by the cause that explains all of the answers."""


@pytest.mark.parametrize("description", MISTAKES)
def test_what_is_done_to_a_field_needs_no_row_of_the_catalogue(description: str) -> None:
    diagnosis = changed(*MISTAKES[description])
    (cause,) = diagnosis.causes
    assert cause.description == description
    assert cause.explained == cause.cases > 0
    assert diagnosis.unexplained == ()
