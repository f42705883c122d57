"""With what jobs are derived: a release of harbor, and what the user knows about them."""

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from conformance.audit.folders import AuditError, listed_in, members_of, text_of
from conformance.audit.reward_file import JSON, TEXT
from conformance.certification.run import believed, harbor_of
from conformance.implementations.environments.uv import UvError
from conformance.implementations.environments.versions import ReleaseError
from conformance.implementations.installed_harbor import Harbor
from conformance.implementations.process import CandidateError
from conformance.implementations.released_harbor import (
    AbsentReleaseError,
    Release,
    command_elsewhere,
    opened_harbor,
    served_release,
)
from conformance.implementations.start import UntrustedOracleError
from conformance.protocol import show
from conformance.protocol.shapes import Json
from conformance.protocol.values import HARBOR_VERSION, Case, Failure

METRICS = ("mean", "max", "min", "sum")
"""The metrics that are classes of harbor; any other is a program and is never run."""


@dataclass(frozen=True, slots=True)
class KnownTask:
    """A task as task.toml defines it: its name, its steps, and the strategy of their reward.

    ``has_minimum`` says that a step has a min_reward, below which harbor stops.
    """

    name: str | None
    steps: tuple[str, ...]
    has_minimum: bool
    strategy: str | None


@dataclass(frozen=True, slots=True)
class Known:
    """The metrics of the jobs, None if not given, and tasks by the names of their folders.

    ``lacking`` says why the release that wrote a job cannot be installed.
    """

    metrics: tuple[str, ...] | None = None
    tasks: Mapping[str, KnownTask] = field(default_factory=dict)
    lacking: str = ""


NOTHING = Known()


@dataclass(frozen=True, slots=True)
class JobBasis:
    """With what one job is derived: the harbor of a release, and what the user knows."""

    harbor: Harbor
    known: Known = NOTHING

    @property
    def by(self) -> str:
        """The release that derives it."""
        return self.harbor.provenance.harbor


def known(metrics: Iterable[str], tasks: Path | None) -> Known:
    """Return what is known, with each task.toml below a folder; raises AuditError."""
    wanted = tuple(metrics)
    if unknown := [one for one in wanted if one not in METRICS]:
        raise AuditError(f"--metric {unknown[0]}: give {', '.join(METRICS)}")
    found: dict[str, KnownTask] = {}
    for file in sorted(tasks.rglob("task.toml")) if tasks is not None else ():
        task, name = _task(file), file.parent.name
        for called in {name, task.name or name}:
            if found.setdefault(called, task) != task:
                raise AuditError(f"--tasks {tasks}: two different tasks are named {called}")
    if tasks is not None and not found:
        raise AuditError(f"--tasks {tasks}: no task.toml is below it")
    return Known(wanted or None, found)


def _task(file: Path) -> KnownTask:
    try:
        content: dict[str, Json] = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise AuditError(f"{file}: {error}") from error
    steps = [one for one in listed_in(content.get("steps")) if isinstance(one, dict)]
    return KnownTask(
        text_of(members_of(content.get("task")).get("name")),
        tuple(str(one.get("name")) for one in steps),
        any("min_reward" in one for one in steps),
        text_of(content.get("multi_step_reward_strategy")),
    )


type Tell = Callable[[str], None]
"""Takes the progress of an audit."""

USUAL = ("verifier", "metric", "job")
"""The operations that an audit needs, besides ``multi_step`` for trials of several steps."""


@dataclass(frozen=True, slots=True)
class AuditBasis:
    """The release that recomputes a job: the pinned one, another one, or the one that wrote it.

    With ``of_writers`` it is the last, which is installed if it is not there yet.
    """

    release: Release | None = None
    of_writers: bool = False
    known: Known = NOTHING

    @property
    def by(self) -> str:
        """The release that derives, but for jobs that each have their own."""
        return HARBOR_VERSION if self.release is None else self.release.version

    def of(self, wrote: str, folder: str | None, tell: Tell = lambda _: None) -> JobBasis:
        """Return the basis of a job that a release wrote.

        The files of harbor are below ``folder``; without one, this process is a worker elsewhere.
        """
        release, known = self.release, self.known
        if self.of_writers and wrote not in {"", self.by}:
            tell(f"harbor {show.printable(wrote)} is got ready")
            own = release_of(wrote)
            if isinstance(own, Release):
                release = own
            else:
                known = replace(known, lacking=own)
        if release is None and folder is None:
            return JobBasis(believed((*USUAL, "multi_step")), known)
        if release is not None and folder is None and not self.of_writers:
            release = replace(release, command=command_elsewhere(release.version, release.pins))
        return JobBasis(harbor_of(folder or "", release), known)


PINNED = AuditBasis()

_opened = ExitStack()
"""The context of releases that are served until this process ends."""


@cache
def release_of(version: str) -> Release | str:
    """Return the release that wrote a job, or in one line why it cannot be installed."""
    try:
        release = _opened.enter_context(deriving_release(version))
    except (AbsentReleaseError, CandidateError, ReleaseError, UvError) as error:
        why = str(error).removeprefix(f"--release {version}: ").strip().replace("\n", " ")
        return f"it cannot be installed here: {show.shorten(why)}"
    return release or f"{version} is installed here"


@contextmanager
def deriving_release(version: str | None) -> Iterator[Release | None]:
    """Yield another release, installed and served; raises AbsentReleaseError if it cannot be."""
    with served_release(version) as release:
        if release is not None:
            try:
                with closing(opened_harbor(release)) as harbor:
                    answers = [*map(harbor.answer, _NEEDED)]
            except UntrustedOracleError as error:
                why = str(error).replace(f"harbor {release.version}", "it", 1)
                raise AbsentReleaseError(f"--release {release.version}: {why}") from error
            if failed := [show.answer(one) for one in answers if isinstance(one, Failure)]:
                why = f"it cannot be driven: {failed[0]}"
                raise AbsentReleaseError(f"--release {release.version}: {why}")
        yield release


_NEEDED = (
    Case("verifier", {TEXT: b"1", JSON: None}),
    Case("job", {"n_total_trials": 0, "n_retries": 0, "metrics": {}, "trials": []}),
)
"""Cases of the operations without which a release cannot recompute a job."""
