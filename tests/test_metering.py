"""The work of a diagnosis is what answers cost, and is limited."""

from time import process_time

import pytest
from diagnosed import diagnosis_of
from recorded import recorded
from test_diagnosis_new_cases import by_agent_alone

from candidates.deviations.catalogue import chosen, functions
from candidates.deviations.deviation import Deviation, around
from conformance.certification.diagnosing import work_for
from conformance.diagnosis import predicting
from conformance.diagnosis.derived import derived
from conformance.diagnosis.experiments import Experiment
from conformance.diagnosis.metering import Meter
from conformance.diagnosis.predicting import Predictor
from conformance.diagnosis.searching import LEAST_WORK
from conformance.examination.findings import Observation, weight
from conformance.operations.comparing import diverges
from conformance.operations.functions import Function, LocalCandidate
from conformance.protocol.values import Case, Failure, Result
from tools.causes.measuring import measured
from tools.causes.wrong.job import last_attempt_by_name

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


def trials(attempts: int, tasks: int = 1) -> Case:
    trial = {"agent": "a", "verifier_result": None}
    names = [f"{task:04}" for task in range(tasks)] * attempts
    return Case("pass_at_k", {"trials": [{**trial, "task_name": name} for name in names]})


def test_work_is_what_answers_cost_and_not_their_number_or_size() -> None:
    costs = []
    for case in (trials(1, 1_000), trials(1_000)):
        answer = Failure("Error")
        predictor = Predictor([Observation("pass_at_k.k-values", case, answer, answer)])
        with predictor.meter.counting():
            predictor.touches(chosen("pass-at-k-averages")[0], 0)
        costs.append(predictor.meter.spent)
    assert costs[1] > 3 * costs[0]


def test_an_answer_that_takes_too_long_is_not_predicted_and_contradicts_nothing() -> None:
    case, answers = trials(40_000), (Result({}), Failure("Error"))
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
