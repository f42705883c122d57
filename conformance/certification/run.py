"""Takes the steps of a run in several processes and yields what they find as it comes."""

import os
from collections.abc import Callable, Collection, Generator, Iterator, Sequence
from concurrent.futures import Future, as_completed
from dataclasses import dataclass, replace
from functools import cache
from itertools import batched
from multiprocessing.util import Finalize

from conformance.certification.plan import NO_LEDGER, Step, Terms
from conformance.certification.preloading import APART, modules_for
from conformance.certification.sealed import Sealed
from conformance.certification.workers import started, workers
from conformance.examination.examination import Expect, as_harbor
from conformance.examination.findings import RECORDED, CheckResult
from conformance.examination.siblings import cases_of
from conformance.implementations.process.prediction import Predictions
from conformance.implementations.process.reaper import reaped_tempdir
from conformance.implementations.start import (
    Candidate,
    CandidateError,
    CandidateSpec,
    Harbor,
    open_harbor,
    refuse_moved,
    scratch_folder,
    start,
    untrusted,
)
from conformance.ledger.expecting import Expectation
from conformance.ledger.ledger import Ledger
from conformance.operations import OPERATIONS
from conformance.protocol.values import Fault
from conformance.recorded import corpus
from conformance.recorded.moved import Held, MovedError


@dataclass(frozen=True, slots=True)
class Settings:
    """What a run is made of; the same settings ask the same questions."""

    candidate: CandidateSpec
    seed: int
    examples: int
    ledger: Ledger = NO_LEDGER

    def terms(self, expect: Expect) -> Terms:
        """Return how each step is taken, where answers are held against what is expected so."""
        return Terms(self.seed, self.examples, self.ledger, expect)


type Run = Callable[[Settings, Sequence[Step], int], Iterator[CheckResult]]
"""Takes the steps of a run with so many processes, and yields their results in any order."""


def run(settings: Settings, steps: Sequence[Step], jobs: int) -> Generator[CheckResult, None, None]:
    """Yield the result of each step in the order in which they end.

    harbor is held against all recorded answers of the operations at the same time: in the steps
    that ask them, and those that no step asks beside these. Raises UntrustedOracleError as soon
    as a worker finds one that moved, or anything else for which it cannot be believed. When the
    caller stops early, what is still running is ended.
    """
    alone = apart(settings, steps, jobs)
    others = [step for step in steps if step not in alone]
    operations = sorted({step.operation for step in others})
    held = {step.clause for step in steps if step.check == RECORDED}
    preload = modules_for(operations)
    with reaped_tempdir(scratch_folder) as folder, workers(jobs, preload) as pool:
        futures: list[Future[list[CheckResult]]] = [
            *([pool.submit(_take_apart, settings, alone, held, folder)] if alone else []),
            *(pool.submit(hold_to_recorded, operation, held, folder) for operation in operations),
            *(
                pool.submit(take_all, settings, part, folder)
                for part in batched(others, _between_looks(settings, len(steps), jobs))
            ),
        ]
        for future in as_completed(futures):
            yield from future.result()


@dataclass(frozen=True, slots=True)
class Tried:
    """What a first look at a candidate shows: its version, what it announces, its faults."""

    version: str
    operations: tuple[str, ...]
    faults: tuple[str, ...]


def probe(spec: CandidateSpec, operations: Sequence[str] = OPERATIONS) -> Tried:
    """Ask a candidate a few recorded cases of these operations, and end it.

    It is asked what it announces of them, until an answer stays out.

    Raises CandidateError where it does not even say hello.
    """
    candidate = start(spec)
    announced = [operation for operation in operations if operation in candidate.operations]
    cases = [recorded.case for operation in announced for recorded in corpus.sample(operation)]
    if any(isinstance(answer, Fault) for answer in map(candidate.answer, cases)):
        candidate.abandon()
    candidate.close()
    return Tried(candidate.version, candidate.operations, tuple(candidate.faults))


def default_jobs() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def apart(settings: Settings, steps: Sequence[Step], jobs: int) -> list[Step]:
    """Return the steps that one worker takes while the others go on, which import less for it.

    That is none where they would keep that worker busy beyond the end of the others.
    """
    alone = [step for step in steps if step.operation == APART]
    questions = len(alone) * cases_of(settings.examples)
    is_worth_it = questions <= _QUESTIONS_APART and len(alone) * jobs <= len(steps)
    return alone if is_worth_it else []


_QUESTIONS_APART = 20_000
"""Generated questions that one worker may take by itself: a few seconds of them."""


def _between_looks(settings: Settings, steps: int, jobs: int) -> int:
    """Return after how many steps a worker looks whether harbor in memory is as it was.

    A worker gets many such parts, so that one that waits for the candidate keeps few others.
    """
    return max(1, min(_QUESTIONS // cases_of(settings.examples), steps // (_PARTS * jobs)))


_PARTS = 32
"""Parts of a run for each worker, at least, where there are as many steps."""


_QUESTIONS = 1000
"""Generated questions, about, whose answers are believed by one look, which takes 3 ms."""


def take_all(settings: Settings, steps: Sequence[Step], folder: str) -> list[CheckResult]:
    """Return the results of steps, in a process that serves this run alone.

    harbor's reward files go to a folder, or where ``open_harbor`` has them go where that is empty.
    """
    harbor = _harbor(folder)
    results = [_take(settings, step, harbor) for step in steps]
    harbor.verify()
    return [replace(one, observations=Sealed(one.observations)) for one in results]


def _take(settings: Settings, step: Step, harbor: Harbor) -> CheckResult:
    try:
        return _taken(settings, step, harbor)
    except MovedError as error:
        raise untrusted(harbor, error) from error


def _taken(settings: Settings, step: Step, harbor: Harbor) -> CheckResult:
    candidate = _candidate(settings.candidate)
    if isinstance(candidate, CandidateError):
        if step.check == RECORDED:
            Held(harbor, corpus.read(corpus.file_of(step.clause)))
        fault = f"it answered a first process, and could not be started again: {candidate}"
        return CheckResult(step.clause, step.check, seed=0, cases=0, seconds=0.0, faults=(fault,))
    expectation = expectation_of(settings.ledger) if settings.ledger.expects else None
    result = step.take(harbor, candidate, settings.terms(expectation or as_harbor))
    faults, candidate.faults = tuple(candidate.faults), []
    applied = expectation.take_applied() if expectation else frozenset()
    return replace(result, faults=faults, applied=applied)


def _take_apart(
    settings: Settings, steps: Sequence[Step], held: Collection[str], folder: str
) -> list[CheckResult]:
    """Return the results of steps whose adapter only this worker imports."""
    return hold_to_recorded(APART, held, folder) + take_all(settings, steps, folder)


def hold_to_recorded(operation: str, but: Collection[str], folder: str) -> list[CheckResult]:
    """Compare harbor with the recorded answers of an operation; raises UntrustedOracleError.

    ``but`` are clauses that are compared elsewhere. There are no results: a worker only checks.
    """
    harbor = _harbor(folder)
    refuse_moved(harbor, operation, but)
    harbor.verify()
    return []


@cache
def _harbor(folder: str) -> Harbor:
    return open_harbor(folder)


_EXPECTATIONS: dict[str, Expectation] = {}
"""What this process compares candidates with, by what their ledgers declare."""


def expectation_of(ledger: Ledger) -> Expectation:
    """Return what a ledger has expected, whose predictions end with this process."""
    declared = repr(ledger)
    if declared not in _EXPECTATIONS:
        predictions = Predictions()
        started.append(predictions)
        Finalize(predictions, predictions.abandon, exitpriority=1)
        _EXPECTATIONS[declared] = Expectation(ledger, predictions.ask)
    return _EXPECTATIONS[declared]


@cache
def _candidate(spec: CandidateSpec) -> Candidate | CandidateError:
    try:
        candidate = start(spec)
    except CandidateError as error:
        return error
    started.append(candidate)
    # Workers leave by os._exit, which runs these finalizers and nothing else.
    Finalize(candidate, candidate.close, exitpriority=1)
    return candidate
