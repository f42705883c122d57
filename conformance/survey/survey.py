"""Surveys readers side by side, each in a process and an environment of its own."""

import hashlib
import io
import tarfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path

from conformance.certification.plan import Profile
from conformance.examination.recorded.atomic_write import atomic_write
from conformance.executor.local import modules_for, processes
from conformance.executor.workers import Workers, completed
from conformance.implementations.environments import cache_folder
from conformance.implementations.environments.versions import ReleaseError
from conformance.implementations.installed_harbor import write_jobs
from conformance.implementations.process.reaper import reaped_tempdir
from conformance.implementations.readers.reader import Reader
from conformance.implementations.readers.showing import Files, ShownValue
from conformance.implementations.released_harbor import opened_harbor, served_release
from conformance.implementations.start import open_harbor
from conformance.protocol.values import HARBOR_VERSION
from conformance.survey import showing
from conformance.survey.inputs import INPUTS, SurveyInput, of_writers
from conformance.survey.one import ReaderTask, survey_in_time
from conformance.survey.results import Reading, Survey, written_by

_FOLDER = "harbor-conformance-survey-"

type Progress = Callable[[str], None]


@dataclass(frozen=True)
class SurveySettings:
    """Which readers are surveyed, and how.

    ``identity_of`` returns what the reading of a reader depends on: an earlier reading is used
    again where that is equal, unless ``fresh`` is set. ``newest`` is the release of harbor that is
    shown next to the pinned one. ``sources`` are checkouts by the reader's name, and ``seconds``
    is the time that one reader may take.
    """

    readers: tuple[Reader, ...]
    cache: Path
    workers: Workers
    identity_of: Callable[[Reader], Mapping[str, str]]
    seed: int = 0
    profile: Profile = Profile.QUICK
    sources: dict[str, Path] = field(default_factory=dict)
    seconds: float = 900.0
    fresh: bool = False
    newest: str = ""


def survey(settings: SurveySettings, progress: Progress) -> Survey:
    """Return what every reader shows; what cannot be surveyed is said there.

    What is known of a reader is kept as soon as it is known, and not established again while
    nothing that it rests on has changed. Writers come first: what they write is an input too.
    """
    writers = [one for one in settings.readers if one.kind == "writer"]
    others = [one for one in settings.readers if one not in writers]
    with reaped_tempdir(_FOLDER) as folder:
        progress("harbor runs the jobs that are shown")
        jobs = _written(INPUTS, Path(folder), settings.workers.jobs)
        readings = _taken(settings, writers, jobs, {}, progress)
        written = written_by(readings.values())
        jobs |= _written(of_writers(written), Path(folder), settings.workers.jobs)
        readings |= _taken(settings, others, jobs, written, progress)
    inputs = (*INPUTS, *of_writers(written))
    with closing(open_harbor()) as harbor:
        shown = {one.id: showing.of_harbor(harbor, one) for one in inputs}
    later = _shown_later(settings, inputs, progress) if settings.newest else {}
    return Survey(
        harbor=HARBOR_VERSION,
        seed=settings.seed,
        profile=settings.profile.value,
        shown=shown,
        readings=tuple(readings[one.name] for one in settings.readers),
        newest=settings.newest if later else "",
        shown_later=later,
    )


def _shown_later(
    settings: SurveySettings, inputs: Sequence[SurveyInput], progress: Progress
) -> dict[str, ShownValue]:
    """Return what the newest release shows; nothing where it cannot be had."""
    try:
        with (
            served_release(settings.newest, settings.cache) as release,
            closing(opened_harbor(release)) as harbor,
        ):
            return {one.id: showing.of_harbor(harbor, one) for one in inputs}
    except ReleaseError as error:
        progress(f"harbor {settings.newest} is not shown: {error}")
    return {}


def _written(inputs: Sequence[SurveyInput], folder: Path, jobs: int) -> dict[str, Path]:
    """Return the folders of the jobs by their ids."""
    scenarios = {one.job: one.scenario for one in inputs}
    places = {f"job-{len(inputs)}-{place}": job for place, job in enumerate(scenarios)}
    parts = [list(places)[part::jobs] for part in range(min(jobs, len(places)))]
    written: dict[str, Path] = {}
    # In processes of its own, since what an interrupt does to harbor's loop is printed at length.
    with processes(max(1, len(parts)), ["oracle.job_folder"]) as pool:
        shares = ({place: scenarios[places[place]] for place in part} for part in parts)
        for future in [pool.submit(write_jobs, share, folder) for share in shares]:
            written |= future.result()
    return {job: written[place] for place, job in places.items()}


def _taken(
    settings: SurveySettings,
    readers: Sequence[Reader],
    jobs: dict[str, Path],
    written: Files,
    progress: Progress,
) -> dict[str, Reading]:
    """Return a reading of each reader by its name; those of a checkout are surveyed here."""
    tasks = {one.name: _task(settings, one, jobs, written) for one in readers}
    files = {one.name: _file(settings, tasks[one.name], one) for one in readers}
    readings = {
        name: Reading.model_validate_json(file.read_bytes())
        for name, file in files.items()
        if file.exists() and not settings.fresh
    }
    left = [task for name, task in tasks.items() if name not in readings]
    here = [task for task in left if task.source or not settings.workers.scheduler]
    elsewhere = [task for task in left if task not in here]
    for workers, some in ((Workers(settings.workers.jobs), here), (settings.workers, elsewhere)):
        for task, reading in _surveyed(workers, some):
            if not reading.problem:
                atomic_write(files[reading.name], reading.model_dump_json())
            progress(f"{task.name}: {reading.verdict or reading.problem or 'surveyed'}")
            readings[reading.name] = reading
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
            yield from completed(pool, SurveyElsewhere(pack(tasks[0].jobs)), tasks)


@dataclass(frozen=True)
class SurveyElsewhere:
    """Surveys a reader on another machine, with the jobs that came along."""

    jobs: bytes

    def __call__(self, task: ReaderTask) -> Reading:
        """Return what a survey of one reader shows."""
        with reaped_tempdir(_FOLDER) as folder:
            places = unpack(self.jobs, Path(folder))
            return survey_in_time(replace(task, jobs=places, cache=cache_folder()))


def pack(jobs: Mapping[str, Path]) -> bytes:
    """Return the folders of jobs as an archive, each below its id."""
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w:gz") as archive:
        for id_, folder in jobs.items():
            archive.add(folder, f"{id_}/{folder.name}")
    return content.getvalue()


def unpack(content: bytes, folder: Path) -> dict[str, Path]:
    """Return the folders of an archive's jobs, below a folder."""
    with tarfile.open(fileobj=io.BytesIO(content)) as archive:
        archive.extractall(folder, filter="data")
    return {home.name: next(home.iterdir()) for home in folder.iterdir()}


def _task(
    settings: SurveySettings, reader: Reader, jobs: dict[str, Path], written: Files
) -> ReaderTask:
    source = settings.sources.get(reader.name)
    return ReaderTask(
        name=f"{reader.name}=={reader.version}",
        source="" if source is None else str(source.absolute()),
        seed=settings.seed,
        profile=settings.profile,
        seconds=settings.seconds,
        cache=settings.cache,
        jobs=jobs,
        written=written,
    )


def _file(settings: SurveySettings, task: ReaderTask, reader: Reader) -> Path:
    """Return the file that keeps what a survey of a reader showed, by all that it rests on."""
    rests_on = dict(settings.identity_of(reader))
    basis = task.name, task.source, task.seed, task.profile, task.written, rests_on
    digest = hashlib.sha256(repr(basis).encode()).hexdigest()[:16]
    folder = settings.cache / "survey"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{task.name}-{digest}.json"
