"""Diagnosis names what a candidate does differently, and nothing that its answers contradict."""

from collections import Counter
from typing import Any, cast

import pytest
from diagnosed import LIGHT, causes, changed, diagnosis_of, of_deviations
from recorded import recorded

from candidates.deviations.catalogue import CATALOGUE, chosen, functions
from conformance.diagnosis.derived import derived
from conformance.diagnosis.diagnosis import diagnose, together
from conformance.diagnosis.plain import plainest
from conformance.diagnosis.predicting import Predictor
from conformance.diagnosis.searching import Search
from conformance.diagnosis.targets import targets
from conformance.examination.findings import Finding, Observation
from conformance.operations import OPERATIONS
from conformance.operations.functions import Function, LocalCandidate
from conformance.protocol.differences import Kind
from conformance.protocol.values import Answer, Case, Failure, Result, Value

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


@pytest.mark.parametrize(
    ("name", "value"),
    [("first-trials", "90"), ("one-name-or-zero", "score"), ("rounds-results", "3")],
)
def test_the_value_of_a_parameter_is_found(name: str, value: str) -> None:
    diagnosis = of_deviations(f"{name}={value}")
    (cause,) = diagnosis.causes
    assert any(named.partition("=")[2] == value for named in cause.deviations)
    assert diagnosis.unexplained == ()


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
    assert set(diagnosis.clauses_unexplained) == set(diagnosis.clauses)


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


@pytest.mark.slow
def test_the_same_observations_give_the_same_diagnosis() -> None:
    assert changed("metric", for_ten_or_more) == changed("metric", for_ten_or_more)
    assert of_deviations("naive-sum") == of_deviations("naive-sum")


def test_two_mistakes_are_two_causes_and_nothing_else() -> None:
    diagnosis = changed("metric", mean_of_first_values)
    assert causes(diagnosis) == {"mean-for-every-metric", "first-name-of-a-trial"}
    assert diagnosis.unexplained == ()


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


def test_deviations_of_one_step_explain_nothing_together() -> None:
    case = Case("multi_step", {"strategy": "mean", "steps": [{"rewards": {"a": 1, "b": 0}}]})
    answer = Result({"rewards": {"a": 1.0, "b": 0.0}})
    one, other = chosen("steps-reduced=product")[0], chosen("steps-reduced=quotients")[0]
    predictor = Predictor([Observation("multi_step.mean-by-name", case, answer, answer)])
    assert predictor.fits((other,), 0)
    assert not predictor.fits((one, other), 0)


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
