"""A survey by a fleet: a reader is installed on the worker, and shown the jobs that came along."""

import asyncio
import io
import tarfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from conformance.executor.workers import Workers
from conformance.implementations.environments import cache_folder
from conformance.implementations.process.reaper import reaped_tempdir
from conformance.survey.one import Task
from conformance.survey.results import Reading
from conformance.survey.survey import One, surveyed


@contextmanager
def surveying_on(workers: Workers) -> Iterator[One]:
    """Yield what has a reader surveyed elsewhere; one of a checkout is surveyed here."""
    with workers.executor() as pool:

        async def one(task: Task) -> Reading:
            if task.source:
                return await surveyed(task)
            content = _packed(task.jobs)
            return await asyncio.wrap_future(pool.submit(survey, _without_places(task), content))

        yield one


def survey(task: str, jobs: bytes) -> Reading:
    """Return what a survey of one reader shows, in a worker's process."""
    with reaped_tempdir("harbor-conformance-survey-") as folder:
        places = _unpacked(jobs, Path(folder))
        given = Task.model_validate_json(task)
        own = given.model_copy(update={"jobs": places, "cache": cache_folder()})
        return asyncio.run(surveyed(own))


def _without_places(task: Task) -> str:
    return task.model_copy(update={"jobs": {}, "cache": Path()}).model_dump_json()


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
