"""An environment for each release of harbor, built by uv once and kept."""

import hashlib
import importlib.metadata
import json
import platform
import shutil
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

from conformance.gate import uv
from conformance.gate.uv import NoVersionError, UvError
from conformance.implementations.process.keeper import kept
from conformance.recorded.whole import write_whole

type Pins = dict[str, str]
"""Versions by package."""


@dataclass(frozen=True, slots=True)
class Environment:
    """Where a release is installed, with what, and what it asks for that cannot be had."""

    release: str
    folder: Path
    pins: Pins
    relaxed: tuple[str, ...] = ()

    @property
    def python(self) -> Path:
        """Its interpreter."""
        return self.folder / "bin" / "python"


@dataclass(frozen=True, slots=True)
class Absent:
    """A release that cannot be installed here, and why."""

    release: str
    why: str


def build(releases: Sequence[str], cache: Path) -> dict[str, Environment | Absent]:
    """Return the environment of each release, with the same versions of what they share.

    They are resolved newest first, each with the versions of the one before where these
    fit, and the first with those that are installed here.
    """
    preferred = {
        distribution.name: distribution.version
        for distribution in importlib.metadata.distributions()
    }
    built: dict[str, Environment | Absent] = {}
    for release in reversed(releases):
        environment = _environment(release, preferred, cache)
        if isinstance(environment, Environment):
            preferred |= environment.pins
        built[release] = environment
    return built


def _environment(release: str, preferred: Pins, cache: Path) -> Environment | Absent:
    try:
        pins, relaxed = _remembered(release, preferred, cache)
        return Environment(release, _installed(release, pins, cache), pins, relaxed)
    except UvError as error:
        return Absent(release, str(error))


def _remembered(release: str, preferred: Pins, cache: Path) -> tuple[Pins, tuple[str, ...]]:
    """Return the versions of a release as they were resolved first: a gate must repeat.

    Raises UvError where it cannot be had.
    """
    cache.mkdir(parents=True, exist_ok=True)
    file = cache / f"{release}-{_key(preferred)}.json"
    if not file.exists():
        pins, relaxed = _resolved(release, preferred)
        write_whole(file, json.dumps([pins, relaxed]))
    pins, relaxed = json.loads(file.read_text(encoding="utf-8"))
    return pins, tuple(relaxed)


def _resolved(release: str, preferred: Pins) -> tuple[Pins, tuple[str, ...]]:
    """Return the versions of a release, and its requirements that no version here meets.

    Raises UvError where it cannot be had at all.
    """
    wanted = f"harbor=={release}"
    try:
        return uv.compile_pins([wanted], preferred=preferred), ()
    except UvError:
        relaxed = _unmet(wanted)
        if not relaxed:
            raise
    with kept(tempfile.TemporaryDirectory(prefix="harbor-")) as folder:
        file = Path(folder) / "overrides.txt"
        lines = "\n".join(of_any_version(requirement) for requirement in relaxed)
        file.write_text(lines, encoding="utf-8")
        pins = uv.compile_pins([wanted], "--overrides", str(file), preferred=preferred)
    return pins, tuple(relaxed)


def _unmet(wanted: str) -> list[str]:
    """Return the requirements of a release that no version on the package index meets."""
    with kept(tempfile.TemporaryDirectory(prefix="harbor-")) as folder:
        python = ("--python", sys.executable)
        uv.run(["pip", "install", "--quiet", "--no-deps", *python, "--target", folder, wanted])
        (harbor,) = importlib.metadata.distributions(name="harbor", path=[folder])
        requires = list(harbor.requires or ())
    return [requirement for requirement in requires if not _can_be_met(Requirement(requirement))]


def _can_be_met(requirement: Requirement) -> bool:
    """Return whether the package index has what is required here.

    Raises UvError where it cannot be asked, which says nothing about the requirement.
    """
    if requirement.marker and not requirement.marker.evaluate({"extra": ""}):
        return True
    try:
        uv.compile_pins([str(requirement)], "--no-deps")
    except NoVersionError:
        return False
    return True


def of_any_version(requirement: str) -> str:
    """Return a requirement without its bounds."""
    relaxed = Requirement(requirement)
    relaxed.specifier = SpecifierSet()
    return str(relaxed)


def _installed(release: str, pins: Pins, cache: Path) -> Path:
    """Return the folder with these versions, built where it is not there yet."""
    folder = cache / f"{release}-{_key(pins)}"
    with FileLock(f"{folder}.lock"):
        if not (folder / _COMPLETE).exists():
            shutil.rmtree(folder, ignore_errors=True)
            _install(folder, pins)
    return folder


_COMPLETE = "complete"
"""A file that an environment has once everything is installed."""


def _install(folder: Path, pins: Pins) -> None:
    lines = "".join(f"{name}=={version}\n" for name, version in pins.items())
    uv.run(["venv", "--quiet", "--python", sys.executable, str(folder)])
    python = str(folder / "bin" / "python")
    requirements = folder / "requirements.txt"
    requirements.write_text(lines, encoding="utf-8")
    uv.run(["pip", "install", "--quiet", "--no-deps", "--python", python, "-r", str(requirements)])
    (folder / _COMPLETE).touch()


def _key(pins: Pins) -> str:
    """Return what tells environments of one release apart: interpreter and versions."""
    text = f"{sys.executable} {platform.python_version()} {sorted(pins.items())}"
    return hashlib.sha256(text.encode()).hexdigest()[:12]
