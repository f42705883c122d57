"""Surveys readers in parallel, each in its own process and environment."""

import hashlib
import io
import tarfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from conformance.certification.plan import Profile
from conformance.examination.atomic_write import atomic_write
from conformance.executor.local import modules_for
from conformance.executor.workers import Workers, completed
from conformance.implementations.environments import made_folder
from conformance.implementations.process.command import Command
from conformance.implementations.process.reaper import reaped_tempdir
from conformance.implementations.readers.reader import Reader
from conformance.implementations.readers.showing import Files, ShownValue
from conformance.implementations.released_harbor import (
    INSTALLED,
    AbsentReleaseError,
    opened_harbor,
    served_release,
    write_released_jobs,
)
from conformance.implementations.start import UntrustedOracleError, open_harbor
from conformance.protocol.values import HARBOR_VERSION
from conformance.survey.inputs import INPUTS, SurveyInput, of_harbor, of_writers
from conformance.survey.one import JobFolders, ReaderTask, survey_in_time
from conformance.survey.results import Reading, Survey, in_one_sentence, written_by

_FOLDER = "harbor-conformance-survey-"

type Progress = Callable[[str], None]


@dataclass(frozen=True)
class SurveySettings:
    """Which readers are surveyed, and how.

    ``identity_of`` returns what the reading of a reader depends on: an earlier reading is used
    again if that is equal, unless ``fresh`` is set. ``newest`` is the release of harbor that is
    shown next to the pinned one, and ``seconds`` is the time that one reader may take.
    """

    readers: tuple[Reader, ...]
    workers: Workers
    identity_of: Callable[[Reader], Mapping[str, str]]
    seed: int = 0
    profile: Profile = Profile.QUICK
    seconds: float = 900.0
    fresh: bool = False
    newest: str = ""


def survey(settings: SurveySettings, progress: Progress) -> Survey:
    """Return the reading of every reader, or why there is none.

    Each reading is kept as soon as it is done, and reused as long as nothing that it depends on
    changes. Writers come first, since their files are inputs too.
    """
    writers = [one for one in settings.readers if one.kind == "writer"]
    later = [one for one in settings.readers if one.releases and one.version != HARBOR_VERSION]
    others = [one for one in settings.readers if one not in (*writers, *later)]
    with reaped_tempdir(_FOLDER) as folder:
        progress("harbor runs the jobs that are shown")
        jobs = _jobs(INSTALLED, INPUTS, Path(folder, "jobs"))
        readings = _taken(settings, writers, jobs, {}, progress)
        written = written_by(readings.values())
        jobs |= _jobs(INSTALLED, of_writers(written), Path(folder, "written"))
        inputs = (*INPUTS, *of_writers(written))
        with closing(open_harbor()) as harbor:
            shown = {one.id: of_harbor(harbor, one) for one in inputs}
        shown_later, jobs_later = _later(settings, inputs, Path(folder), progress)
        newest = {(job, settings.newest): folder for (job, _), folder in jobs_later.items()}
        readings |= _taken(settings, others, jobs | newest, written, progress)
        if jobs_later:
            readings |= _taken(settings, later, jobs_later, written, progress)
    return Survey(
        harbor=HARBOR_VERSION,
        seed=settings.seed,
        profile=settings.profile.value,
        shown=shown,
        readings=tuple(
            readings.get(one.title, Reading(name=one.name, problem=f"{one.title} is not here"))
            for one in settings.readers
        ),
        newest=settings.newest if shown_later else "",
        shown_later=shown_later,
    )


def _jobs(harbor: Command, inputs: Sequence[SurveyInput], folder: Path) -> JobFolders:
    """Have a harbor run the jobs of these inputs; return their folders."""
    scenarios = {one.job: one.scenario for one in inputs}
    written = write_released_jobs(harbor, scenarios, folder)
    return {(job, ""): place for job, place in written.items()}


def _later(
    settings: SurveySettings, inputs: Sequence[SurveyInput], folder: Path, progress: Progress
) -> tuple[dict[str, ShownValue], JobFolders]:
    """Return what the newest release shows, and the jobs that it runs for readers of its files.

    Returns nothing if it cannot be installed.
    """
    if not settings.newest:
        return {}, {}
    try:
        with (
            served_release(settings.newest) as release,
            closing(opened_harbor(release)) as harbor,
        ):
            shown = {one.id: of_harbor(harbor, one) for one in inputs}
            sources = {source for one in settings.readers for source in (one.trial, one.job)}
            if "results" not in sources or release is None:
                return shown, {}
            progress(f"harbor {settings.newest} runs them too")
            return shown, _jobs(release.command, inputs, folder / "later")
    except (AbsentReleaseError, UntrustedOracleError) as error:
        progress(f"not shown: {error}")
    return {}, {}


def _taken(
    settings: SurveySettings,
    readers: Sequence[Reader],
    jobs: JobFolders,
    written: Files,
    progress: Progress,
) -> dict[str, Reading]:
    """Return a reading of each reader by the reader's title."""
    given = settings.seed, settings.profile, settings.seconds, jobs, written
    tasks = [ReaderTask(one.title, *given) for one in readers]
    files = {one.name: _file(settings, one, of) for one, of in zip(tasks, readers, strict=True)}
    readings = {
        title: Reading.model_validate_json(file.read_bytes())
        for title, file in files.items()
        if file.exists() and not settings.fresh
    }
    left = [task for task in tasks if task.name not in readings]
    for task, reading in _surveyed(settings.workers, left):
        if not reading.problem:
            atomic_write(files[task.name], reading.model_dump_json())
        told = in_one_sentence(reading) if reading.verdict else "surveyed"
        progress(f"{task.name}: {reading.problem or told}")
        readings[task.name] = reading
    return readings


def _surveyed(
    workers: Workers, tasks: Sequence[ReaderTask]
) -> Iterator[tuple[ReaderTask, Reading]]:
    """Yield the reading of each reader as it is done."""
    if not tasks:
        return
    preload = ["conformance.survey.one", *modules_for(("verifier", "metric", "pass_at_k"))]
    with workers.executor(preload, len(tasks)) as pool:
        if workers.scheduler is None:
            yield from completed(pool, survey_in_time, tasks, workers.jobs)
        else:
            elsewhere = partial(survey_elsewhere, pack(tasks[0].jobs.values()))
            yield from completed(pool, elsewhere, tasks)


def survey_elsewhere(jobs: bytes, task: ReaderTask) -> Reading:
    """Return the reading of a reader on another machine, with the job folders sent along."""
    with reaped_tempdir(_FOLDER) as folder:
        places = dict(zip(task.jobs, unpack(jobs, Path(folder)), strict=True))
        return survey_in_time(replace(task, jobs=places))


def pack(folders: Iterable[Path]) -> bytes:
    """Return an archive of folders, each below its index."""
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w:gz") as archive:
        for number, folder in enumerate(folders):
            archive.add(folder, f"{number}/{folder.name}")
    return content.getvalue()


def unpack(content: bytes, folder: Path) -> list[Path]:
    """Unpack an archive below a folder; return its folders in order."""
    with tarfile.open(fileobj=io.BytesIO(content)) as archive:
        archive.extractall(folder, filter="data")
    homes = sorted(folder.iterdir(), key=lambda home: int(home.name))
    return [next(home.iterdir()) for home in homes]


def _file(settings: SurveySettings, task: ReaderTask, reader: Reader) -> Path:
    """Return the file that keeps a reading, named by everything that the reading depends on."""
    rests_on = dict(settings.identity_of(reader))
    basis = task.name, task.seed, task.profile, task.written, task.newest, rests_on
    digest = hashlib.sha256(repr(basis).encode()).hexdigest()[:16]
    return made_folder("survey") / f"{task.name}-{digest}.json"
