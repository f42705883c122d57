"""The conditions of a diagnosis are facts about cases, and its work is limited."""

import os
import sys
from time import process_time

import pytest
from diagnosed import diagnosis_of
from hypothesis import given
from hypothesis import strategies as st
from programs import run_program
from recorded import recorded
from test_diagnosis_new_cases import by_agent_alone

from candidates.deviations.catalogue import chosen, functions
from candidates.deviations.deviation import Deviation, around
from conformance.certification.diagnosing import work_for
from conformance.diagnosis import predicting
from conformance.diagnosis.conditions import separating
from conformance.diagnosis.derived import derived
from conformance.diagnosis.experiments import Experiment
from conformance.diagnosis.facts import Facts, denied, facts_of
from conformance.diagnosis.metering import Meter
from conformance.diagnosis.predicting import Predictor
from conformance.diagnosis.searching import LEAST_WORK
from conformance.examination.findings import Observation, weight
from conformance.operations.comparing import diverges
from conformance.operations.functions import Function, LocalCandidate
from conformance.protocol.values import Case, Failure, Result, Value
from tools.causes.measuring import measured
from tools.causes.wrong.job import last_attempt_by_name


@pytest.mark.parametrize(
    ("fact", "denial"),
    [
        ("metric is max", "metric is not max"), ("some rewards[] is null", "no rewards[] is null"),
        ("steps is not empty", "steps is empty, null or absent"),
        ("two trials[].source differ", "all trials[].source are equal"),
        ("stats.n_retries of result is not 0", "stats.n_retries of result is 0"),
        ("reason begins with 'a'", "reason does not begin with 'a'"),
    ],
)  # fmt: skip
def test_a_fact_that_is_not_so_has_words_of_its_own(fact: str, denial: str) -> None:
    assert denied(fact) == denial


FACTS = """
from conformance.diagnosis.facts import facts_of
from conformance.protocol.values import Case
print(*facts_of(Case("verifier", {"reward.txt": b" 1_0\\n", "reward.json": b'{"b": [nan, 1]}'})))
"""


def test_facts_are_in_one_order_in_every_process() -> None:
    def printed(seed: str) -> str:
        around = {**os.environ, "PYTHONHASHSEED": seed}
        return run_program(sys.executable, "-c", FACTS, env=around, status=0).stdout

    assert printed("1") == printed("2")


def test_a_part_of_a_word_is_no_word() -> None:
    facts = facts_of(Case("reason_code", {"reason": "AgentTimeoutError: no time"}))
    assert {"reason has the word 'agenttimeouterror'", "reason has 'timeout'"} <= {*facts}
    assert "reason has the word 'timeout'" not in facts


@pytest.mark.parametrize("fact", ["reason has the word 'harbor'", "reason has ':'", 'code is "a"'])
def test_a_word_that_is_missing_is_no_condition(fact: str) -> None:
    assert separating([{}] * 9, [{fact: 1.0}]) is None
    assert separating([{fact: 1.0}] * 9, [{}]) is not None


sets_of_facts = st.lists(st.dictionaries(st.sampled_from("abcdef"), st.just(1.0)), max_size=12)


@given(sets_of_facts, sets_of_facts)
def test_a_condition_holds_of_nothing_outside_and_of_something_inside(
    inside: list[Facts], outside: list[Facts]
) -> None:
    condition = separating(inside, outside)
    if condition is not None:
        assert not any(condition.holds_of(one) for one in outside)
        assert not inside or any(condition.holds_of(one) for one in inside)


RIGHT = LocalCandidate("right", functions(()))

SECONDS, ANSWERS_OF_A_SECOND = 5, 60_000
"""What a diagnosis may take, and how many answers to recorded cases of metric a second is."""

DEAREST = 300
"""More than any answer to a recorded case costs."""


@pytest.mark.parametrize(
    ("operation", "wrong", "work"),
    [
        ("job", last_attempt_by_name.job, 5_000),
        ("job", last_attempt_by_name.job, 2_500),
        ("pass_at_k", by_agent_alone(functions(())["pass_at_k"]), 6_000),
    ],
)
def test_a_diagnosis_spends_no_more_than_it_may_and_says_so_where_it_stops(
    monkeypatch: pytest.MonkeyPatch, operation: str, wrong: Function, work: int
) -> None:
    meter, candidate = Meter(), LocalCandidate("wrong", {operation: wrong})
    monkeypatch.setattr(predicting, "Meter", lambda: meter)
    found = diagnosis_of(operation, candidate.answer, Experiment(RIGHT, candidate, 1), work=work)
    assert (found.causes, found.early) == ((), True)
    assert work / 4 < meter.spent < work + DEAREST


GREATEST = around(max=lambda _: lambda values: max(values, key=abs))
"""Compare the sizes of values without their signs, as nothing known does."""


@pytest.mark.slow
def test_a_diagnosis_takes_no_longer_than_its_work_is_worth() -> None:
    def of_answer() -> float:
        start = process_time()
        for one in recorded("metric") * 10:
            RIGHT.answer(one.case)
        return (process_time() - start) / len(recorded("metric") * 10)

    row, before = Deviation("greatest", "metric.", "", GREATEST), of_answer()
    found = measured("metric", {"metric": functions([row])["metric"]})
    assert found.diagnosis.early
    assert found.of_diagnosis < SECONDS * ANSWERS_OF_A_SECOND * max(before, of_answer())


def test_only_a_run_that_costs_much_allows_a_diagnosis_more_work() -> None:
    (one, *_) = recorded("metric")
    seen = [Observation(one.clause, one.case, one.answer, one.answer)]
    assert work_for(seen, 2_500) == LEAST_WORK
    assert work_for(seen, 25_000) > LEAST_WORK
    assert [work_for(seen, 500, of=count) for count in (2, 4)] == [LEAST_WORK, LEAST_WORK / 2]


def test_an_answer_that_takes_too_long_is_not_predicted_and_contradicts_nothing() -> None:
    trial: Value = {"agent": "a", "task_name": "t", "verifier_result": None}
    case = Case("pass_at_k", {"trials": [trial] * 40_000})
    answers = Result({}), Failure("Error")
    seen = [Observation("pass_at_k.k-values", case, answers[0], one) for one in answers]
    predictor = Predictor(seen)
    with predictor.meter.counting():
        fits = [predictor.fits(chosen("pass-at-k-averages"), place) for place in (0, 1)]
    assert fits == [True, False]
    assert predictor.meter.spent < 20_000


@pytest.mark.parametrize("operation", ["metric", "pass_at_k", "reason_code", "verifier"])
def test_an_edit_that_leaves_the_values_of_its_place_leaves_the_answer(operation: str) -> None:
    light = [one for one in recorded(operation) if weight(one.case.input) < 200][::8]
    seen = [Observation(one.clause, one.case, one.answer, Failure("None")) for one in light]
    predictor = Predictor(seen)
    for row in derived(operation)[::50]:
        answer = LocalCandidate("edited", functions((row,))).answer
        changed = [diverges(one.case, one.answer, answer(one.case)) for one in light]
        assert [predictor.touches(row, place) for place in range(len(light))] == changed
