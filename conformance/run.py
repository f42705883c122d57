"""Takes the steps of a run in several processes and yields what they find as it comes."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from multiprocessing.util import Finalize

from conformance import corpus
from conformance.implementations import (
    Asked,
    Candidate,
    CandidateError,
    Harbor,
    open_harbor,
    scratch_folder,
    start,
)
from conformance.ledger import Ledger
from conformance.model import CheckResult
from conformance.plan import NO_LEDGER, Step, take
from conformance.workers import started, workers


@dataclass(frozen=True, slots=True)
class Settings:
    """What a run is made of; the same settings ask the same questions."""

    candidate: Asked
    seed: int
    examples: int
    ledger: Ledger = NO_LEDGER


def run(settings: Settings, steps: Sequence[Step], jobs: int) -> Iterator[CheckResult]:
    """Yield the result of each step in the order in which they end.

    Raises UntrustedOracleError as a worker meets it. When the
    caller stops early, what is still running is ended.
    """
    doors = sorted({f"oracle.{step.operation}" for step in steps})
    preload = ["oracle.implementation", *doors, "conformance.plan"]
    with scratch_folder() as folder, workers(jobs, preload) as at_work:
        futures = [at_work.pool.submit(_take, settings, step, folder) for step in steps]
        for future in at_work.as_they_end(futures):
            yield future.result()


def probe(asked: Asked) -> tuple[str, list[str]]:
    """Ask a candidate a few recorded cases and end it; return its version and its faults.

    Raises CandidateError where it does not even say hello.
    """
    candidate = start(asked)
    cases = [recorded.case for op in candidate.operations for recorded in corpus.sample(op)]
    for _ in candidate.answers(cases):
        pass
    candidate.close()
    return candidate.version, candidate.faults


def default_jobs() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _take(settings: Settings, step: Step, folder: str) -> CheckResult:
    harbor, candidate = _harbor(folder), _candidate(settings.candidate)
    if isinstance(candidate, CandidateError):
        fault = f"it answered a first process, and could not be started again: {candidate}"
        return CheckResult(step.clause, step.check, seed=0, cases=0, seconds=0.0, faults=(fault,))
    result = take(
        step,
        harbor,
        candidate,
        seed=settings.seed,
        examples=settings.examples,
        ledger=settings.ledger,
    )
    harbor.verify()
    faults, candidate.faults = tuple(candidate.faults), []
    return replace(result, faults=faults)


@cache
def _harbor(folder: str) -> Harbor:
    return open_harbor(folder)


@cache
def _candidate(asked: Asked) -> Candidate | CandidateError:
    try:
        candidate = start(asked)
    except CandidateError as error:
        return error
    started.append(candidate)
    # Workers leave by os._exit, which runs these finalizers and nothing else.
    Finalize(candidate, candidate.close, exitpriority=1)
    return candidate
