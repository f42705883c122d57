"""A candidate that is a process: what is reported once it is not run any more."""

from conformance.implementations.process.candidate import MOST_FAULTS_IN_A_ROW, ProcessCandidate
from conformance.implementations.process.command import misbehaving
from conformance.operations.metric import inputs as metric
from conformance.operations.multi_step import inputs as multi_step
from conformance.protocol.values import Case, Fault


def why(candidate: ProcessCandidate, case: Case) -> str:
    answer = candidate.answer(case)
    assert isinstance(answer, Fault)
    return answer.reason


def test_an_operation_given_up_for_another_ones_faults_names_the_last_of_these_once() -> None:
    candidate = ProcessCandidate("dies", misbehaving("dies-on-every-input", timeout=10))
    first = [why(candidate, metric.of_values("sum", [1])) for _ in range(MOST_FAULTS_IN_A_ROW)]
    given_up = why(candidate, multi_step.of_values("mean", [1]))
    said = f"given up after {MOST_FAULTS_IN_A_ROW} faults in a row, the last: {first[-1]}"
    assert given_up == said
    assert why(candidate, multi_step.of_values("mean", [2])) == given_up
    assert why(candidate, metric.of_values("sum", [2])) == given_up
    candidate.close()
