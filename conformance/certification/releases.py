"""Certifies one candidate against several releases of harbor; the candidate gets each case once.

The cases are those of a run against the installed release. Each other release answers them in a
process of its own, and is compared with the answers that the candidate gave.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby

from conformance.certification.certifying import Progress, collected, diagnosis_of
from conformance.certification.report import Run
from conformance.certification.reporting import Established
from conformance.certification.request import Request, RunPlan, plan_of
from conformance.certification.run import expectation_of, probe
from conformance.examination.examination import LiveExamination, as_harbor
from conformance.examination.findings import CheckResult
from conformance.executor.local import processes
from conformance.executor.workers import completed
from conformance.implementations.environments.releases import AbsentRelease
from conformance.implementations.released_harbor import Release, ReleasedHarbor
from conformance.implementations.start import UntrustedOracleError, refuse_moved, verify_provenance
from conformance.protocol.agreement import Agreement

type Oracles = Mapping[str, Release | AbsentRelease | None]
"""What serves each release, oldest first; None is the installed one."""


@dataclass(frozen=True, slots=True)
class ReleaseRow:
    """What a run against one release establishes, or ``why`` there is none."""

    release: str
    run: Run | None = None
    why: str = ""

    def causes_in(self, operation: str) -> tuple[str, ...]:
        """Return what explains where the candidate differs from the release in an operation."""
        if self.run is None:
            return (self.why,)
        counts = self.run.operations[operation]
        if not counts.divergences:
            return ()
        named = tuple(
            ", ".join(cause.deviations) or cause.description
            for cause in self.run.causes
            if cause.finding.operation == operation
        )
        return named or (f"{counts.divergences} divergences without a known cause",)


def certify_each(request: Request, oracles: Oracles, progress: Progress) -> list[ReleaseRow]:
    """Return what each release says of a candidate that gets each case once.

    Raises what ``certify`` raises; a release that cannot be had or believed costs its own row.
    """
    installed = verify_provenance()
    planned = plan_of(request, probe(request.spec, request.wanted))
    results, cut_off = collected(planned, progress, whole=True)
    done: dict[str, list[CheckResult] | str] = {
        version: one.why for version, one in oracles.items() if isinstance(one, AbsentRelease)
    }
    served = [one for one in oracles.values() if isinstance(one, Release)]
    if served and not cut_off:
        with processes(min(request.workers.jobs, len(served)), _PRELOAD) as pool:
            judge = partial(judged, request=request, results=results)
            done |= {one.version: found for one, found in completed(pool, judge, served)}
    rows = []
    for version, oracle in oracles.items():
        found = results if oracle is None else done.get(version, cut_off)
        if isinstance(found, str):
            rows.append(ReleaseRow(version, why=found))
            continue
        own = _in_release(planned, oracle if isinstance(oracle, Release) else None)
        provenance = oracle.provenance if isinstance(oracle, Release) else installed
        diagnosis = diagnosis_of(found, own.request)
        established = Established(own, provenance, found, cut_off, diagnosis)
        rows.append(ReleaseRow(version, established.run()))
    return rows


_PRELOAD = ["conformance.certification.plan", "conformance.implementations.released_harbor"]


def _in_release(planned: RunPlan, oracle: Release | None) -> RunPlan:
    request = replace(planned.request, oracle=oracle)
    declared = request.declared.in_release(request.release)
    return replace(planned, request=replace(request, declared=declared))


def judged(
    release: Release, request: Request, results: Sequence[CheckResult]
) -> list[CheckResult] | str:
    """Return the results of a run as they are against a release, or why it cannot be believed."""
    try:
        with closing(ReleasedHarbor(release)) as harbor:
            for operation in sorted({one.operation for one in results}):
                refuse_moved(harbor, operation)
            return [_judged(one, request, harbor, release.version) for one in results]
    except UntrustedOracleError as error:
        return str(error)


def _judged(
    result: CheckResult, request: Request, harbor: ReleasedHarbor, release: str
) -> CheckResult:
    declared = request.declared.in_release(release)
    expectation = expectation_of(declared, release) if declared.expects else None
    examination = LiveExamination(
        harbor, harbor, result.clause, Agreement.DIVERGENT, expect=expectation or as_harbor
    )
    observed = result.observations
    for one, answer in zip(observed, harbor.answers([one.case for one in observed]), strict=True):
        examination.judge(one.case, answer, one.candidate)
    applied = expectation.take_applied() if expectation else frozenset[str]()
    found = examination.result(result.check, result.seconds, result.seed)
    return replace(found, applied=applied, faults=result.faults, problem=result.problem)


def summary(rows: Sequence[ReleaseRow], operations: Sequence[str]) -> Iterator[str]:
    """Yield a line for operations that change alike: with which releases the candidate agrees."""
    told: dict[str, list[str]] = {}
    for operation in operations:
        told.setdefault(_through(rows, operation), []).append(operation)
    yield from (f"{', '.join(names)}: {line}" for line, names in told.items())


def _through(rows: Sequence[ReleaseRow], operation: str) -> str:
    parts, before = list[str](), tuple[str, ...]()
    for causes, group in groupby(rows, key=lambda row: row.causes_in(operation)):
        of = [row.release for row in group]
        new = [cause for cause in causes if cause not in before] or causes
        last = of[-1] == rows[-1].release
        span = of[0] if len(of) == 1 else f"{of[0]} to {of[-1]}"
        if not causes:
            parts.append(f"agrees with {span}")
        else:
            more = "more " if before and set(before) < set(causes) else ""
            noun = "cause" if len(new) == 1 else "causes"
            where = f"from {of[0]} on" if last else f"with {span}"
            parts.append(f"{where} {len(new)} {more}{noun}: {', '.join(new)}")
        before = causes
    return "; ".join(parts)
