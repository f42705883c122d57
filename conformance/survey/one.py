"""Surveys one reader: what it shows, how it answers the suite, and why it differs."""

import signal
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

from conformance.certification.certifying import certify
from conformance.certification.plan import Profile
from conformance.certification.request import Request
from conformance.certification.verdict import ExitCode
from conformance.diagnosis.expected import deviations, reading
from conformance.diagnosis.expected.deviations import ExpectedDeviations
from conformance.diagnosis.expected.expecting import Expectation
from conformance.executor.workers import Workers
from conformance.implementations.process.prediction import Predictions
from conformance.implementations.readers.environment import SOURCE, prepared
from conformance.implementations.readers.reader import ReaderError, reader
from conformance.implementations.readers.showing import Files, ShownValue, of_reader
from conformance.implementations.start import (
    READER,
    CandidateError,
    CandidateSpec,
    Harbor,
    UntrustedOracleError,
    open_harbor,
)
from conformance.protocol.values import Case
from conformance.survey import showing
from conformance.survey.questions import QUESTIONS, Question, of_writers
from conformance.survey.results import CellCause, Counts, Reading, Seen

_MOST = 3
"""Reported divergences of a reader whose expected deviations do not hold."""

_DISTINCT = 12
"""Trials of a job whose files are looked at for causes; those of tenths are all alike."""

_VERDICTS = {ExitCode.CONFORMANT, ExitCode.DIVERGES}


@dataclass(frozen=True)
class ReaderTask:
    """Which reader is surveyed, on which jobs, and with what.

    ``name`` may be ``NAME==VERSION``; ``written`` are files of writers, shown after the
    questions, and ``jobs`` the folder of the job of each.
    """

    name: str
    source: str
    seed: int
    profile: Profile
    seconds: float
    cache: Path
    jobs: dict[str, Path]
    written: Files = field(default_factory=dict)

    @property
    def variables(self) -> tuple[tuple[str, str], ...]:
        """The variables that the reader is given."""
        return ((SOURCE, self.source),) if self.source else ()


class _LateError(BaseException):
    """The seconds of a survey are over."""


@contextmanager
def _within(seconds: float) -> Iterator[None]:
    """Raise _LateError after some seconds, wherever the block is, which is in the main thread."""

    def late(_: int, __: FrameType | None) -> None:
        raise _LateError

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def survey_in_time(task: ReaderTask) -> Reading:
    """Return what a survey of one reader shows, or why there is none after its seconds.

    Whatever it has started ends with it.
    """
    try:
        with _within(task.seconds):
            return survey_one(task)
    except _LateError:
        why = f" within {task.seconds:g} s"
    except UntrustedOracleError:
        raise
    except Exception as error:  # noqa: BLE001 - the other readers are surveyed all the same
        why = f": {type(error).__name__}: {error}"
    name = task.name.partition("==")[0]
    return Reading(name=name, problem=f"{name} was not surveyed{why}")


def survey_one(task: ReaderTask) -> Reading:
    """Return what a survey of one reader shows, or why it could not be surveyed."""
    try:
        described = reader(task.name)
        if described.has_nothing:
            return Reading(name=described.name, version=described.version)
        ready = prepared(described, task.variables, task.cache)
        asked = [*QUESTIONS, *of_writers(task.written)]
        jobs = [(task.jobs[question.id], question.shows) for question in asked]
        shown, files = of_reader(ready, jobs, task.seconds)
    except ReaderError as error:
        return Reading(name=task.name.partition("==")[0], problem=str(error))
    file = deviations.find(f"{READER}{task.name}")
    declared = ExpectedDeviations() if file is None else reading.load(file)
    met = Reading(
        name=described.name,
        version=described.version,
        seen=_seen(asked, shown, declared),
        causes=tuple(
            CellCause(entry=one.title, cause=one.cause, source=one.source)
            for one in declared.expected
        ),
        written=files,
    )
    return _certified(met, task, declared) if described.calls else met


def _certified(met: Reading, task: ReaderTask, declared: ExpectedDeviations) -> Reading:
    """Add the certificate of a reader."""
    spec = CandidateSpec(f"{READER}{task.name}", env=task.variables)
    request = Request(spec, task.seed, Workers(1), profile=task.profile, declared=declared)
    try:
        run = certify(request, lambda _: nullcontext(lambda _: None))
    except CandidateError as error:
        return met.model_copy(update={"problem": f"could not be run: {error}"})
    differences = (f"{one.clause}: {one.asked}: {one.difference}" for one in run.findings[:_MOST])
    counts = {
        name: Counts(
            cases=of.cases,
            declared=sum(one.declared for one in of.clauses.values()),
            divergences=of.divergences,
        )
        for name, of in run.operations.items()
    }
    return met.model_copy(
        update={
            "verdict": run.verdict,
            "holds": run.exit_code != ExitCode.DIVERGES,
            "problem": "" if run.exit_code in _VERDICTS else run.verdict,
            "operations": counts,
            "findings": (*run.stale, *run.faults, *differences),
        }
    )


def _seen(
    asked: list[Question], shown: list[ShownValue], declared: ExpectedDeviations
) -> dict[str, Seen]:
    """Return what was shown, with the expected deviations that show in each job."""
    predictions = Predictions()
    with ExitStack() as stack:
        stack.callback(predictions.abandon)
        expect = Expectation(declared, predictions.ask)
        harbor = stack.enter_context(closing(open_harbor()))
        return {
            question.id: Seen(shown=what, causes=_at_work(question, expect, harbor))
            for question, what in zip(asked, shown, strict=True)
        }


def _at_work(question: Question, expect: Expectation, harbor: Harbor) -> tuple[str, ...]:
    """Return the entries that change an answer of the chain from files to what is shown."""
    titles: set[str] = set()
    for case in _cases(question, harbor):
        # An entry that has once been seen at work is not looked for again.
        expect.take_applied()
        expect(case, harbor.answer(case))
        titles |= expect.take_applied()
    return tuple(sorted(titles))


def _cases(question: Question, harbor: Harbor) -> Iterator[Case]:
    distinct = dict.fromkeys(trial for trial in question.trials if not trial.fails)
    yield from (trial.case for trial in list(distinct)[:_DISTINCT])
    if len(question.trials) > 1:
        yield showing.mean(harbor, question)
    yield showing.attempts(harbor, question)
