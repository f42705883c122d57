"""Certifies one candidate against several releases of harbor; the candidate gets each case once.

The cases are those of a run against the installed release. Each other release answers them in its
own process, and its answers are compared with the candidate's.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass, replace
from functools import partial

from conformance.certification import count_of
from conformance.certification.certifying import Progress, collected, diagnosis_of
from conformance.certification.report import Run
from conformance.certification.reporting import Established
from conformance.certification.request import Request, plan_of
from conformance.certification.run import expectation_of, probe
from conformance.diagnosis.expected.expecting import judge_pinned
from conformance.examination.examination import LiveExamination
from conformance.examination.findings import DECLARED, RECORDED, CheckResult, ResultCollector
from conformance.executor.local import WITHOUT_HARBOR, processes
from conformance.executor.workers import completed
from conformance.implementations.installed_harbor import refuse_moved
from conformance.implementations.released_harbor import AbsentRelease, Release, ReleasedHarbor
from conformance.implementations.start import UntrustedOracleError, verify_provenance

type Doing = Callable[[], AbstractContextManager[Callable[[str], None]]]
"""Opens a function that takes progress messages."""

type Oracles = Mapping[str, Release | AbsentRelease | None]
"""The releases, oldest first; None is the installed one."""


@dataclass(frozen=True, slots=True)
class ReleaseRow:
    """The run against one release, or ``why`` there is none."""

    release: str
    run: Run | None = None
    why: str = ""


def certify_each(
    request: Request, oracles: Oracles, progress: Progress, doing: Doing
) -> list[ReleaseRow]:
    """Compare a candidate, which gets each case once, with each release.

    ``progress`` shows the candidate's progress, ``doing`` that of the releases. Raises what
    ``certify`` raises; a release that cannot be installed or trusted only loses its row.
    """
    installed = verify_provenance()
    planned = plan_of(request, probe(request.spec, request.wanted))
    results, cut_off = collected(planned, progress, whole=True)
    done: dict[str, list[CheckResult] | str] = {
        version: one.why for version, one in oracles.items() if isinstance(one, AbsentRelease)
    }
    served = [one for one in oracles.values() if isinstance(one, Release)]
    rows = []
    with doing() as tell:
        if served and not cut_off:
            done |= _judged_by_each(request, served, results, tell)
        for version, oracle in oracles.items():
            found = results if oracle is None else done.get(version, cut_off)
            if isinstance(found, str):
                rows.append(ReleaseRow(version, why=found))
                continue
            tell(f"looking for causes: harbor {version}, {len(rows)} of {len(oracles)} done")
            served_one = oracle if isinstance(oracle, Release) else None
            own = planned.request.against(served_one)
            provenance = served_one.provenance if served_one else installed
            plan, diagnosis = replace(planned, request=own), diagnosis_of(found, own)
            run = Established(plan, provenance, found, cut_off, diagnosis).run()
            rows.append(ReleaseRow(version, run))
    return rows


def _judged_by_each(
    request: Request,
    served: Sequence[Release],
    results: Sequence[CheckResult],
    tell: Callable[[str], None],
) -> dict[str, list[CheckResult] | str]:
    line = f"{{}} of {count_of(len(served), 'release')} answered the cases"
    tell(line.format(0))
    found = dict[str, list[CheckResult] | str]()
    with processes(min(request.workers.jobs, len(served)), WITHOUT_HARBOR) as pool:
        judge = partial(judged, request=request, results=results)
        for one, of_release in completed(pool, judge, served):
            found[one.version] = of_release
            tell(line.format(len(found)))
    return found


def judged(
    release: Release, request: Request, results: Sequence[CheckResult]
) -> list[CheckResult] | str:
    """Return the results of a run against a release, or why it cannot be trusted."""
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
    observed = result.observations
    answers = harbor.answers([one.case for one in observed])
    if result.check == DECLARED:
        pairs = ((answer, one.candidate) for answer, one in zip(answers, observed, strict=True))
        pinned = judge_pinned(declared.of_clause(result.clause), pairs)
        return replace(result, observations=pinned.observations, stale=pinned.stale)
    expectation = expectation_of(declared, release)
    # As for a single release: all recorded cases, and a part of the rest.
    is_whole = result.check == RECORDED
    examination = LiveExamination(
        harbor,
        harbor,
        result.clause,
        stops=False,
        expect=expectation,
        collector=ResultCollector.of_everything() if is_whole else ResultCollector(),
    )
    for one, answer in zip(observed, answers, strict=True):
        examination.judge(one.case, answer, one.candidate)
    return replace(
        examination.result(result.check, result.seconds, result.seed),
        applied=expectation.take_applied(),
        predicted=expectation.take_predicted(),
        faults=result.faults,
        problem=result.problem,
        not_asked=result.not_asked,
    )
