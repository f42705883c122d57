"""Has an executor take the steps of a run, and yields their results as they come."""

from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import batched

from conformance.certification.plan import NOTHING_EXPECTED, Step, Terms
from conformance.diagnosis.expected.deviations import ExpectedDeviations
from conformance.diagnosis.expected.expecting import Expectation
from conformance.diagnosis.experiments import Experiment
from conformance.examination.examination import Expect, as_harbor
from conformance.examination.findings import RECORDED, CheckResult
from conformance.examination.recorded import corpus
from conformance.examination.recorded.oracle_check import CheckedOracle, CorpusMismatchError
from conformance.examination.siblings import cases_of
from conformance.executor.local import end_with_worker, modules_for
from conformance.executor.workers import Workers, completed
from conformance.implementations.process.prediction import Predictions
from conformance.implementations.process.reaper import reaped_tempdir
from conformance.implementations.released_harbor import Release, ReleasedHarbor
from conformance.implementations.start import (
    CandidateError,
    CandidateSpec,
    Harbor,
    NamedCandidate,
    open_harbor,
    refuse_moved,
    scratch_folder,
    start,
    untrusted,
)
from conformance.operations import OPERATIONS
from conformance.protocol.values import HARBOR_VERSION, Fault


@dataclass(frozen=True, slots=True)
class RunSettings:
    """What a run is made of; the same settings ask the same questions.

    ``oracle`` is another release of harbor than the installed one. With ``whole`` a check goes on
    after a divergence, and its result has every case.
    """

    candidate: CandidateSpec
    seed: int
    examples: int
    declared: ExpectedDeviations = NOTHING_EXPECTED
    oracle: Release | None = None
    whole: bool = False

    @property
    def release(self) -> str:
        """The release of harbor that is the oracle."""
        return HARBOR_VERSION if self.oracle is None else self.oracle.version

    def terms(self, expect: Expect) -> Terms:
        """Return how each step is taken, where answers are held against what is expected so."""
        return Terms(self.seed, self.examples, self.declared, expect, self.release, self.whole)


def run(
    settings: RunSettings, steps: Sequence[Step], workers: Workers
) -> Generator[CheckResult, None, None]:
    """Yield the result of each step in the order in which they end.

    harbor's recorded answers are checked at the same time, for all operations of the steps.
    Raises UntrustedOracleError as soon as a worker finds that one moved, or any other reason not
    to believe harbor, and BrokenExecutor where workers end. When the caller stops early, what is
    still running is ended.
    """
    jobs = min(workers.jobs, len(steps))
    preload = modules_for(sorted({step.operation for step in steps}))
    with (
        reaped_tempdir(scratch_folder) as folder,
        workers.executor(
            preload,
            len(steps),
            candidate=settings.candidate,
            predictions=functions_of(settings.declared),
        ) as executor,
    ):
        if workers.scheduler is None:
            tasks = _tasks_here(settings, steps, jobs, folder)
        else:
            tasks = _tasks_elsewhere(settings, steps)
        for _, results in completed(executor, _call, tasks):
            yield from results


type _Task = Callable[[], list[CheckResult]]


def _call(task: _Task) -> list[CheckResult]:
    return task()


def _tasks_here(
    settings: RunSettings, steps: Sequence[Step], jobs: int, folder: str
) -> Iterator[_Task]:
    """Yield the tasks of a run; processes here are alike, so one checks an operation for all."""
    held = frozenset(step.clause for step in steps if step.check == RECORDED)
    for operation in sorted({step.operation for step in steps}):
        yield partial(hold_to_recorded, operation, held, folder, settings.oracle)
    for part in batched(steps, _between_looks(settings, len(steps), jobs)):
        yield partial(take_all, settings, part, folder)


def _tasks_elsewhere(settings: RunSettings, steps: Sequence[Step]) -> Iterator[_Task]:
    """Yield the tasks of a run by workers elsewhere; what they are depends on the run alone."""
    for part in parts_elsewhere(settings, steps):
        yield partial(take_elsewhere, settings, part)


def parts_elsewhere(settings: RunSettings, steps: Sequence[Step]) -> Iterator[tuple[Step, ...]]:
    """Yield the steps of each task of a run by workers elsewhere."""
    return batched(steps, max(1, _QUESTIONS_ELSEWHERE // settings.examples))


_QUESTIONS_ELSEWHERE = 200
"""Generated inputs of one task elsewhere, about; docs/fleet.md has the measurements."""


def functions_of(declared: ExpectedDeviations) -> tuple[str, ...]:
    """Return the functions of predictions, whose code has to be the same on a worker elsewhere."""
    return tuple(prediction.function for prediction in declared.predictions)


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


def _between_looks(settings: RunSettings, steps: int, jobs: int) -> int:
    """Return after how many steps a worker looks whether harbor in memory is as it was.

    A worker gets many such parts, so that one that waits for the candidate keeps few others.
    """
    return max(1, min(_QUESTIONS // cases_of(settings.examples), steps // (_PARTS * jobs)))


_PARTS = 32
"""Parts of a run for each worker, at least, where there are as many steps."""


_QUESTIONS = 1000
"""Generated questions, about, whose answers are believed by one look, which takes 3 ms."""


def take_all(settings: RunSettings, steps: Sequence[Step], folder: str) -> list[CheckResult]:
    """Return the results of steps, in a process that serves this run alone.

    harbor's reward files go to a folder, or where ``open_harbor`` has them go where that is empty.
    """
    harbor = _harbor(folder, settings.oracle)
    try:
        results = [_take(settings, step, harbor) for step in steps]
    except CorpusMismatchError as error:
        raise untrusted(harbor, error) from error
    harbor.verify()
    return results


def take_elsewhere(settings: RunSettings, steps: Sequence[Step]) -> list[CheckResult]:
    """Return the results of steps on a worker elsewhere, whose harbor is checked first."""
    believed({step.operation for step in steps})
    return take_all(settings, steps, "")


def believed(operations: Iterable[str], but: frozenset[str] = frozenset()) -> Harbor:
    """Return the harbor of this process, whose answers to these operations were checked once.

    ``but`` are clauses that are compared elsewhere. Raises UntrustedOracleError where an answer is
    not as recorded.
    """
    for operation in sorted(operations):
        _believe(operation, but)
    return _harbor("", None)


@cache
def _believe(operation: str, but: frozenset[str]) -> None:
    hold_to_recorded(operation, but, "")


def _take(settings: RunSettings, step: Step, harbor: Harbor) -> CheckResult:
    candidate = _candidate(settings.candidate)
    if isinstance(candidate, CandidateError):
        if step.check == RECORDED:
            recorded = corpus.read(corpus.file_of(step.clause))
            CheckedOracle(harbor, (one.in_release(settings.release) for one in recorded))
        fault = f"it answered a first process, and could not be started again: {candidate}"
        return CheckResult(step.clause, step.check, seed=0, cases=0, seconds=0.0, faults=(fault,))
    expectation = (
        expectation_of(settings.declared, settings.release) if settings.declared.expects else None
    )
    result = step.take(harbor, candidate, settings.terms(expectation or as_harbor))
    faults, candidate.faults = tuple(candidate.faults), []
    result = replace(result, faults=faults)
    if expectation is None:
        return result
    applied, predicted = expectation.take_applied(), expectation.take_predicted()
    return replace(result, applied=applied, predicted=predicted)


def experiment_of(settings: RunSettings, cases: int, folder: str) -> Experiment | None:
    """Return what runs the new cases of a diagnosis, in a process that serves this run alone.

    None where the candidate cannot be started once more.
    """
    candidate = _candidate(settings.candidate)
    if isinstance(candidate, CandidateError):
        return None
    declared = settings.declared
    expectation = expectation_of(declared, settings.release) if declared.expects else as_harbor
    return Experiment(
        _harbor(folder, settings.oracle),
        candidate,
        settings.seed,
        cases,
        declared.asks,
        expectation,
    )


def hold_to_recorded(
    operation: str, but: Collection[str], folder: str, release: Release | None = None
) -> list[CheckResult]:
    """Compare harbor with the recorded answers of an operation; raises UntrustedOracleError.

    ``but`` are clauses that are compared elsewhere. There are no results: a worker only checks.
    """
    harbor = _harbor(folder, release)
    refuse_moved(harbor, operation, but)
    harbor.verify()
    return []


@cache
def _harbor(folder: str, release: Release | None) -> Harbor:
    if release is None:
        return open_harbor(folder)
    harbor = ReleasedHarbor(release)
    end_with_worker(harbor.abandon, harbor.close)
    return harbor


_EXPECTATIONS: dict[str, Expectation] = {}
"""What this process compares candidates with, by what their expected deviations declare."""


def expectation_of(declared: ExpectedDeviations, release: str = HARBOR_VERSION) -> Expectation:
    """Return what is expected of a candidate; its predictions end with this process."""
    key = f"{release} {declared!r}"
    if key not in _EXPECTATIONS:
        predictions = Predictions()
        end_with_worker(predictions.abandon)
        _EXPECTATIONS[key] = Expectation(declared, predictions.ask, release)
    return _EXPECTATIONS[key]


@cache
def _candidate(spec: CandidateSpec) -> NamedCandidate | CandidateError:
    try:
        candidate = start(spec)
    except CandidateError as error:
        return error
    end_with_worker(candidate.abandon, candidate.close)
    return candidate
