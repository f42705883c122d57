"""Other releases of harbor as the oracle of a run, each served from its own environment."""

import hashlib
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from conformance.implementations.environments import cache_folder
from conformance.implementations.environments.releases import (
    AbsentRelease,
    AbsentReleaseError,
    Environment,
    build,
    served,
)
from conformance.implementations.environments.versions import ReleaseError, releases_of
from conformance.implementations.installed_harbor import Harbor, open_harbor
from conformance.implementations.process import CandidateError, ProcessCandidate
from conformance.implementations.process.command import Command
from conformance.implementations.process.tool import run_tool
from conformance.operations import messages
from conformance.protocol import show
from conformance.protocol.scenario import Scenario
from conformance.protocol.values import HARBOR_VERSION, Answer, Case, Failure, Result, Value
from oracle.provenance import Provenance, UntrustedOracleError

INSTALLED = Command((sys.executable, "-m", "oracle"), (("PYTHONHASHSEED", "0"),), 60.0)
"""Serves the installed harbor from its own process."""


@dataclass(frozen=True, slots=True)
class Release:
    """A release of harbor, its command, and the basis of its answers."""

    version: str
    command: Command
    provenance: Provenance
    environment: str = ""
    pins: tuple[tuple[str, str], ...] = ()

    @property
    def packages(self) -> str:
        """How many packages its environment has, and the digest of their versions."""
        digest = hashlib.sha256(json.dumps(sorted(self.pins)).encode()).hexdigest()
        return f"{len(self.pins)} packages, sha256 {digest[:12]}"


class ReleasedHarbor:
    """A release of harbor that answers from a process, checked at its start and end."""

    def __init__(self, release: Release) -> None:
        """Start the process; raises UntrustedOracleError if that fails."""
        self.provenance = release.provenance
        try:
            self._process = ProcessCandidate(f"harbor {release.version}", release.command)
        except CandidateError as error:
            raise UntrustedOracleError(f"harbor {release.version}: {error}") from error

    def answer(self, case: Case) -> Answer:
        """Return harbor's answer; raises UntrustedOracleError if there is none."""
        return self._believed(self._process.answer(case))

    def answers(self, cases: Sequence[Case]) -> Iterator[Answer]:
        """Yield the answer to each case, with requests sent ahead."""
        return map(self._believed, self._process.answers(cases))

    def _believed(self, answer: Answer) -> Answer:
        if isinstance(answer, Result | Failure):
            return answer
        why = show.printable(getattr(answer, "reason", "it lacks the operation"))
        why = why.rpartition("cannot be driven: ")[2]  # as its own process says
        raise UntrustedOracleError(f"harbor {self.provenance.harbor} cannot be driven: {why}")

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
def served_releases(
    words: Sequence[str], cache: Path | None = None
) -> Iterator[Mapping[str, Release | AbsentRelease | None]]:
    """Yield each release that these words name; None is the installed one.

    Raises ReleaseError for an unknown word, and UvError if the index cannot be reached.
    """
    folder = (cache or cache_folder()).absolute()
    releases = releases_of(words)
    built = build([one for one in releases if one != HARBOR_VERSION], folder)
    present = [one for one in built.values() if isinstance(one, Environment)]
    with served(present) as commands:
        yield {version: _of(version, built, commands) for version in releases}


def _of(
    version: str, built: Mapping[str, Environment | AbsentRelease], commands: Mapping[str, Command]
) -> Release | AbsentRelease | None:
    if version == HARBOR_VERSION:
        return None
    found = built[version]
    return found if isinstance(found, AbsentRelease) else release_of(found, commands)


def release_of(environment: Environment, commands: Mapping[str, Command]) -> Release:
    """Return a release that is installed in an environment, with its command."""
    found, version = environment.provenance, environment.release
    versions = found["versions"]
    provenance = Provenance(
        harbor=found["harbor"],
        wheel_digest=found["wheel_digest"],
        files=found["files"],
        python=found["python"],
        pydantic=versions["pydantic"],
        pydantic_core=versions["pydantic-core"],
        pinned=found["pinned"],
    )
    folder, pins = environment.folder.name, environment.pinned[1]
    return Release(version, commands[version], provenance, folder, pins)


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
def served_release(version: str | None, cache: Path | None = None) -> Iterator[Release | None]:
    """Install and yield one release, or None for the installed one.

    Raises ReleaseError where that is none or several, and AbsentReleaseError, in one line, where
    it cannot be installed.
    """
    with served_releases([version or HARBOR_VERSION], cache) as found:
        if len(found) != 1:
            raise ReleaseError("give one release here")
        (release,) = found.values()
        if isinstance(release, AbsentRelease):
            raise release.error()
        yield release
