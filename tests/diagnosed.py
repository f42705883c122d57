"""Diagnoses of what answers the recorded cases of an operation."""

from collections.abc import Callable

from recorded import recorded

from candidates.deviations.catalogue import chosen, functions
from conformance.diagnosis.diagnosis import Diagnosis, diagnose
from conformance.diagnosis.experiments import Experiment
from conformance.diagnosis.searching import LEAST_WORK
from conformance.examination.findings import Observation
from conformance.operations.comparing import diverges
from conformance.operations.functions import Function, LocalCandidate
from conformance.protocol.values import Answer, Case

LIGHT = ("metric", "multi_step", "pass_at_k", "outcome", "reason_code")
"""Operations whose cases are answered quickly."""


def diagnosis_of(  # noqa: PLR0913 - those of diagnose()
    operation: str,
    answer: Callable[[Case], Answer],
    experiment: Experiment | None = None,
    *,
    declared: str = "",
    named_only: bool = False,
    work: float = LEAST_WORK,
) -> Diagnosis:
    """Return the diagnosis of what answers the recorded cases of an operation."""
    rows = chosen(declared) if declared else ()
    expected = LocalCandidate("declared", functions(rows)).answer
    observed: dict[bool, list[Observation]] = {False: [], True: []}
    for one in recorded(operation):
        answers = expected(one.case) if rows else one.answer, answer(one.case)
        seen = Observation(one.clause, one.case, *answers)
        observed[diverges(one.case, *answers)].append(seen)
    return diagnose(
        operation,
        observed[True],
        observed[False],
        [row.name for row in rows],
        named_only=named_only,
        experiment=experiment,
        work=work,
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


def with_new_cases(operation: str, change: Callable[[Function], Function]) -> Diagnosis:
    """Return the diagnosis of a changed reference that answers new cases as well."""
    right = LocalCandidate("reference", functions(()))
    wrong = LocalCandidate("wrong", {operation: change(functions(())[operation])})
    return diagnosis_of(operation, wrong.answer, Experiment(right, wrong, 1))
