"""Runs the steps by an executor, and yields their results as they arrive."""

import json
import os
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import batched, chain
from operator import call
from pathlib import Path

from conformance.certification.plan import RunSettings, Step
from conformance.diagnosis.expected.deviations import ExpectedDeviations
from conformance.diagnosis.expected.expecting import Expectation
from conformance.diagnosis.experiments import Experiment
from conformance.examination import corpus
from conformance.examination.corpus import CheckedOracle, CorpusMismatchError
from conformance.examination.findings import RECORDED, CheckResult
from conformance.executor.local import WITHOUT_HARBOR, end_with_worker, modules_for
from conformance.executor.workers import Workers, completed
from conformance.implementations.installed_harbor import refuse_moved, untrusted
from conformance.implementations.process.prediction import Predictions
from conformance.implementations.process.reaper import reaped_tempdir
from conformance.implementations.released_harbor import Release, ReleasedHarbor
from conformance.implementations.start import (
    CandidateError,
    CandidateSpec,
    Harbor,
    NamedCandidate,
    open_harbor,
    scratch_folder,
    start,
)
from conformance.operations import OPERATIONS
from conformance.protocol.values import HARBOR_VERSION, Fault

type Ask = Callable[[Sequence[Step]], Iterator[CheckResult]]
"""Yields the result of each step in the order in which they end."""


def run(
    settings: RunSettings, steps: Sequence[Step], workers: Workers, faults: list[str] | None = None
) -> Generator[CheckResult, None, None]:
    """Yield the result of each step; as ``opened``."""
    with opened(settings, steps, workers, faults) as ask:
        yield from ask(steps)


@contextmanager
def opened(
    settings: RunSettings, steps: Sequence[Step], workers: Workers, faults: list[str] | None = None
) -> Iterator[Ask]:
    """Open the processes of a run, and yield a function that runs ``steps``, and then others.

    harbor's recorded answers are checked with the first steps, for all operations of ``steps``.
    ``faults`` gets how local processes of the candidate ended, if that was wrong. Raises
    UntrustedOracleError as soon as a worker finds a changed answer or another reason not to trust
    harbor, and BrokenExecutor if workers end. If the caller stops early, running work is ended.
    """
    operations = sorted({step.operation for step in steps})
    held = frozenset(step.clause for step in steps if step.check == RECORDED)
    is_installed = settings.oracle is None
    preload = modules_for(operations) if is_installed else WITHOUT_HARBOR
    candidate = settings.candidate if is_installed else None  # which a worker installs by itself
    functions = tuple(one.function for one in settings.declared.predictions)
    with reaped_tempdir(scratch_folder) as folder:
        with workers.executor(
            preload, len(steps), candidate=candidate, predictions=functions
        ) as executor:
            place = folder if workers.scheduler is None else ""
            # Processes with the same release are alike, so one checks an operation for all.
            is_alike = workers.scheduler is None or not is_installed
            checks = (partial(_held, settings, one, held, place) for one in operations if is_alike)

            def ask(steps: Sequence[Step]) -> Iterator[CheckResult]:
                parts = batched(steps, _amount(settings, len(steps), workers))
                tasks = (partial(_taken, settings, part, place) for part in parts)
                for _, results in completed(executor, call, chain(checks, tasks)):
                    yield from results

            yield ask
        if faults is not None:
            for file in sorted(Path(folder).glob(f"{_FAULTS}*")):
                faults += json.loads(file.read_text())


_FAULTS = "faults-"
"""The prefix of the files with the faults of ended processes."""


def _amount(settings: RunSettings, steps: int, workers: Workers) -> int:
    """Return how many steps a task has."""
    if workers.scheduler is not None:
        return max(1, _CASES_ELSEWHERE // settings.examples)
    return max(1, min(_CASES_BETWEEN_LOOKS // settings.examples, steps // (_PARTS * workers.jobs)))


_PARTS = 32
"""The least parts of a run for each local worker, so that a slow one delays few others."""

_CASES_BETWEEN_LOOKS = 1000
"""About how many generated cases share a check of harbor, which takes 3 ms."""


_CASES_ELSEWHERE = 200
"""About how many generated cases a remote task has; docs/fleet.md has the measurements."""


@dataclass(frozen=True, slots=True)
class Tried:
    """The result of probing a candidate: its version, its operations, its faults."""

    version: str
    operations: tuple[str, ...]
    faults: tuple[str, ...]


def probe(spec: CandidateSpec, operations: Sequence[str] = OPERATIONS) -> Tried:
    """Run a few recorded cases on a candidate until one has no answer, then end it.

    Raises CandidateError if it does not answer hello.
    """
    candidate = start(spec)
    announced = [operation for operation in operations if operation in candidate.operations]
    cases = [recorded.case for operation in announced for recorded in corpus.sample(operation)]
    if any(isinstance(answer, Fault) for answer in map(candidate.answer, cases)):
        candidate.abandon()
    candidate.close()
    return Tried(candidate.version, candidate.operations, tuple(candidate.faults))


def take_all(
    settings: RunSettings, steps: Sequence[Step], folder: str, harbor: Harbor | None = None
) -> list[CheckResult]:
    """Return the results of steps, in a process that serves only this run.

    harbor's reward files go to a folder, or to that of ``open_harbor`` if none is given. Another
    ``harbor`` than that of the process can be given.
    """
    harbor = harbor or harbor_of(folder, settings.oracle)
    try:
        results = [_take(settings, step, harbor, folder) for step in steps]
    except CorpusMismatchError as error:
        raise untrusted(harbor, error) from error
    harbor.verify()
    return results


def _taken(settings: RunSettings, steps: Sequence[Step], folder: str) -> list[CheckResult]:
    """Return the results of steps; without a folder, on another machine.

    The harbor that is installed there is checked; another release was installed for this run.
    """
    settings = settings.here(folder)
    if not folder and settings.oracle is None:
        believed({step.operation for step in steps})
    return take_all(settings, steps, folder)


def _held(
    settings: RunSettings, operation: str, but: frozenset[str], folder: str
) -> list[CheckResult]:
    """Check an operation of the harbor of these settings, as ``hold_to_recorded`` does."""
    settings = settings.here(folder)
    hold_to_recorded(operation, but, folder, settings.oracle)
    return settings.held(operation)


def believed(
    operations: Iterable[str], but: frozenset[str] = frozenset(), release: Release | None = None
) -> Harbor:
    """Return the harbor of this process, after checking its answers to these operations once.

    ``but`` are clauses that are compared elsewhere. Raises UntrustedOracleError if an answer is not
    the recorded one.
    """
    for operation in sorted(operations):
        hold_to_recorded(operation, but, "", release)
    return harbor_of("", release)


@cache
def hold_to_recorded(
    operation: str, but: frozenset[str], folder: str, release: Release | None = None
) -> None:
    """Compare harbor with the recorded answers of an operation, once in each process.

    ``but`` are clauses that are compared elsewhere. Raises UntrustedOracleError.
    """
    harbor = harbor_of(folder, release)
    refuse_moved(harbor, operation, but)
    harbor.verify()


def _take(settings: RunSettings, step: Step, harbor: Harbor, folder: str) -> CheckResult:
    candidate = _candidate(settings.candidate, folder)
    if isinstance(candidate, CandidateError):
        if step.check == RECORDED:
            recorded = corpus.of_clause(step.clause)
            CheckedOracle(harbor, (one.in_release(settings.release) for one in recorded))
        fault = f"it answered a first process, and could not be started again: {candidate}"
        return CheckResult(step.clause, step.check, seed=0, cases=0, seconds=0.0, faults=(fault,))
    expectation = expectation_of(settings.declared, settings.release)
    result = step.take(harbor, candidate, settings, expectation)
    faults, candidate.faults = tuple(candidate.faults), []
    applied, predicted = expectation.take_applied(), expectation.take_predicted()
    return replace(result, applied=applied, predicted=predicted, faults=faults)


def experiment_of(settings: RunSettings, cases: int, folder: str) -> Experiment | None:
    """Return what runs the new cases of a diagnosis, in a process that serves only this run.

    None if the candidate cannot be started again.
    """
    candidate, declared = _candidate(settings.candidate), settings.declared
    if isinstance(candidate, CandidateError):
        return None
    expectation = expectation_of(declared, settings.release)
    harbor = harbor_of(folder, settings.oracle)
    return Experiment(harbor, candidate, settings.seed, cases, declared.asks, expectation)


@cache
def harbor_of(folder: str, release: Release | None) -> Harbor:
    """Return the harbor of this process, a release or the installed one with a scratch folder."""
    if release is None:
        return open_harbor(folder)
    harbor = ReleasedHarbor(release)
    end_with_worker(harbor.abandon, harbor.close)
    return harbor


_EXPECTATIONS: dict[str, Expectation] = {}
"""This process's expectations of candidates, by their expected deviations."""


def expectation_of(declared: ExpectedDeviations, release: str = HARBOR_VERSION) -> Expectation:
    """Return the expectations of a candidate; its predictions end with this process."""
    key = f"{release} {declared!r}"
    if key not in _EXPECTATIONS:
        predictions = Predictions()
        end_with_worker(predictions.abandon)
        _EXPECTATIONS[key] = Expectation(declared, predictions.ask, release)
    return _EXPECTATIONS[key]


@cache
def _candidate(spec: CandidateSpec, folder: str = "") -> NamedCandidate | CandidateError:
    """Start a candidate that ends with this process; its last faults go to the folder."""
    try:
        candidate = start(spec)
    except CandidateError as error:
        return error

    def close() -> None:
        candidate.close()
        if folder and candidate.faults:
            Path(folder, f"{_FAULTS}{os.getpid()}").write_text(json.dumps(candidate.faults))

    end_with_worker(candidate.abandon, close)
    return candidate
