"""Surveys one reader: what it shows, how it answers the suite, and why it differs."""

import signal
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import FrameType

from conformance.certification import ExitCode
from conformance.certification.certifying import certify
from conformance.certification.plan import Profile
from conformance.certification.request import Request
from conformance.diagnosis.expected import deviations, reading
from conformance.diagnosis.expected.deviations import ExpectedDeviations
from conformance.diagnosis.expected.expecting import modelled
from conformance.executor.workers import Workers
from conformance.implementations.process.prediction import Predictions
from conformance.implementations.readers.environment import Prepared, prepared
from conformance.implementations.readers.reader import ReaderError, reader
from conformance.implementations.readers.showing import Files, ShownValue, Shows, of_reader
from conformance.implementations.start import (
    READER,
    CandidateError,
    CandidateSpec,
    UntrustedOracleError,
    open_harbor,
)
from conformance.protocol.values import HARBOR_VERSION
from conformance.survey.causes import ALL_COUNT, Causes
from conformance.survey.inputs import INPUTS, SurveyInput, of_writers
from conformance.survey.results import CellCause, Counts, Reading, Seen

type JobFolders = dict[tuple[str, str], Path]
"""Folders by job and release; without a release, those of the pinned harbor."""


@dataclass(frozen=True)
class ReaderTask:
    """Which reader is surveyed, on which jobs, and with what.

    ``name`` is ``NAME==VERSION``; ``written`` are files of writers, shown after the other
    inputs. ``jobs`` has the folder of each job; those with a release are of the ``newest`` one.
    """

    name: str
    seed: int
    profile: Profile
    seconds: float
    jobs: JobFolders
    written: Files = field(default_factory=dict)

    @property
    def newest(self) -> str:
        """The newest release, if it has run the jobs as well."""
        return next((release for _, release in self.jobs if release), "")

    def place(self, one: SurveyInput, release: str = "") -> tuple[Path, Shows]:
        """Return the folder of the one trial, or of the job, and which number is shown."""
        job = self.jobs[one.job, release]
        trial = one.shows is Shows.TRIAL
        return next(job.glob("*/result.json")).parent if trial else job, one.shows


class _LateError(BaseException):
    """The time of a survey is over."""


@contextmanager
def _within(seconds: float) -> Iterator[None]:
    """Raise _LateError in the block after some seconds; the block runs in the main thread."""

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
    """Return the reading of one reader, or why there is none; processes it started are ended."""
    name = task.name.partition("==")[0]
    try:
        with _within(task.seconds):
            return survey_one(task)
    except _LateError:
        problem = f"{name} was not surveyed within {task.seconds:g} s"
    except ReaderError as error:
        problem = str(error)
    except UntrustedOracleError:
        raise
    except Exception as error:  # noqa: BLE001 - the other readers are surveyed all the same
        problem = f"{name} was not surveyed: {type(error).__name__}: {error}"
    return Reading(name=name, problem=problem)


def survey_one(task: ReaderTask) -> Reading:
    """Return the reading of one reader; raises ReaderError if it cannot be surveyed."""
    described = reader(task.name)
    met = Reading(name=described.name, version=described.version)
    if described.has_nothing:
        return met
    ready = prepared(described)
    file = deviations.find(f"{READER}{task.name}")
    declared = ExpectedDeviations() if file is None else reading.load(file)
    entries = [*declared.expected, *described.rules]
    told = [*entries, ALL_COUNT] if task.newest else entries
    if absent := ", ".join(_absent(ready, [one.source for one in entries])):
        raise ReaderError(f"{described.name}: what is cited is not in the package: {absent}")
    causes = (CellCause(entry=one.title, cause=one.cause, source=one.source) for one in told)
    met = met.model_copy(update={**_seen(task, ready, declared), "causes": tuple(causes)})
    return _certified(met, task, declared) if described.calls else met


def _absent(ready: Prepared, sources: list[str]) -> list[str]:
    """Return what is cited but missing in the pinned version, or in each release of harbor."""
    described = ready.reader
    if described.version == reader(described.name).version:
        return [*ready.absent([described.target.source, *sources]), *ready.misread()]
    return [*ready.absent(sources)] if described.releases else []


def _certified(met: Reading, task: ReaderTask, declared: ExpectedDeviations) -> Reading:
    """Add the certificate of a reader."""
    spec = CandidateSpec(f"{READER}{task.name}")
    request = Request(spec, task.seed, Workers(1), profile=task.profile, declared=declared)
    try:
        run = certify(request, lambda _: nullcontext(lambda _: None))
    except CandidateError as error:
        return met.model_copy(update={"problem": f"could not be run: {error}"})
    is_judged = run.exit_code in {ExitCode.CONFORMANT, ExitCode.DIVERGES}
    differences = (f"{one.clause}: {one.asked}: {one.difference}" for one in run.findings[:3])
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
            "problem": "" if is_judged else run.verdict,
            "operations": counts,
            "findings": (*run.stale, *run.faults, *differences),
        }
    )


def _seen(task: ReaderTask, ready: Prepared, declared: ExpectedDeviations) -> dict[str, object]:
    """Return what is shown for each input, and for folders of the newest release, and written."""
    described = ready.reader
    inputs = [*INPUTS, *of_writers(task.written)]
    run = [("", one) for one in inputs if not one.why_not(described)]
    if task.newest and not described.releases:
        run += [(task.newest, one) for _, one in run if one.source(described) == "results"]
    places = [task.place(one, release) for release, one in run]
    values, written = of_reader(ready, places, task.seconds)
    predictions = Predictions()
    found: dict[str, dict[str, Seen]] = {"": {}, task.newest: {}}
    with ExitStack() as stack:
        stack.callback(predictions.abandon)
        harbor = stack.enter_context(closing(open_harbor()))
        pinned = Causes(described, declared, predictions.ask, harbor)
        newest = task.newest or HARBOR_VERSION
        later = replace(pinned, harbor=modelled(newest), release=newest)
        for (release, one), (place, _), value in zip(run, places, values, strict=True):
            causes = (later if release else pinned).of(one, place, value)
            found[release][one.id] = Seen(shown=value, causes=causes)
    lacks = Seen(shown=ShownValue(lacks=True))
    seen = {one.id: found[""].get(one.id, lacks) for one in inputs}
    return {"seen": seen, "later": found[task.newest] if task.newest else {}, "written": written}
