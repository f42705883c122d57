"""Versions, resolved once, and an environment with exactly these, for one interpreter.

Both are kept in a cache, since a gate must be repeatable.
"""

import contextlib
import hashlib
import importlib.metadata
import json
import logging
import os
import platform
import shutil
import sys
import sysconfig
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from filelock import FileLock
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from pydantic import TypeAdapter

from conformance.examination.recorded.atomic_write import atomic_write
from conformance.implementations.environments import uv
from conformance.implementations.environments.uv import NoVersionError, Pins, UvError
from conformance.implementations.process.reaper import reaped_tempdir

_LOG = logging.getLogger(__name__)


def installed(
    name: str,
    pins: Pins,
    cache: Path,
    python: str = sys.executable,
    flaw: Callable[[Path], str] = lambda _: "",
) -> Path:
    """Return the environment of a name with these versions, built if it does not exist.

    Its interpreter is ``bin/python``. ``flaw`` says what is wrong with an environment: a damaged
    one is rebuilt with a warning. Raises UvError if it cannot be built, and leaves no part of it.
    """
    folder = cache / f"{name}-{key(pins, python)}"

    def damage() -> str:
        if not os.access(folder / "bin" / "python", os.X_OK):
            return "it has no interpreter"
        return flaw(folder)

    lock = Path(f"{folder}.lock")
    with FileLock(lock):
        if (folder / _COMPLETE).exists():
            if not (why := damage()):
                return folder
            _LOG.warning("%s is damaged and is built again: %s", folder, why)
        # An environment shares its files with uv's cache, which may also be damaged.
        ways = [("--no-cache",)] if folder.exists() else [(), ("--no-cache",)]
        try:
            _build(folder, pins, python, ways, damage)
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            lock.unlink(missing_ok=True)  # who waits for it notices, and makes another
            raise
    return folder


_COMPLETE = "complete"
"""The file that marks a completely installed environment."""


def _build(
    folder: Path,
    pins: Pins,
    python: str,
    ways: Sequence[tuple[str, ...]],
    damage: Callable[[], str],
) -> None:
    """Install an environment, and repair it if it is damaged; raises UvError."""
    why = ""
    for options in ways:
        shutil.rmtree(folder, ignore_errors=True)
        _install(folder, pins, python, *options)
        if not (why := damage()):
            return
    raise UvError(why)


def _install(folder: Path, pins: Pins, python: str, *options: str) -> None:
    lines = "".join(f"{name}=={version}\n" for name, version in pins.items())
    uv.run(["venv", "--quiet", "--python", python, str(folder)])
    interpreter = str(folder / "bin" / "python")
    requirements = folder / "requirements.txt"
    requirements.write_text(lines, encoding="utf-8")
    into = ("--python", interpreter, "-r", str(requirements))
    uv.run(["pip", "install", "--quiet", "--no-deps", *options, *into])
    (folder / _COMPLETE).touch()


PINS: TypeAdapter[Pins] = TypeAdapter(dict[str, str])
"""A record of versions."""

type Resolved = tuple[Pins, tuple[str, ...]]
"""The versions of a release, and its requirements that the package index cannot meet."""

_RESOLVED: TypeAdapter[Resolved] = TypeAdapter(tuple[dict[str, str], tuple[str, ...]])


def remembered[Recorded](
    file: Path,
    record: TypeAdapter[Recorded],
    resolve: Callable[[], Recorded],
    is_whole: Callable[[Recorded], bool] = lambda _: True,
) -> Recorded:
    """Return the versions recorded in a file, or else resolve and record them.

    A damaged or incomplete record is resolved again with a warning.
    """
    if file.exists():
        with contextlib.suppress(ValueError):
            recorded = record.validate_json(file.read_bytes())
            if is_whole(recorded):
                return recorded
        _LOG.warning("%s is damaged: its versions are resolved again", file)
    resolved = resolve()
    atomic_write(file, json.dumps(resolved))
    return resolved


def key(pins: Pins, python: str = sys.executable) -> str:
    """Return what distinguishes environments of one name: interpreter and versions.

    uv builds each on the interpreter itself, so virtual environments of it share them.
    """
    if python == sys.executable:
        abi = sysconfig.get_config_var("EXT_SUFFIX")
        python = f"{sys.base_prefix} {platform.python_version()} {abi}"
    text = f"{python} {sorted(pins.items())}"
    return hashlib.sha256(text.encode()).hexdigest()[:12]


@cache
def preferred() -> Pins:
    """Return the versions of other packages that every release gets wherever they fit.

    They are those of pins.txt and not those that are installed here: what a release is installed
    with depends on the release only.
    """
    lines = (Path(__file__).parent / "pins.txt").read_text(encoding="utf-8").splitlines()
    return dict(line.split("==") for line in lines)


def record_of(release: str, folder: Path) -> Path:
    """Return the file that has the versions of a release as they were resolved first."""
    return folder / f"{release}-{key(preferred())}.json"


def resolved_release(release: str, record: Path) -> Resolved:
    """Return the versions of a release as they were resolved first: a gate must repeat.

    Raises UvError where it cannot be installed.
    """
    record.parent.mkdir(parents=True, exist_ok=True)
    return remembered(
        record, _RESOLVED, lambda: _resolved(release), lambda found: "harbor" in found[0]
    )


def _resolved(release: str) -> Resolved:
    wanted = f"harbor=={release}"
    try:
        return uv.compile_pins([wanted], preferred=preferred()), ()
    except UvError:
        relaxed = _unmet(wanted)
        if not relaxed:
            raise
    with reaped_tempdir("harbor-") as folder:
        file = Path(folder) / "overrides.txt"
        lines = "\n".join(of_any_version(requirement) for requirement in relaxed)
        file.write_text(lines, encoding="utf-8")
        pins = uv.compile_pins([wanted], "--overrides", str(file), preferred=preferred())
    return pins, tuple(relaxed)


def _unmet(wanted: str) -> list[str]:
    """Return the requirements of a release that the package index cannot meet."""
    with reaped_tempdir("harbor-") as folder:
        python = ("--python", sys.executable)
        uv.run(["pip", "install", "--quiet", "--no-deps", *python, "--target", folder, wanted])
        (harbor,) = importlib.metadata.distributions(name="harbor", path=[folder])
        requires = list(harbor.requires or ())
    return [requirement for requirement in requires if not _can_be_met(Requirement(requirement))]


def _can_be_met(requirement: Requirement) -> bool:
    """Return whether the package index meets a requirement.

    Raises UvError if uv cannot find out, which says nothing about the requirement.
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
