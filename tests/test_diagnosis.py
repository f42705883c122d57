"""Diagnosis names what a candidate does differently, and nothing that its answers contradict."""

import json
import math
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from programs import command

from candidates.deviations.catalogue import CATALOGUE, chosen, functions
from candidates.reference.pass_at_k import EvalsKey
from conformance.diagnosis.diagnosis import Diagnosis, diagnose, together
from conformance.diagnosis.experiments import Experiment
from conformance.diagnosis.predicting import Predictor
from conformance.diagnosis.searching import Search
from conformance.examination.findings import Observation
from conformance.examination.recorded import corpus
from conformance.examination.recorded.corpus import RecordedCase
from conformance.operations.comparing import compare
from conformance.operations.functions import Function, LocalCandidate
from conformance.protocol.agreement import Agreement
from conformance.protocol.differences import Kind, ulps
from conformance.protocol.values import Answer, Case, Failure, Result

LIGHT = ("metric", "multi_step", "pass_at_k", "outcome", "reason_code")
"""Operations whose cases are answered quickly."""


@cache
def recorded(operation: str) -> tuple[RecordedCase, ...]:
    return tuple(one for one in corpus.load() if one.case.operation == operation)


def diagnosis_of(
    operation: str,
    answer: Callable[[Case], Answer],
    experiment: Experiment | None = None,
    *,
    declared: str = "",
    named_only: bool = False,
) -> Diagnosis:
    """Return the diagnosis of what answers the recorded cases of an operation."""
    rows = chosen(declared) if declared else ()
    expected = LocalCandidate("declared", functions(rows)).answer
    observed: dict[bool, list[Observation]] = {False: [], True: []}
    for one in recorded(operation):
        answers = expected(one.case) if rows else one.answer, answer(one.case)
        diverges = compare(one.case, *answers).agreement is Agreement.DIVERGENT
        observed[diverges].append(Observation(one.clause, one.case, *answers))
    return diagnose(
        operation,
        observed[True],
        observed[False],
        [row.name for row in rows],
        named_only=named_only,
        experiment=experiment,
    )


def of_deviations(names: str) -> Diagnosis:
    rows = chosen(names)
    return diagnosis_of(rows[0].operation, LocalCandidate(names, functions(rows)).answer)


def changed(
    operation: str, change: Callable[[Function], Function], *, named_only: bool = False
) -> Diagnosis:
    """Return the diagnosis of the reference with one of its functions changed."""
    candidate = LocalCandidate("changed", {operation: change(functions(())[operation])})
    return diagnosis_of(operation, candidate.answer, named_only=named_only)


def causes(diagnosis: Diagnosis) -> set[str]:
    return {name for cause in diagnosis.causes for name in cause.deviations}


SAMPLE = [
    name
    for operation in LIGHT
    for name in [n for n, row in CATALOGUE.items() if row.operation == operation][::12]
]


@pytest.mark.parametrize("name", SAMPLE)
def test_a_deviation_is_named_or_one_that_answers_everything_alike(name: str) -> None:
    diagnosis = of_deviations(name)
    assert diagnosis.unexplained == ()
    (cause,) = diagnosis.causes
    assert name in {*cause.deviations, *cause.alike}
    assert cause.explained == cause.cases
    assert set(cause.clauses) == set(diagnosis.clauses)


FIVE = (
    "pass-at-k-keys+pass-at-k-attempts=with-keys+pass-at-k-reward-of"
    "+pass-at-k-only-one-succeeds+pass-at-k-ks=powers-of-two"
)
"""A reader of pass@k who took a formula from elsewhere."""


@pytest.mark.parametrize(
    "names",
    [
        "naive-sum+keeps-the-reward-name",
        "one-name-or-zero+not-finite-counts-as+floats-or",
        "naive-sum-of-steps+no-names-give-empty-rewards",
        FIVE,
    ],
)
def test_several_deviations_are_named_together(names: str) -> None:
    diagnosis = of_deviations(names)
    assert causes(diagnosis) == set(names.split("+"))
    assert (diagnosis.unexplained, diagnosis.nearly) == ((), ())


@pytest.mark.parametrize(
    ("name", "value"),
    [("first-trials", "90"), ("one-name-or-zero", "score"), ("rounds-results", "3")],
)
def test_the_value_of_a_parameter_is_found(name: str, value: str) -> None:
    diagnosis = of_deviations(f"{name}={value}")
    (cause,) = diagnosis.causes
    assert any(named.partition("=")[2] == value for named in cause.deviations)
    assert diagnosis.unexplained == ()


def test_a_runner_that_does_seven_things_otherwise_is_explained() -> None:
    diagnosis = of_deviations(
        "blank-json-by-strip+blank-text-by-strip+separators-are-space+other-type-is-bad-json"
        "+empty-object-unreadable+not-finite-unreadable+numbers-by-isinstance"
    )
    assert len(causes(diagnosis)) == 7
    assert (diagnosis.unexplained, diagnosis.nearly) == ((), ())


def test_the_same_observations_give_the_same_diagnosis() -> None:
    assert of_deviations("kahan-sum") == of_deviations("kahan-sum")


def for_ten_or_more(function: Function) -> Function:
    """Answer 0.123 for ten trials or more, which no row of the catalogue does."""

    def answer(question: dict) -> dict:  # type: ignore[type-arg]
        result = function(question)
        return dict.fromkeys(result, 0.123) if len(question["rewards"]) >= 10 else result

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
    return lambda question: (function if question["metric"] == "min" else labelled)(question)


def test_a_deviation_that_does_not_apply_everywhere_is_named_with_its_condition() -> None:
    diagnosis = changed("metric", labelled_but_for_minima)
    (cause,) = diagnosis.causes
    assert cause.deviations == ()
    assert cause.description.endswith(", where metric is not min")
    assert (diagnosis.unexplained, diagnosis.nearly) == ((), ())


def test_what_agreeing_cases_contradict_is_nearly_a_cause_and_explains_nothing() -> None:
    diagnosis = changed("metric", labelled_but_for_minima, named_only=True)
    assert diagnosis.causes == ()
    (cause,) = diagnosis.nearly
    assert cause.deviations == ("keeps-the-reward-name",)
    assert cause.contradicted > 0
    assert diagnosis.cases_unexplained > 0
    assert set(diagnosis.clauses_unexplained) == set(diagnosis.clauses)


def asked(change: Callable[..., Any]) -> Callable[[Function], Function]:
    """Return a mistake that is made with the input, a dictionary."""
    return lambda function: lambda question: function({**question, **change(**question)})


def answered(change: Callable[[Any], Any]) -> Callable[[Function], Function]:
    """Return a mistake that is made with the result."""
    return lambda function: lambda question: change(function(question))


def of_trials(change: Callable[[Any], Any]) -> Callable[[Function], Function]:
    """Return a mistake that is made with each trial of the input."""
    return asked(lambda trials, **_: {"trials": [change(trial) for trial in trials]})


def in_range(rewards: dict[str, float] | None) -> dict[str, float] | None:
    return rewards and {key: min(max(value, 0), 1) for key, value in rewards.items()}


def without_nan(rewards: dict[str, float] | None) -> dict[str, float] | None:
    return rewards and {key: n for key, n in rewards.items() if n == n}  # noqa: PLR0124 - nan


def digits(ndigits: int, value: Any) -> Any:  # noqa: ANN401 - any value of a result
    """Round the finite floats in a value."""
    if isinstance(value, dict):
        return {key: digits(ndigits, inner) for key, inner in value.items()}
    return round(value, ndigits) if isinstance(value, float) and math.isfinite(value) else value


def with_last_step(function: Function) -> Function:
    """Read the last step's result in place of the trial's."""

    def answer(question: dict[str, Any]) -> Any:  # noqa: ANN401 - a result of the reference
        function(question)
        trial = json.loads(question["result"])
        if steps := trial.get("step_results"):
            trial["verifier_result"] = steps[-1].get("verifier_result")
        return function({"result": json.dumps(trial).encode()})

    return answer


def without_agent(function: Function) -> Function:
    key = EvalsKey(join=lambda parts: "__".join(parts[1:]))
    return replace(function, key=key)  # type: ignore[type-var]


MISTAKES: dict[str, tuple[str, Callable[[Function], Function]]] = {
    'null in trials[].source is read as the text "None"': (
        "pass_at_k",
        of_trials(lambda trial: {**trial, "source": str(trial.get("source"))}),
    ),
    "trials[].agent is ignored": ("pass_at_k", of_trials(lambda trial: {**trial, "agent": ""})),
    "result{}{} is rounded to 8 digits": ("pass_at_k", answered(partial(digits, 8))),
    "elements of rewards[] that are nan are left out": (
        "metric",
        asked(lambda rewards, **_: {"rewards": [*map(without_nan, rewards)]}),
    ),
    "rewards[]{} is limited to the range from 0 to 1": (
        "metric",
        asked(lambda rewards, **_: {"rewards": [*map(in_range, rewards)]}),
    ),
    "result.rewards{} is rounded to 6 digits": ("multi_step", answered(partial(digits, 6))),
    "null in result is read as an object of empty objects": (
        "multi_step",
        answered(lambda result: result or {"rewards": {}}),
    ),
    "verifier_result is read from the last step_results[].verifier_result of result": (
        "trial_result",
        with_last_step,
    ),
    "null in result.exception is read as an empty text": (
        "trial_result",
        answered(lambda result: {**result, "exception": result["exception"] or ""}),
    ),
    "result.dynamic.accuracy is rounded to 2 digits": (
        "leaderboard",
        answered(lambda result: {**result, "dynamic": digits(2, result["dynamic"])}),
    ),
    "the first element of what step key.join takes is dropped": ("pass_at_k", without_agent),
    "n_retries is always read as 0": ("job", asked(lambda **_: {"n_retries": 0})),
}
"""Mistakes in one field, by the cause that explains all of the answers."""


@pytest.mark.parametrize("description", MISTAKES)
def test_what_is_done_to_a_field_needs_no_row_of_the_catalogue(description: str) -> None:
    diagnosis = changed(*MISTAKES[description])
    (cause,) = diagnosis.causes
    assert cause.description == description
    assert cause.explained == cause.cases > 0
    assert diagnosis.unexplained == ()


def mean_of_first_values(_: Function) -> Function:
    """Return the mean for every metric, of the first reward of each trial."""

    def answer(question: dict) -> object:  # type: ignore[type-arg]
        values = [next(iter((rewards or {}).values()), 0) for rewards in question["rewards"]]
        return {question["metric"]: sum(values) / len(values)}

    return answer


@pytest.mark.parametrize("operation", LIGHT)
@pytest.mark.parametrize("kind", [Result, Failure])
def test_a_candidate_that_always_answers_the_same_is_said_to(
    operation: str, kind: type[Answer]
) -> None:
    of_kind = [one.answer for one in recorded(operation) if isinstance(one.answer, kind)]
    answer = of_kind[0] if of_kind else Failure("NotImplementedError")
    (cause,) = diagnosis_of(operation, lambda _: answer).causes
    assert cause.description.startswith("every answer is ")
    assert cause.advice == "Compute the answer from the input."


def test_two_mistakes_are_two_causes_and_nothing_else() -> None:
    diagnosis = changed("metric", mean_of_first_values)
    assert causes(diagnosis) == {"mean-for-every-metric", "first-name-of-a-trial"}
    assert diagnosis.unexplained == ()


def with_new_cases(operation: str, change: Callable[[Function], Function]) -> Diagnosis:
    """Return the diagnosis of a changed reference that answers new cases as well."""
    right = LocalCandidate("reference", functions(()))
    wrong = LocalCandidate("wrong", {operation: change(functions(())[operation])})
    return diagnosis_of(operation, wrong.answer, Experiment(right, wrong, 1))


def as_recorded_with_naive_sum(function: Function) -> Function:
    """Add from left to right in recorded cases alone, and as harbor does in all others."""
    naive = functions(chosen("naive-sum"))["metric"]
    known = {repr(one.case.input) for one in recorded("metric")}
    return lambda question: (naive if repr(question) in known else function)(question)


def test_a_cause_that_new_cases_contradict_is_not_stated() -> None:
    assert causes(changed("metric", as_recorded_with_naive_sum)) == {"naive-sum"}
    assert with_new_cases("metric", as_recorded_with_naive_sum).causes == ()


def test_a_cause_that_new_cases_confirm_is_stated_with_what_to_change() -> None:
    description = 'null in trials[].source is read as the text "None"'
    (cause,) = with_new_cases(*MISTAKES[description]).causes
    assert (cause.description, cause.advice) == (description, "Use trials[].source unchanged.")


def by_agent_alone(function: Function) -> Function:
    """Answer 0.123 for every k where two trials have different agents."""

    def answer(question: dict) -> object:  # type: ignore[type-arg]
        groups = function(question)
        agents = {trial["agent"] for trial in question["trials"]}
        if len(agents) < 2 or not isinstance(groups, dict):
            return groups
        return {key: dict.fromkeys(ks, 0.123) for key, ks in groups.items()}  # type: ignore[arg-type]

    return answer


def test_what_decides_is_the_nearest_input_that_agrees_and_a_condition() -> None:
    diagnosis = with_new_cases("pass_at_k", by_agent_alone)
    assert diagnosis.causes == ()
    (decisive,) = diagnosis.decides
    assert decisive.condition.startswith("two trials[].agent differ and ")
    assert decisive.differs is not None
    assert decisive.agrees is not None
    assert decisive.agrees.expected == decisive.agrees.candidate
    assert decisive.differs.expected != decisive.differs.candidate


def test_what_a_fresh_process_does_not_repeat_has_no_other_cause() -> None:
    right, fresh = (LocalCandidate("right", functions(())) for _ in range(2))
    diagnosis = diagnosis_of("pass_at_k", lambda _: Result({}), Experiment(right, fresh, 1))
    (known,) = diagnosis.decides
    assert (diagnosis.causes, known.edit.split(",")[0]) == ((), "the same input in a fresh process")


def test_the_same_experiment_gives_the_same_diagnosis() -> None:
    assert with_new_cases("pass_at_k", by_agent_alone) == with_new_cases(
        "pass_at_k", by_agent_alone
    )


def test_of_two_deviations_that_do_the_same_one_is_the_cause(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    both = chosen("skips-trials-without-rewards+drops-none")
    monkeypatch.setattr(Search, "best", lambda search: search.of(both))
    case = Case("metric", {"metric": "mean", "rewards": [None, {"a": 1.0}]})
    answers = Result({"mean": 0.5}), Result({"mean": 1.0})
    diagnosis = diagnose("metric", [Observation("metric.none-counts-zero", case, *answers)], [])
    assert len(diagnosis.causes) == 1
    assert diagnosis.causes[0].clauses == ("metric.none-counts-zero",)


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


def test_a_wrong_number_is_graver_than_an_error_and_an_error_than_a_spelling() -> None:
    assert Kind.NUMBER < Kind.ROUNDING < Kind.RESULT_FOR_ERROR < Kind.ERROR < Kind.TEXT
    assert Kind.TEXT < Kind.SPELLING


@pytest.mark.parametrize(
    ("first", "second", "distance"),
    [
        (0.0, -0.0, 0),
        (0.0, 5e-324, 1),
        (-5e-324, 5e-324, 2),
        (1.0, 1.0000000000000002, 1),
        (0.6, 0.6000000000000001, 1),
        (1, 1.0, 0),
        (1.0, float("nan"), float("inf")),
        (10**400, 1.0, float("inf")),
    ],
)
def test_ulps_count_the_numbers_between(first: float, second: float, distance: float) -> None:
    assert ulps(first, second) == ulps(second, first) == distance


@pytest.mark.end_to_end
def test_a_report_begins_with_causes_and_report_json_has_them(tmp_path: Path) -> None:
    asked = ("--operation", "metric", "--profile", "quick", "--seed", "1")
    completed = command("certify", "deviation/naive-sum", *asked, "--report", str(tmp_path))
    assert completed.returncode == 1
    lines = [line for line in completed.stdout.splitlines() if line]
    assert lines[0].startswith("1 cause explains ")
    assert lines[1].startswith("1  naive-sum: ")
    report = json.loads((tmp_path / "report.json").read_text())
    (cause,) = report["causes"]
    assert cause["deviations"] == ["naive-sum"]
    assert cause["explained"] == cause["cases"] > 0
    assert report["unexplained"]["cases"] == 0
    assert report["unexplained"]["decides"] == []
    assert {finding["kind"] for finding in report["findings"]} >= {"a number a few ulps away"}


def test_deviations_of_one_step_explain_nothing_together() -> None:
    case = Case("multi_step", {"strategy": "mean", "steps": [{"rewards": {"a": 1, "b": 0}}]})
    answer = Result({"rewards": {"a": 1.0, "b": 0.0}})
    one, other = chosen("keys-of-steps")[0], chosen("keys-of-steps=the-first-result")[0]
    predictor = Predictor([Observation("multi_step.mean-by-name", case, answer, answer)])
    assert predictor.fits((other,), 0)
    assert not predictor.fits((one, other), 0)
