"""Certifies one candidate from start to end: cases, results and diagnosis."""

from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import AbstractContextManager, closing
from dataclasses import replace

from conformance.certification import INTERRUPTED, STOPPED
from conformance.certification.diagnosing import diagnosed
from conformance.certification.plan import RunSettings
from conformance.certification.report import Run
from conformance.certification.reporting import Established
from conformance.certification.request import Request, RunPlan, plan_of
from conformance.certification.run import probe, run
from conformance.diagnosis.diagnosis import NOTHING_WRONG, Diagnosis
from conformance.examination.findings import RECORDED, CheckResult
from conformance.executor.workers import why_ended
from conformance.implementations.start import UnaskedOracleError
from conformance.operations.catalogue import CATALOGUE
from conformance.operations.clause import Level

type Progress = Callable[[int], AbstractContextManager[Callable[[CheckResult], None]]]
"""Opens a function that takes each result as it arrives, given their number."""


def certify(request: Request, progress: Progress) -> Run:
    """Run the same cases on harbor and a candidate; return the results.

    Raises CandidateError if the candidate cannot be run, NothingToAskError if its expected
    deviations leave no case, and UntrustedOracleError if harbor cannot be trusted.
    """
    request.provenance()
    planned = plan_of(request, probe(request.spec, request.wanted))
    results, cut_off = collected(planned, progress)
    diagnosis, cut_off = _diagnose(results, planned, cut_off)
    return Established(planned, request.provenance(), results, cut_off, diagnosis).run()


def collected(
    planned: RunPlan, progress: Progress, *, whole: bool = False
) -> tuple[list[CheckResult], str]:
    """Return the results, and the reason if the run ended early.

    With ``whole`` a check goes on after a divergence, and its result has every case.
    """
    results, faults = list[CheckResult](), list[str]()
    request, steps = planned.request, planned.steps
    settings = replace(planned.settings, whole=whole)
    try:
        with (
            progress(len(steps)) as advance,
            closing(run(settings, steps, request.workers, faults)) as coming,
        ):
            for result in coming:
                results.append(result)
                advance(result)
                if request.stop_first and _is_enough(results, planned):
                    return results, STOPPED if len(results) < len(steps) else ""
    except KeyboardInterrupt:
        return results, INTERRUPTED
    except (BrokenExecutor, OSError, UnaskedOracleError) as error:
        return results, why_ended(error)
    if faults:
        place = next(n for n, one in enumerate(results) if request.requires(one.clause))
        results[place] = replace(results[place], faults=(*results[place].faults, *faults))
    return results, ""


def _is_enough(results: Sequence[CheckResult], planned: RunPlan) -> bool:
    """Return whether a required clause diverges, and its operation's recorded cases ran.

    They take a moment, and without them too many causes would fit.
    """
    divergent = (result for result in results if result.divergence)
    wrong = {one.operation for one in divergent if planned.request.requires(one.clause)}
    done = {(result.clause, result.check) for result in results}
    recorded = (step for step in planned.steps if step.check == RECORDED)
    left = (step for step in recorded if (step.clause, step.check) not in done)
    return bool(wrong) and wrong.isdisjoint(step.operation for step in left)


def diagnosis_of(
    results: Sequence[CheckResult], request: Request, settings: RunSettings | None = None
) -> Diagnosis:
    """Return the diagnosis of a candidate from the results of a request.

    With the settings of its run, causes are confirmed on new cases. Clauses beyond the level wait
    until those of the level agree, and all others if only those of common clauses have a cause.
    """
    shown = _of_level(results, request.level)
    common = _of_level(shown, Level.COMMON)
    return diagnosed(
        shown,
        request.declared,
        request.workers.jobs,
        common=common if len(common) < len(shown) else (),
        release=request.release,
        settings=settings,
    )


def _of_level(results: Sequence[CheckResult], level: Level) -> Sequence[CheckResult]:
    """Return the results of clauses of at most a level, or all if none of those diverges."""
    own = [one for one in results if CATALOGUE[one.clause].rating.level in level.included]
    return own if any(one.divergence for one in own) else results


def _diagnose(
    results: Sequence[CheckResult], planned: RunPlan, cut_off: str
) -> tuple[Diagnosis, str]:
    """Return the diagnosis, and what cut the run off; results survive an interrupt."""
    try:
        if cut_off not in {"", STOPPED}:
            return NOTHING_WRONG, cut_off
        return diagnosis_of(results, planned.request, planned.settings), cut_off
    except KeyboardInterrupt:
        return NOTHING_WRONG, INTERRUPTED
    except BrokenExecutor as error:
        return NOTHING_WRONG, why_ended(error)
