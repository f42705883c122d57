"""Releases of harbor, each served from its own environment, which uv builds once."""

import importlib.metadata
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypedDict, cast

from packaging.utils import canonicalize_name, canonicalize_version

from conformance.implementations.environments import cache_folder
from conformance.implementations.environments.installed import (
    installed,
    record_of,
    resolved_release,
)
from conformance.implementations.environments.uv import Pins, UvError
from conformance.implementations.process.command import Command
from conformance.implementations.process.reaper import reaped_tempdir
from conformance.implementations.process.tool import run_tool

_TIMEOUT = 120.0
"""Limit for one answer of harbor in seconds, including its import on a busy machine."""

_PACKAGES = ("candidates", "conformance", "corpus", "oracle")


class ReleaseProvenance(TypedDict):
    """The basis of a release's answers, as ``python -m oracle --provenance`` prints it."""

    harbor: str
    wheel_digest: str
    files: int
    pinned: bool
    python: str
    versions: dict[str, str]


@dataclass(frozen=True, slots=True)
class Environment:
    """The folder of an installed release, its versions, and the requirements that are not met."""

    release: str
    folder: Path
    pins: Pins
    relaxed: tuple[str, ...]
    provenance: ReleaseProvenance

    @property
    def pinned(self) -> "PinnedRelease":
        """The release and its versions, from which another machine can install the same."""
        return self.release, tuple(sorted(self.pins.items()))

    @property
    def python(self) -> Path:
        """Its interpreter."""
        return self.folder / "bin" / "python"

    @property
    def package(self) -> Path:
        """The folder of harbor's modules."""
        (found,) = self.folder.glob("lib/python*/site-packages/harbor")
        return found


@dataclass(frozen=True, slots=True)
class AbsentRelease:
    """A release that cannot be installed or driven here, and the reason."""

    release: str
    why: str

    def error(self) -> "AbsentReleaseError":
        """Return the error for a command that needs it."""
        return AbsentReleaseError(f"--release {self.release}: {self.why}")


class AbsentReleaseError(Exception):
    """A release that a command needs cannot be installed or driven here; the message says why."""


def build(releases: Sequence[str], cache: Path) -> dict[str, Environment | AbsentRelease]:
    """Return the environment of each release, the same whichever others are built with it."""
    with our_packages() as ours:
        return {release: _environment(release, cache, ours) for release in releases}


def _environment(release: str, cache: Path, ours: str) -> Environment | AbsentRelease:
    found: list[ReleaseProvenance] = []

    def flaw(folder: Path) -> str:
        try:
            provenance = provenance_of(_command(folder, pins, ours))
        except UvError as error:
            return str(error)
        found[:] = [provenance]
        return _other_versions(pins, provenance["versions"])

    record = record_of(release, cache)
    was_there = record.exists()
    try:
        pins, relaxed = resolved_release(release, record)
        folder = installed(release, pins, cache, flaw=flaw)
    except (UvError, OSError) as error:
        if not was_there:
            record.unlink(missing_ok=True)
        return AbsentRelease(release, str(error))
    return Environment(release, folder, pins, relaxed, found[0])


def provenance_of(command: Command) -> ReleaseProvenance:
    """Return the basis of a release's answers; raises UvError if it is unknown."""
    program = command.argv[0]
    try:
        completed = run_tool([*command.argv, "--provenance"], env=dict(command.env))
        if not completed.returncode:
            return cast("ReleaseProvenance", json.loads(completed.stdout))
    except (OSError, ValueError) as error:
        raise UvError(f"{program} cannot be run: {error}") from error
    reason = completed.stderr.strip().rpartition("\n")[2]
    raise UvError(reason or f"{program} ended with status {completed.returncode}")


def _other_versions(pins: Pins, versions: Mapping[str, str]) -> str:
    """Return which packages are not installed in the recorded versions."""
    found = {name: versions.get(canonicalize_name(name), "missing") for name in pins}
    return ", ".join(
        f"{name} is {found[name]}, not {version}"
        for name, version in pins.items()
        if canonicalize_version(found[name]) != canonicalize_version(version)
    )


type Commands = Mapping[str, Command]
"""The command that serves each release."""


@contextmanager
def served(environments: Sequence[Environment]) -> Iterator[Commands]:
    """Yield the command of each release, with only our packages on its path."""
    with our_packages() as ours:
        yield {one.release: _command(one.folder, one.pins, ours) for one in environments}


type PinnedRelease = tuple[str, tuple[tuple[str, str], ...]]
"""A release, and the version of each package around it."""

_opened = ExitStack()
"""The commands that serve releases, while this process lasts."""


@cache
def commands_of(releases: tuple[PinnedRelease, ...]) -> Commands:
    """Install each release, and return its command; raises UvError."""
    folder = cache_folder()
    folder.mkdir(parents=True, exist_ok=True)
    ours = _opened.enter_context(our_packages())
    return {
        release: _command(installed(release, dict(pins), folder), dict(pins), ours)
        for release, pins in releases
    }


def _command(folder: Path, pins: Pins, ours: str) -> Command:
    argv = (str(folder / "bin" / "python"), "-m", "oracle", "--release", pins["harbor"])
    return Command(argv, (("PYTHONPATH", ours), ("PYTHONHASHSEED", "0")), _TIMEOUT, guarded=False)


@contextmanager
def our_packages() -> Iterator[str]:
    """Yield a folder with our packages and their metadata, for use with another harbor."""
    with reaped_tempdir("harbor-conformance-") as folder:
        distribution = importlib.metadata.distribution("harbor-conformance")
        (metadata,) = (file for file in distribution.files or () if file.name == "METADATA")
        root = Path(__file__).parent.parent.parent.parent
        own = [root / name for name in _PACKAGES]
        for one in [*own, Path(str(distribution.locate_file(metadata.parent)))]:
            (Path(folder) / one.name).symlink_to(one)
        yield folder
