"""Other releases of harbor on a worker: built there, with the versions that the run has."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from conformance.certification.run import functions_of
from conformance.executor.workers import Workers
from conformance.gate import run
from conformance.gate.examination import PairResult
from conformance.gate.gate import Taking
from conformance.gate.run import Plans, Questions, Shown, Take, Task
from conformance.implementations.environments import cache_folder
from conformance.implementations.environments.installed import installed
from conformance.implementations.environments.releases import Commands, Environment, served
from conformance.implementations.process.reaper import reaped_tempdir
from conformance.source_diff import watching
from conformance.source_diff.watching import Line

type Pinned = tuple[str, tuple[tuple[str, str], ...]]
"""A release, and the version of each package around it."""


@dataclass(frozen=True, slots=True)
class Ground:
    """Which releases a gate asks, and which lines of each it watches."""

    releases: tuple[Pinned, ...]
    watched: tuple[tuple[str, tuple[Line, ...]], ...]


def take_on(workers: Workers) -> Taking:
    """Return what has releases in these environments asked elsewhere."""

    @contextmanager
    def taking(environments: Sequence[Environment], jobs: int) -> Iterator[Take]:
        del jobs
        releases = tuple((one.release, tuple(sorted(one.pins.items()))) for one in environments)

        def take(
            tasks: Sequence[Task], commands: Commands, questions: Questions, plans: Plans
        ) -> Shown:
            wanted = tuple(one for one in releases if one[0] in commands)
            watched = tuple((release, plan.places) for release, plan in plans.items())
            ground = Ground(wanted, watched)
            with workers.executor(predictions=functions_of(questions.accepted)) as pool:
                yield from run.as_they_end(
                    {pool.submit(take_one, task, ground, questions): task for task in tasks}
                )

        yield take

    return taking


def take_one(task: Task, ground: Ground, questions: Questions) -> list[PairResult] | str:
    """Return what a task shows, in a worker's process."""
    return run.take_one(task, commands_of(ground.releases), questions, _plans(ground.watched))


_opened = ExitStack()
"""What serves releases, as long as this process lasts."""


@cache
def commands_of(releases: tuple[Pinned, ...]) -> Commands:
    """Return the command of each release here; raises UvError where one cannot be installed."""
    cache_ = cache_folder()
    cache_.mkdir(parents=True, exist_ok=True)
    environments = [
        Environment(release, installed(release, dict(pins), cache_), dict(pins))
        for release, pins in releases
    ]
    return _opened.enter_context(served(environments))


@cache
def _plans(watched: tuple[tuple[str, tuple[Line, ...]], ...]) -> Plans:
    folder = _opened.enter_context(reaped_tempdir(_folder))
    return {
        release: watching.plan(Path(folder) / f"{release}.json", places)
        for release, places in watched
    }


def _folder() -> TemporaryDirectory[str]:
    return TemporaryDirectory(prefix="harbor-conformance-reach-")
