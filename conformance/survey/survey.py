"""Surveys readers side by side, each in a process and an environment of its own."""

import asyncio
import hashlib
import io
import sys
import tarfile
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from conformance.certification.plan import Profile
from conformance.executor.local import processes
from conformance.executor.workers import Workers
from conformance.implementations.environments import cache_folder
from conformance.implementations.installed_harbor import write_jobs
from conformance.implementations.process.command import own_module
from conformance.implementations.process.reaper import forget_group, reap_group, reaped_tempdir
from conformance.implementations.process.tool import end_group
from conformance.implementations.readers.reader import Reader
from conformance.implementations.start import open_harbor
from conformance.protocol.values import HARBOR_VERSION
from conformance.recorded.atomic_write import atomic_write
from conformance.survey import showing
from conformance.survey.one import Task, of_writers
from conformance.survey.questions import QUESTIONS, Question
from conformance.survey.results import Reading, Survey
from conformance.survey.showing import Files

type Progress = Callable[[str], None]


@dataclass(frozen=True)
class Settings:
    """Which readers are surveyed, and how.

    ``versions`` are taken instead of the pinned ones, ``sources`` are checkouts by name, and
    ``fresh`` takes nothing from an earlier survey. ``seconds`` is what one reader may take.
    """

    readers: tuple[Reader, ...]
    cache: Path
    workers: Workers
    seed: int = 0
    profile: Profile = Profile.QUICK
    sources: dict[str, Path] = field(default_factory=dict)
    seconds: float = 900.0
    fresh: bool = False


def survey(settings: Settings, progress: Progress) -> Survey:
    """Return what every reader shows; what cannot be surveyed is said there.

    What is known of a reader is kept as soon as it is known, and not asked again while
    nothing that it rests on has changed. Writers come first: what they write is asked too.
    """
    writers = [reader for reader in settings.readers if reader.kind == "writer"]
    with reaped_tempdir("harbor-conformance-survey-") as name:
        progress("harbor runs the jobs that are shown")
        jobs = _written(QUESTIONS, Path(name), settings.workers.jobs)
        first = _taken(settings, writers, jobs, {}, progress)
        written = {
            f"{reading.name}: {title}": files
            for reading in first
            for title, files in reading.written.items()
        }
        jobs |= _written(of_writers(written), Path(name), settings.workers.jobs)
        readings = _taken(settings, settings.readers, jobs, written, progress)
    return _together(settings, readings, written)


def _written(questions: Sequence[Question], folder: Path, jobs: int) -> dict[str, Path]:
    """Return the folder of the job of each question."""
    places = {f"job-{place}-{len(questions)}": question for place, question in enumerate(questions)}
    parts = [tuple(places)[part::jobs] for part in range(min(jobs, len(places)))]
    written: dict[str, Path] = {}
    # In processes of its own, since what an interrupt does to harbor's loop is told at length.
    with processes(max(1, len(parts)), ["oracle.job_folder"]) as pool:
        scenarios = ({name: places[name].scenario for name in part} for part in parts)
        for future in [pool.submit(write_jobs, part, folder) for part in scenarios]:
            written |= future.result()
    return {question.id: written[name] for name, question in places.items()}


def _together(settings: Settings, readings: Sequence[Reading], written: Files) -> Survey:
    harbor = open_harbor()
    try:
        shown = {
            question.id: showing.of_harbor(harbor, question)
            for question in (*QUESTIONS, *of_writers(written))
        }
    finally:
        harbor.close()
    return Survey(
        harbor=HARBOR_VERSION,
        seed=settings.seed,
        profile=settings.profile.value,
        shown=shown,
        readings=tuple(readings),
    )


def _taken(
    settings: Settings,
    readers: Sequence[Reader],
    jobs: dict[str, Path],
    written: Files,
    progress: Progress,
) -> list[Reading]:
    """Return a reading of each reader, in their order."""
    tasks = [_task(settings, reader, jobs, written) for reader in readers]
    if not tasks:
        return []
    if settings.workers.scheduler is None:
        return asyncio.run(_all(settings, tasks, surveyed, settings.workers.jobs, progress))
    with settings.workers.executor() as executor:
        act = partial(_surveyed_elsewhere, executor)
        return asyncio.run(_all(settings, tasks, act, len(tasks), progress))


def _task(settings: Settings, reader: Reader, jobs: dict[str, Path], written: Files) -> Task:
    source = settings.sources.get(reader.name)
    return Task(
        name=f"{reader.name}=={reader.version}",
        source="" if source is None else str(source.absolute()),
        seed=settings.seed,
        profile=settings.profile,
        seconds=settings.seconds,
        cache=settings.cache,
        jobs=jobs,
        written=written,
    )


async def _all(
    settings: Settings,
    tasks: Sequence[Task],
    act: Callable[[Task], Awaitable[Reading]],
    at_once: int,
    progress: Progress,
) -> list[Reading]:
    places = asyncio.Semaphore(at_once)
    suite = _digest_of_suite()

    async def one(task: Task) -> Reading:
        file = _file(settings, task, suite)
        if file.exists() and not settings.fresh:
            return Reading.model_validate_json(file.read_bytes())
        async with places:
            progress(f"{task.name} is surveyed")
            reading = await act(task)
        if not reading.problem:
            atomic_write(file, reading.model_dump_json())
        progress(f"{task.name}: {reading.verdict or reading.problem or 'surveyed'}")
        return reading

    async with asyncio.TaskGroup() as group:
        running = [group.create_task(one(task)) for task in tasks]
    return [task.result() for task in running]


async def surveyed(task: Task) -> Reading:
    """Have a process of its own survey a reader; it ends in time, with all that it started."""
    process = await asyncio.create_subprocess_exec(
        *own_module("conformance.survey"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        start_new_session=True,
    )
    reap_group(process.pid)
    name = task.name.partition("==")[0]
    try:
        asked = process.communicate(task.model_dump_json().encode())
        printed, log = await asyncio.wait_for(asked, task.seconds)
    except TimeoutError:
        why = f"{name} was not surveyed within {task.seconds:g} s"
        return Reading(name=name, problem=why)
    finally:
        end_group(process.pid)
        await process.wait()
        forget_group(process.pid)
    if process.returncode:
        why = log.decode("utf-8", "replace").strip().rpartition("\n")[2]
        return Reading(name=name, problem=f"{name} was not surveyed: {why}")
    return Reading.model_validate_json(printed)


async def _surveyed_elsewhere(executor: Executor, task: Task) -> Reading:
    """Survey a reader on a worker elsewhere, which gets the jobs; one of a checkout stays here."""
    if task.source:
        return await surveyed(task)
    content = _packed(task.jobs)
    lean = task.model_copy(update={"jobs": {}, "cache": Path()})
    return await asyncio.wrap_future(
        executor.submit(survey_unpacked, lean.model_dump_json(), content)
    )


def survey_unpacked(task: str, jobs: bytes) -> Reading:
    """Return what a survey of one reader shows, in a worker's process."""
    with reaped_tempdir("harbor-conformance-survey-") as folder:
        places = _unpacked(jobs, Path(folder))
        given = Task.model_validate_json(task)
        own = given.model_copy(update={"jobs": places, "cache": cache_folder()})
        return asyncio.run(surveyed(own))


def _packed(jobs: Mapping[str, Path]) -> bytes:
    """Return the folders of jobs as an archive, each below the id of its question."""
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w:gz") as archive:
        for id_, folder in jobs.items():
            archive.add(folder, f"{id_}/{folder.name}")
    return content.getvalue()


def _unpacked(content: bytes, folder: Path) -> dict[str, Path]:
    with tarfile.open(fileobj=io.BytesIO(content)) as archive:
        archive.extractall(folder, filter="data")
    return {home.name: next(home.iterdir()) for home in folder.iterdir()}


def _file(settings: Settings, task: Task, suite: str) -> Path:
    """Return the file that keeps what a survey of a reader showed."""
    asked = task.model_dump_json(exclude={"jobs", "cache", "seconds"})
    digest = hashlib.sha256(f"{suite} {sys.version} {asked}".encode()).hexdigest()[:16]
    folder = settings.cache / "survey"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{task.name}-{digest}.json"


_OURS = ("candidates", "conformance", "corpus", "oracle")


def _digest_of_suite() -> str:
    """Return a digest of all that the answers of a survey rest on, but for the readers."""
    home = Path(__file__).parent.parent.parent
    digest = hashlib.sha256()
    for name in _OURS:
        for file in sorted((home / name).rglob("*")):
            if file.suffix in {".py", ".json", ".toml"}:
                digest.update(f"{file.relative_to(home)}\0".encode())
                digest.update(file.read_bytes())
    return digest.hexdigest()
