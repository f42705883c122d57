"""Certifies one candidate from start to end: what is asked, the results, and what is wrong."""

from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace

from conformance.certification import plan
from conformance.certification.commands import Commands
from conformance.certification.diagnosing import diagnosed
from conformance.certification.plan import NOTHING_EXPECTED, Profile, Step
from conformance.certification.report import Run
from conformance.certification.report_parts import CandidateName
from conformance.certification.reporting import Established
from conformance.certification.run import RunSettings, Tried, probe, run
from conformance.certification.scope import Scope, scope_of
from conformance.certification.verdict import INTERRUPTED
from conformance.diagnosis.diagnosis import NOTHING_WRONG, Diagnosis
from conformance.diagnosis.expected.deviations import ExpectedDeviations
from conformance.examination.findings import CheckResult
from conformance.executor.workers import Workers, why_ended
from conformance.implementations.start import (
    CandidateError,
    CandidateSpec,
    UnaskedOracleError,
    verify_provenance,
)
from conformance.operations import OPERATIONS

type Progress = Callable[[int], AbstractContextManager[Callable[[CheckResult], None]]]
"""Opens what takes each result as it comes, given how many are due."""


class NothingToAskError(Exception):
    """The expected deviations leave nothing to ask of the clauses that are chosen."""


@dataclass(frozen=True, slots=True)
class Request:
    """Who is certified, and how; the same request and candidate give the same verdict.

    ``candidate_options`` and ``certify_options`` are as in a certificate.
    """

    spec: CandidateSpec
    seed: int
    workers: Workers
    profile: Profile = Profile.DEFAULT
    wanted: tuple[str, ...] = OPERATIONS
    clauses: tuple[str, ...] = ()
    declared: ExpectedDeviations = NOTHING_EXPECTED
    exact: bool = False
    candidate_options: tuple[str, ...] = ()
    certify_options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RunPlan:
    """What a request comes to for one candidate: its scope, and the steps with their settings."""

    request: Request
    tried: Tried
    scope: Scope
    steps: tuple[Step, ...]
    settings: RunSettings

    @property
    def commands(self) -> Commands:
        """The command lines that repeat the run and show its findings again."""
        return Commands(
            profile=self.request.profile.value,
            seed=self.request.seed,
            candidate_options=self.request.candidate_options,
            certify_options=self.request.certify_options,
            operations=self.scope.claimed if self.scope.not_asked else (),
        )

    def judged(
        self,
        results: Sequence[CheckResult],
        cut_off: str = "",
        diagnosis: Diagnosis = NOTHING_WRONG,
    ) -> Run:
        """Return the run that these results are; ``cut_off`` says what kept the rest away."""
        request = self.request
        return Established(
            candidate=CandidateName(name=request.spec.name, version=self.tried.version),
            faults=tuple(self.tried.faults),
            scope=self.scope,
            provenance=verify_provenance(),
            steps=self.steps,
            results=tuple(results),
            cut_off=cut_off,
            declared=request.declared,
            exact=request.exact,
            commands=self.commands,
            diagnosis=diagnosis,
        ).run()


def plan_of(request: Request, tried: Tried) -> RunPlan:
    """Return what a request asks of a candidate, after a first look at it.

    Raises CandidateError where it announces nothing that is asked, and NothingToAskError where
    its expected deviations leave nothing.
    """
    spec, declared, profile = request.spec, request.declared, request.profile
    scope = scope_of(tried.operations, request.wanted, request.clauses, declared)
    if not scope.claimed:
        raise CandidateError(f"it announces none of {', '.join(request.wanted)}")
    steps = plan.steps(scope.claimed, request.clauses, declared)
    if not steps:
        raise NothingToAskError("the expected deviations leave nothing to ask of these clauses")
    scope = scope.narrowed_to({step.operation for step in steps})
    if spec.allow_harbor:
        scope = replace(scope, restrictions=(*scope.restrictions, _HARBOR_ALLOWED))
    settings = RunSettings(spec, request.seed, plan.EXAMPLES[profile], declared)
    return RunPlan(request, tried, scope, tuple(steps), settings)


def certify(request: Request, progress: Progress) -> Run:
    """Return what asking harbor and a candidate the same questions establishes.

    Raises CandidateError where it cannot be asked, NothingToAskError where its expected deviations
    leave nothing, and UntrustedOracleError where harbor cannot be believed.
    """
    verify_provenance()
    planned = plan_of(request, probe(request.spec, request.wanted))
    results, cut_off = _collect(planned.settings, planned.steps, request.workers, progress)
    diagnosis, cut_off = _diagnose(results, request.declared, request.workers.jobs, cut_off)
    return planned.judged(results, cut_off, diagnosis)


_HARBOR_ALLOWED = "--allow-harbor leaves out the guard: the candidate may import harbor"


def _collect(
    settings: RunSettings, steps: Sequence[Step], workers: Workers, progress: Progress
) -> tuple[list[CheckResult], str]:
    """Return the results, and what ended the run before all were in, if anything did."""
    results: list[CheckResult] = []
    try:
        with progress(len(steps)) as advance:
            for result in run(settings, steps, workers):
                results.append(result)
                advance(result)
    except KeyboardInterrupt:
        return results, INTERRUPTED
    except (BrokenExecutor, OSError, UnaskedOracleError) as error:
        return results, why_ended(error)
    return results, ""


def _diagnose(
    results: Sequence[CheckResult], declared: ExpectedDeviations, jobs: int, cut_off: str
) -> tuple[Diagnosis, str]:
    """Return what is wrong, and what cut the run off; results in hand outlive an interrupt."""
    try:
        return (NOTHING_WRONG if cut_off else diagnosed(results, declared, jobs)), cut_off
    except KeyboardInterrupt:
        return NOTHING_WRONG, INTERRUPTED
    except BrokenExecutor as error:
        return NOTHING_WRONG, why_ended(error)
