"""Has what was observed diagnosed, each operation in a process of its own."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from conformance.diagnosis.diagnosis import Diagnosis, diagnose, together
from conformance.diagnosis.expected.deviations import ExpectedDeviations
from conformance.examination.findings import RECORDED, CheckResult, Observation
from conformance.executor.local import processes
from conformance.operations import OPERATIONS
from conformance.operations.comparing import compare
from conformance.protocol.agreement import Agreement
from conformance.protocol.differences import Kind
from conformance.protocol.values import HARBOR_VERSION, Fault, Misshapen


@dataclass(frozen=True, slots=True)
class Observed:
    """What diverges in one operation, what agrees, and which deviations are expected of it."""

    operation: str
    diverging: Sequence[Observation]
    agreeing: Sequence[Observation]
    declared: tuple[str, ...]


def diagnosed(
    results: Sequence[CheckResult],
    declared: ExpectedDeviations,
    jobs: int,
    *,
    named_only: bool = False,
    release: str = HARBOR_VERSION,
) -> Diagnosis:
    """Return what is wrong with a candidate, from what a run observed of it.

    The results of one seed give one diagnosis, in whatever order they came.
    """
    own = sorted(results, key=lambda result: place(result.clause, result.check))
    wrong = {
        result.operation
        for result in own
        if any(finding.kind is not Kind.FORM for finding in result.divergences)
    }
    observations = [
        one for result in own if result.operation in wrong for one in result.observations
    ]
    parts = observed(observations, wrong, declared)
    return together(diagnoses(parts, jobs, named_only=named_only, release=release))


def place(clause: str, check: str) -> tuple[bool, str, str]:
    """Return what the steps of a run are ordered by: recorded cases, the same each time, first."""
    return check != RECORDED, clause, check


def diagnoses(
    parts: Sequence[Observed],
    jobs: int,
    *,
    named_only: bool = False,
    release: str = HARBOR_VERSION,
) -> list[Diagnosis]:
    """Return the diagnosis of each part."""
    if not parts:
        return []
    with processes(min(jobs, len(parts)), ["conformance.diagnosis.diagnosis"]) as pool:
        futures = [
            pool.submit(
                diagnose,
                one.operation,
                one.diverging,
                one.agreeing,
                one.declared,
                named_only=named_only,
                release=release,
            )
            for one in parts
        ]
        return [future.result() for future in futures]


def observed(
    observations: Iterable[Observation], wanted: Iterable[str], declared: ExpectedDeviations
) -> list[Observed]:
    """Return what was observed of each operation that is wanted, where both sides gave an answer.

    Deviations are declared by name, which can be sent to another process.
    """
    parts: dict[str, tuple[list[Observation], list[Observation]]] = {
        name: ([], []) for name in OPERATIONS if name in set(wanted)
    }
    for one in observations:
        if one.case.operation not in parts:
            continue
        if isinstance(one.expected, Fault) or isinstance(one.candidate, Fault | Misshapen):
            continue
        comparison = compare(one.case, one.expected, one.candidate)
        agrees = comparison.agreement is not Agreement.DIVERGENT
        parts[one.case.operation][agrees].append(one)
    return [
        Observed(name, *both, tuple(row.name for row in declared.rows(name)))
        for name, both in parts.items()
    ]
