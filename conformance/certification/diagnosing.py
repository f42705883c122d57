"""Diagnoses the observations, each operation in its own process."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from conformance.certification.plan import RunSettings
from conformance.certification.run import experiment_of
from conformance.diagnosis.diagnosis import Diagnosis, diagnose, together
from conformance.diagnosis.expected.deviations import ExpectedDeviations
from conformance.diagnosis.metering import cost_of
from conformance.diagnosis.searching import LEAST_WORK
from conformance.examination.findings import DECLARED, RECORDED, CheckResult, Observation
from conformance.executor.local import modules_for, processes
from conformance.implementations.process.reaper import reaped_tempdir
from conformance.implementations.start import scratch_folder
from conformance.operations import OPERATIONS
from conformance.operations.comparing import diverges
from conformance.protocol.differences import Kind
from conformance.protocol.values import HARBOR_VERSION, Fault, Misshapen


@dataclass(frozen=True, slots=True)
class Observed:
    """The diverging and agreeing cases of one operation, and its expected deviations."""

    operation: str
    diverging: Sequence[Observation]
    agreeing: Sequence[Observation]
    declared: tuple[str, ...]
    cases: int = 0


def diagnosed(  # noqa: PLR0913 - what was seen, of whom, and how it is explained
    results: Sequence[CheckResult],
    declared: ExpectedDeviations,
    jobs: int,
    *,
    named_only: bool = False,
    release: str = HARBOR_VERSION,
    settings: RunSettings | None = None,
) -> Diagnosis:
    """Return the diagnosis of a candidate from the observations of a run.

    The results of one seed give the same diagnosis in any order. With the settings of the run,
    causes are confirmed on new cases.
    """
    own = sorted(results, key=lambda result: place(result.clause, result.check))
    wrong = {
        result.operation
        for result in own
        if any(finding.kind is not Kind.FORM for finding in result.divergences)
    }
    observations = [
        one
        for result in own
        if result.operation in wrong and result.check != DECLARED
        for one in result.observations
    ]
    parts = [
        replace(one, cases=sum(result.cases for result in own if result.operation == one.operation))
        for one in observed(observations, wrong, declared)
    ]
    return together(
        diagnoses(parts, jobs, named_only=named_only, settings=settings, release=release)
    )


def place(clause: str, check: str) -> tuple[bool, str, str]:
    """Return the sort key of a run's steps: recorded cases first, in a fixed order."""
    return check != RECORDED, clause, check


def diagnoses(
    parts: Sequence[Observed],
    jobs: int,
    *,
    named_only: bool = False,
    release: str = HARBOR_VERSION,
    settings: RunSettings | None = None,
) -> list[Diagnosis]:
    """Return the diagnosis of each part."""
    if not parts:
        return []
    modules = [] if settings is None else modules_for(sorted(one.operation for one in parts))
    task = partial(_diagnosis, settings, named_only=named_only, of=len(parts), release=release)
    with (
        reaped_tempdir(scratch_folder) as folder,
        processes(min(jobs, len(parts)), [*modules, "conformance.diagnosis.diagnosis"]) as pool,
    ):
        futures = [pool.submit(task, one, folder=folder) for one in parts]
        return [future.result() for future in futures]


_ANSWERS_OF_A_CASE = 6
"""What a case of a run costs, of one predicted answer: drawing it, two answers, and comparing."""


def _diagnosis(  # noqa: PLR0913 - as above
    settings: RunSettings | None,
    one: Observed,
    *,
    named_only: bool,
    of: int,
    folder: str,
    release: str,
) -> Diagnosis:
    """Return the diagnosis of a part, in a process that has harbor and starts the candidate."""
    experiment = None if settings is None else experiment_of(settings, one.cases, folder)
    return diagnose(
        one.operation,
        one.diverging,
        one.agreeing,
        one.declared,
        named_only=named_only,
        experiment=experiment,
        release=release,
        work=work_for([*one.diverging, *one.agreeing], one.cases, of),
    )


def work_for(seen: Sequence[Observation], cases: int, of: int = 1) -> float:
    """Return the work of the diagnosis of one of several operations, by what its run cost.

    Not all of its cases need be among those that were ``seen``. Two operations are diagnosed at a
    time on two cores, so that both may take as long as one.
    """
    mean = sum(cost_of(one.case) for one in seen) / len(seen) if seen else 0.0
    return max(LEAST_WORK * min(of, 2) / of, _ANSWERS_OF_A_CASE * mean * cases)


def observed(
    observations: Iterable[Observation], wanted: Iterable[str], declared: ExpectedDeviations
) -> list[Observed]:
    """Return the observations of each wanted operation for which both sides gave an answer.

    Deviations are given by name, which can be sent to another process.
    """
    parts: dict[str, tuple[list[Observation], list[Observation]]] = {
        name: ([], []) for name in OPERATIONS if name in set(wanted)
    }
    for one in observations:
        if one.case.operation not in parts:
            continue
        if isinstance(one.expected, Fault) or isinstance(one.candidate, Fault | Misshapen):
            continue
        agrees = not diverges(one.case, one.expected, one.candidate)
        parts[one.case.operation][agrees].append(one)
    return [
        Observed(name, *both, tuple(row.name for row in declared.rows(name)))
        for name, both in parts.items()
    ]
