"""Surveys one reader: what it shows, how it answers the suite, and why it differs."""

import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

from conformance.certification.certifying import certify
from conformance.certification.plan import Profile
from conformance.certification.report_parts import OperationCounts
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
from conformance.survey import questions, showing
from conformance.survey.questions import Question, Trial
from conformance.survey.results import CellCause, Counts, Reading, Seen

_MOST = 3
"""Reported divergences of a reader whose expected deviations do not hold."""


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


class _LateError(BaseException):
    """The seconds of a survey are over."""


def survey_in_time(task: ReaderTask) -> Reading:
    """Return what a survey of one reader shows, or why there is none after its seconds.

    An exception ends the survey, with everything that it has started, wherever it is; it can be
    raised in the main thread only, where an executor's processes work.
    """

    def late(_: int, __: FrameType | None) -> None:
        raise _LateError

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, task.seconds)
    name = task.name.partition("==")[0]
    try:
        return survey_one(task)
    except _LateError:
        return Reading(name=name, problem=f"{name} was not surveyed within {task.seconds:g} s")
    except UntrustedOracleError:
        raise
    except Exception as error:  # noqa: BLE001 - the other readers are surveyed all the same
        why = f"{type(error).__name__}: {error}"
        return Reading(name=name, problem=f"{name} was not surveyed: {why}")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def survey_one(task: ReaderTask) -> Reading:
    """Return what a survey of one reader shows, or why it could not be surveyed."""
    try:
        described = reader(task.name)
        if described.has_nothing:
            return Reading(name=described.name, version=described.version)
        variables = ((SOURCE, task.source),) if task.source else ()
        ready = prepared(described, variables, task.cache)
        asked = [*questions.QUESTIONS, *of_writers(task.written)]
        jobs = [(task.jobs[question.id], question.shows) for question in asked]
        shown, files = of_reader(ready, jobs, task.seconds)
    except ReaderError as error:
        return Reading(name=task.name.partition("==")[0], problem=str(error))
    declared = _expected(task.name)
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


def of_writers(written: Files) -> list[Question]:
    """Return a question for each set of files that a writer wrote."""
    return [
        Question(_id(title), title, (Trial.written("task", files),))
        for title, files in written.items()
    ]


def _id(title: str) -> str:
    return re.sub("[^a-z0-9]+", "-", title.lower()).strip("-")


def _expected(name: str) -> ExpectedDeviations:
    file = deviations.find(f"{READER}{name}")
    return ExpectedDeviations() if file is None else reading.load(file)


def _certified(met: Reading, task: ReaderTask, declared: ExpectedDeviations) -> Reading:
    """Add the certificate of a reader."""
    variables = ((SOURCE, task.source),) if task.source else ()
    spec = CandidateSpec(f"{READER}{task.name}", env=variables)
    request = Request(spec, task.seed, Workers(1), profile=task.profile, declared=declared)
    try:
        run = certify(request, lambda _: nullcontext(lambda _: None))
    except CandidateError as error:
        return met.model_copy(update={"problem": f"could not be run: {error}"})
    verdict, code = run.verdict, run.exit_code
    told = [f"{one.clause}: {one.asked}: {one.difference}" for one in run.findings[:_MOST]]
    return met.model_copy(
        update={
            "verdict": verdict,
            "holds": code != ExitCode.DIVERGES,
            "problem": "" if code in _VERDICTS else verdict,
            "operations": {name: _counts(one) for name, one in run.operations.items()},
            "findings": (*run.stale, *run.faults, *told),
        }
    )


def _counts(of: OperationCounts) -> Counts:
    declared = sum(one.declared for one in of.clauses.values())
    return Counts(cases=of.cases, declared=declared, divergences=of.divergences)


def _seen(
    asked: list[Question], shown: list[ShownValue], declared: ExpectedDeviations
) -> dict[str, Seen]:
    """Return what was shown, with the expected deviations that show in each job."""
    with _expectation(declared) as expect, _harbor() as harbor:
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
        rewards = [showing.rewards_of(harbor, trial) for trial in question.trials]
        yield Case("metric", {"metric": "mean", "rewards": rewards})
    yield Case("pass_at_k", {"trials": showing.attempts(harbor, question)})


_DISTINCT = 12
"""Trials of a job whose files are looked at for causes; those of tenths are all alike."""


@contextmanager
def _expectation(declared: ExpectedDeviations) -> Iterator[Expectation]:
    predictions = Predictions()
    try:
        yield Expectation(declared, predictions.ask)
    finally:
        predictions.abandon()


@contextmanager
def _harbor() -> Iterator[Harbor]:
    harbor = open_harbor()
    try:
        yield harbor
    finally:
        harbor.close()
