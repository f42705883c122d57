"""Surveys readers side by side, each in a process and an environment of its own."""

import asyncio
import hashlib
import sys
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from conformance.certification.plan import Profile
from conformance.executor.local import processes
from conformance.implementations.installed_harbor import write_jobs
from conformance.implementations.process.command import own_module
from conformance.implementations.process.reaper import forget_group, reap_group, reaped_tempdir
from conformance.implementations.process.tool import end_group
from conformance.implementations.readers.reader import Reader
from conformance.implementations.start import open_harbor
from conformance.protocol.values import HARBOR_VERSION
from conformance.recorded.whole import write_whole
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
    ``elsewhere`` surveys one in place of processes here.
    """

    readers: tuple[Reader, ...]
    cache: Path
    jobs: int
    seed: int = 0
    profile: Profile = Profile.QUICK
    sources: dict[str, Path] = field(default_factory=dict)
    seconds: float = 900.0
    fresh: bool = False
    elsewhere: "One | None" = None


type One = Callable[[Task], Awaitable[Reading]]
"""Surveys one reader."""


def survey(settings: Settings, progress: Progress) -> Survey:
    """Return what every reader shows; what cannot be surveyed is said there.

    What is known of a reader is kept as soon as it is known, and not asked again while
    nothing that it rests on has changed. Writers come first: what they write is asked too.
    """
    writers = [reader for reader in settings.readers if reader.kind == "writer"]
    with reaped_tempdir("harbor-conformance-survey-") as name:
        progress("harbor runs the jobs that are shown")
        jobs = _written(QUESTIONS, Path(name), settings.jobs)
        first = _taken(settings, writers, jobs, {}, progress)
        written = {
            f"{reading.name}: {title}": files
            for reading in first
            for title, files in reading.written.items()
        }
        jobs |= _written(of_writers(written), Path(name), settings.jobs)
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
    return asyncio.run(_all(settings, tasks, progress)) if tasks else []


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


async def _all(settings: Settings, tasks: Sequence[Task], progress: Progress) -> list[Reading]:
    act = settings.elsewhere or surveyed
    places = asyncio.Semaphore(len(tasks) if settings.elsewhere else settings.jobs)
    suite = _digest_of_suite()

    async def one(task: Task) -> Reading:
        file = _file(settings, task, suite)
        if file.exists() and not settings.fresh:
            return Reading.model_validate_json(file.read_bytes())
        async with places:
            progress(f"{task.name} is surveyed")
            reading = await act(task)
        if not reading.problem:
            write_whole(file, reading.model_dump_json())
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
