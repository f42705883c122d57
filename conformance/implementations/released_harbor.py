"""Other releases of harbor as the oracle of a run, each installed once and served from there."""

import hashlib
import importlib.metadata
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import cast

from packaging.utils import canonicalize_name, canonicalize_version

from conformance.implementations.environments.installed import (
    installed,
    record_of,
    resolved_release,
)
from conformance.implementations.environments.uv import Pins, UvError
from conformance.implementations.environments.versions import ReleaseError, releases_of
from conformance.implementations.installed_harbor import Harbor, open_harbor
from conformance.implementations.process import CandidateError, ProcessCandidate
from conformance.implementations.process.command import ROOT, Command
from conformance.implementations.process.reaper import reaped_tempdir, run_tool
from conformance.operations import messages
from conformance.protocol import show
from conformance.protocol.scenario import Scenario
from conformance.protocol.values import HARBOR_VERSION, Answer, Case, Failure, Result, Value
from oracle.provenance import Provenance, UndrivenOracleError, UntrustedOracleError

INSTALLED = Command((sys.executable, "-m", "oracle"), (("PYTHONHASHSEED", "0"),), 60.0)
"""Serves the installed harbor from its own process."""


@dataclass(frozen=True, slots=True)
class Release:
    """A release of harbor in an environment of its own, its command, and the basis of its answers.

    ``pins`` has the version of each package, from which another machine can install the same, and
    ``versions`` what its process finds.
    """

    version: str
    command: Command
    provenance: Provenance
    folder: Path = Path()
    pins: tuple[tuple[str, str], ...] = ()
    versions: Mapping[str, str] = field(default_factory=dict, compare=False)

    @property
    def packages(self) -> str:
        """How many packages its environment has, and the digest of their versions."""
        digest = hashlib.sha256(json.dumps(sorted(self.pins)).encode()).hexdigest()
        return f"{len(self.pins)} packages, sha256 {digest[:12]}"

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


@contextmanager
def served(releases: Sequence[str]) -> Iterator[dict[str, Release | AbsentRelease]]:
    """Install each release, and yield it, the same whichever others are installed with it."""
    with our_packages() as ours:
        yield {release: _served(release, ours) for release in releases}


def _served(release: str, ours: str) -> Release | AbsentRelease:
    basis: list[tuple[Provenance, Mapping[str, str]]] = []

    def check(folder: Path) -> None:
        basis[:] = [provenance_of(command_in(folder, pins["harbor"], ours))]
        if others := _other_versions(pins, basis[0][1]):
            raise UvError(others)

    record = record_of(release)
    was_there = record.exists()
    try:
        pins = resolved_release(release, record)
        folder = installed(release, pins, check=check)
    except (UvError, OSError) as error:
        if not was_there:
            record.unlink(missing_ok=True)
        return AbsentRelease(release, str(error))
    (provenance, versions), command = basis[0], command_in(folder, pins["harbor"], ours)
    every = tuple(sorted(pins.items()))
    return Release(release, command, provenance, folder, every, versions)


def provenance_of(command: Command) -> tuple[Provenance, Mapping[str, str]]:
    """Return the basis of a release's answers, and the versions in its process; raises UvError."""
    program = command.argv[0]
    try:
        completed = run_tool([*command.argv, "--provenance"], env=dict(command.env))
        if not completed.returncode:
            told = json.loads(completed.stdout)
            versions = told.pop("versions")
            return Provenance(**told), versions
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


_opened = ExitStack()
"""The folder of our packages, while this process lasts."""


@cache
def command_elsewhere(release: str, pins: tuple[tuple[str, str], ...]) -> Command:
    """Install a release of another machine here, and return its command; raises UvError."""
    ours = _opened.enter_context(our_packages())
    return command_in(installed(release, dict(pins)), dict(pins)["harbor"], ours)


def command_in(folder: Path, release: str, ours: str) -> Command:
    """Return the command that serves the release in an environment, with only our packages."""
    argv = (str(folder / "bin" / "python"), "-m", "oracle", "--release", release)
    variables = ("PYTHONPATH", ours), ("PYTHONHASHSEED", "0")
    # The time for an answer includes that for importing harbor on a busy machine.
    return Command(argv, variables, timeout=120, guarded=False)


@contextmanager
def our_packages() -> Iterator[str]:
    """Yield a folder with our packages and their metadata, for use with another harbor."""
    with reaped_tempdir("harbor-conformance-") as folder:
        distribution = importlib.metadata.distribution("harbor-conformance")
        (metadata,) = (file for file in distribution.files or () if file.name == "METADATA")
        own = [ROOT / name for name in ("candidates", "conformance", "corpus", "oracle")]
        for one in [*own, Path(str(distribution.locate_file(metadata.parent)))]:
            (Path(folder) / one.name).symlink_to(one)
        yield folder


class ReleasedHarbor:
    """A release of harbor that answers from a process, checked at its start and end."""

    def __init__(self, release: Release) -> None:
        """Start the process; raises UntrustedOracleError if that fails."""
        self.provenance = release.provenance
        try:
            self._process = ProcessCandidate(f"harbor {release.version}", release.command)
        except CandidateError as error:
            raise UntrustedOracleError(f"harbor {release.version}: {error}") from error

    def answer(self, case: Case) -> Result | Failure:
        """Return harbor's answer; raises UndrivenOracleError if there is none."""
        return self._believed(self._process.answer(case))

    def answers(self, cases: Sequence[Case]) -> Iterator[Result | Failure]:
        """Yield the answer to each case, with requests sent ahead."""
        return map(self._believed, self._process.answers(cases))

    def _believed(self, answer: Answer) -> Result | Failure:
        if isinstance(answer, Result | Failure):
            return answer
        why = show.printable(getattr(answer, "reason", "it lacks the operation"))
        why = why.rpartition("cannot be driven: ")[2]  # as its own process says
        raise UndrivenOracleError(f"harbor {self.provenance.harbor} cannot be driven: {why}")

    def verify(self) -> None:
        """Raise UntrustedOracleError if its process did anything wrong besides its answers."""
        if self._process.faults:
            why = self._process.faults[0]
            raise UntrustedOracleError(f"harbor {self.provenance.harbor}: {why}")

    def close(self) -> None:
        """End the process, which checks its code in memory again."""
        self._process.close()
        if ended := [fault for fault in self._process.faults if "exit status" in fault]:
            raise UntrustedOracleError(f"harbor {self.provenance.harbor}: {ended[0]}")

    def abandon(self) -> None:
        """End the process immediately."""
        self._process.abandon()


def opened_harbor(release: Release | None) -> Harbor:
    """Start a release of harbor, or check the installed one; return it."""
    return open_harbor() if release is None else ReleasedHarbor(release)


@contextmanager
def served_releases(words: Sequence[str]) -> Iterator[Mapping[str, Release | AbsentRelease | None]]:
    """Yield each release that these words name; None is the installed one.

    Raises ReleaseError for an unknown word, and UvError if the index cannot be reached.
    """
    releases = releases_of(words)
    others = [one for one in releases if one != HARBOR_VERSION]
    with served(others) as found:
        yield {version: found.get(version) for version in releases}


def write_released_jobs(
    command: Command, scenarios: Mapping[str, Scenario], folder: Path
) -> dict[str, Path]:
    """Return the folder of the job that a release made from each scenario, by its name.

    Raises AbsentReleaseError where it cannot be run.
    """
    if not scenarios:
        return {}
    arguments: list[str] = []
    for place, scenario in enumerate(scenarios.values()):
        (folder / str(place)).mkdir(parents=True)
        file = folder / f"{place}.json"
        case = Case("run", cast("dict[str, Value]", scenario))
        file.write_text(json.dumps(messages.input_to_json(case)))
        arguments += ["--write-job", str(file), str(folder / str(place))]
    jobs = printed_by(command, arguments).splitlines()
    return dict(zip(scenarios, map(Path, jobs), strict=True))


def printed_by(command: Command, arguments: Sequence[str]) -> str:
    """Return what a release prints for these arguments; raises AbsentReleaseError."""
    ended = run_tool([*command.argv, *arguments], env=dict(command.env))
    if ended.returncode:
        raise AbsentReleaseError(ended.stderr.strip())
    return ended.stdout


@contextmanager
def served_release(version: str | None) -> Iterator[Release | None]:
    """Install and yield one release, or None for the installed one.

    Raises ReleaseError where that is none or several, and AbsentReleaseError, in one line, where
    it cannot be installed.
    """
    with served_releases([version or HARBOR_VERSION]) as found:
        if len(found) != 1:
            raise ReleaseError("give one release here")
        (release,) = found.values()
        if isinstance(release, AbsentRelease):
            raise release.error()
        yield release
