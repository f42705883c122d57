"""Causes are confirmed by new cases, by rules that are tested alone, and so is what decides."""

import math
from typing import Any, cast

import pytest
from diagnosed import causes, changed, diagnosis_of, with_new_cases
from recorded import recorded
from test_diagnosis import MISTAKES

from candidates.deviations.catalogue import chosen, functions
from conformance.diagnosis.conditions import Condition, Fact
from conformance.diagnosis.confirming import Confirming
from conformance.diagnosis.experiments import Experiment
from conformance.diagnosis.explanations import Conditional
from conformance.diagnosis.neighbours import neighbours
from conformance.diagnosis.predicting import Predictor
from conformance.diagnosis.searching import Search
from conformance.examination.findings import Observation
from conformance.operations.catalogue import CATALOGUE
from conformance.operations.clause import Level
from conformance.operations.functions import Function, LocalCandidate
from conformance.protocol.values import Answer, Case, Result, Value

pytestmark = pytest.mark.slow


def as_recorded_with_naive_sum(function: Function) -> Function:
    """Add from left to right in recorded cases alone, and as harbor does in all others."""
    naive = functions(chosen("naive-sum"))["metric"]
    known = {repr(one.case.input) for one in recorded("metric")}
    return lambda case: (naive if repr(case) in known else function)(case)


def test_a_cause_that_new_cases_contradict_is_not_stated() -> None:
    assert causes(changed("metric", as_recorded_with_naive_sum)) == {"naive-sum"}
    assert with_new_cases("metric", as_recorded_with_naive_sum).causes == ()


def test_a_cause_that_new_cases_confirm_is_stated_with_what_to_change() -> None:
    description = 'null in trials[].source is read as the text "None"'
    (cause,) = with_new_cases(*MISTAKES[description]).causes
    assert (cause.description, cause.advice) == (description, "Use trials[].source unchanged.")


def by_agent_alone(function: Function) -> Function:
    """Answer 0.123 for every k where two trials have different agents."""

    def answer(case: dict[str, Any]) -> Value:
        groups = function(case)
        agents = {trial["agent"] for trial in case["trials"]}
        if len(agents) < 2 or not isinstance(groups, dict):
            return groups
        return {key: dict.fromkeys(ks, 0.123) for key, ks in groups.items()}  # type: ignore[arg-type] # ks is a dict

    return answer


def test_what_decides_is_the_nearest_input_that_agrees_and_a_condition() -> None:
    diagnosis = with_new_cases("pass_at_k", by_agent_alone)
    assert diagnosis == with_new_cases("pass_at_k", by_agent_alone)
    assert diagnosis.causes == ()
    decisive, *others = diagnosis.decides
    assert not any(one.condition or one.independent for one in others)
    assert len({one.edit for one in diagnosis.decides}) == len(diagnosis.decides)
    assert decisive.condition.startswith("two trials[].agent differ and ")
    assert decisive.differs is not None
    assert decisive.agrees is not None
    assert decisive.agrees.expected == decisive.agrees.candidate
    assert decisive.differs.expected != decisive.differs.candidate


def failing_where_trials_are_pending(function: Function) -> Function:
    """Call a job failed where trials are pending, which no rule of an outcome says."""

    def answer(case: dict[str, Any]) -> Value:
        line = cast("dict[str, str]", function(case))["line"]
        pending = b'"n_pending_trials": ' in (case["result"] or b"")
        none = b'"n_pending_trials": 0' in (case["result"] or b"")
        return {"line": line.replace("completed", "failed") if pending and not none else line}

    return answer


def test_what_decides_may_be_a_field_in_a_document_that_harbor_does_not_read() -> None:
    edits = [
        one.edit for one in with_new_cases("outcome", failing_where_trials_are_pending).decides
    ]
    assert any(edit.startswith("result.stats.n_pending_trials: 0 instead of") for edit in edits)


def test_what_a_fresh_process_does_not_repeat_has_no_other_cause() -> None:
    right, fresh = (LocalCandidate("right", functions(())) for _ in range(2))
    diagnosis = diagnosis_of("pass_at_k", lambda _: Result({}), Experiment(right, fresh, 1))
    (known,) = diagnosis.decides
    assert (diagnosis.causes, known.edit.split(",")[0]) == ((), "the same input in a fresh process")


def test_new_cases_are_of_the_levels_that_were_looked_at() -> None:
    right = LocalCandidate("right", functions(()))
    drawn = Experiment(right, right, 1).drawn(right, "metric", set(), {Level.RARE})
    assert {CATALOGUE[one.clause].rating.level for one in drawn} == {Level.RARE}


def test_a_document_that_is_nested_deeply_has_neighbours() -> None:
    for levels in (200, 400, 900, 1_500):
        document = b'{"a":' * levels + b"1" + b"}" * levels
        case = Case("verifier", {"reward.txt": None, "reward.json": document})
        assert neighbours(case, 50)


NAIVE = chosen("naive-sum")
RIGHT, WRONG = (LocalCandidate("one", functions(rows)) for rows in ((), NAIVE))
OF_MEAN = Conditional(NAIVE[0], Condition((Fact("metric is mean", 1),)))


def sum_of_tenths(metric: str, number: int) -> Case:
    """Return a sum_of_tenths of which an addition from left to right gives another number."""
    return Case("metric", {"metric": metric, "rewards": [{"a": 0.1}] * (10 + number)})


def seen_in(sum_of_tenths: Case, answer: Answer | None = None) -> Observation:
    given = WRONG.answer(sum_of_tenths) if answer is None else answer
    return Observation("metric.mean", sum_of_tenths, RIGHT.answer(sum_of_tenths), given)


MEANS = [seen_in(sum_of_tenths("mean", n)) for n in (0, 1, 2, 8, 9)]
REST = seen_in(sum_of_tenths("max", 0), Result({"max": 5.0}))


def zero_for_an_odd_sum(function: Function) -> Function:
    """Answer 0 where the values of a sum or a maximum, rounded up, have an odd sum."""

    def answer(case: dict[str, Any]) -> Value:
        values = [value for one in case["rewards"] for value in (one or {}).values()]
        odd = case["metric"] in {"sum", "max"} and all(0 < one < 9 for one in values)
        result = cast("dict[str, Value]", function(case))
        return dict.fromkeys(result, 0) if odd and sum(map(math.ceil, values)) % 2 else result

    return answer


def test_another_metric_decides_nothing_where_a_value_does() -> None:
    edits = [one.edit for one in with_new_cases("metric", zero_for_an_odd_sum).decides]
    assert edits
    assert all(edit.startswith("rewards[") for edit in edits), edits


def with_a_source_left_out(function: Function) -> Function:
    """Take the source "s" for none, but only where there are several trials."""

    def answer(case: dict[str, Any]) -> Value:
        trials = case["trials"]
        if len(trials) < 2:
            return {}
        sources = [one["source"] and one["source"].replace("s", "") for one in trials]
        pairs = zip(trials, sources, strict=True)
        return function({"trials": [one | {"source": source} for one, source in pairs]})

    return answer


def test_an_edit_that_leaves_no_value_to_compare_decides_nothing() -> None:
    found = with_new_cases("pass_at_k", with_a_source_left_out).decides
    assert not any(one.edit for one in found)


SUMS = [seen_in(one, RIGHT.answer(one)) for one in (sum_of_tenths("sum", n) for n in (0, 1, 2, 8))]


def confirming(run: list[Observation]) -> tuple[Search, Confirming]:
    search = Search("metric", Predictor(run))
    return search, Confirming("metric", search, Experiment(RIGHT, WRONG, 1))


def test_what_changes_one_right_or_one_wrong_prediction_is_not_stated() -> None:
    wrong = seen_in(sum_of_tenths("mean", 20), Result({"mean": 5.0}))
    for more, stated in (([], NAIVE), ([wrong], ()), ([SUMS[0]], ())):
        search, rules = confirming([*MEANS, *more])
        scored = search.of(NAIVE)
        assert len(scored.missed | scored.contradicted) == len(more)
        assert rules.upheld(scored).deviations == stated


def test_a_condition_has_two_sides_and_leaves_nothing_unexplained() -> None:
    for rest in ([], [REST]):
        for new, bounded in (([], False), (MEANS, False), (SUMS, True), ([*MEANS, *SUMS], True)):
            search, rules = confirming([*MEANS, *rest])
            search.predictor.add(new)
            assert len(search.of((OF_MEAN,)).missed) == len(rest)
            stated = (OF_MEAN,) if bounded and not rest else ()
            assert rules.upheld(search.of((OF_MEAN,))).deviations == stated
