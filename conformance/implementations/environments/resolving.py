"""The versions of a release of harbor and of all that it needs, resolved by uv."""

import importlib.metadata
import sys
from pathlib import Path

from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

from conformance.implementations.environments import uv
from conformance.implementations.environments.installed import key, pins_of, remembered
from conformance.implementations.environments.uv import NoVersionError, Pins, UvError
from conformance.implementations.process.reaper import reaped_tempdir

type Resolved = tuple[Pins, tuple[str, ...]]
"""The versions of a release, and its requirements that no version on the package index meets."""


def resolved(release: str, preferred: Pins, cache: Path) -> Resolved:
    """Return the versions of a release as they were resolved first: a gate must repeat.

    ``preferred`` versions are taken wherever they fit. Raises UvError where it cannot be had.
    """
    cache.mkdir(parents=True, exist_ok=True)
    file = cache / f"{release}-{key(preferred)}.json"
    return remembered(file, lambda: _resolved(release, preferred), _read)


def _read(recorded: object) -> Resolved:
    match recorded:
        case [pins, [*relaxed]] if "harbor" in pins_of(pins):
            return pins_of(pins), tuple(map(str, relaxed))
    raise ValueError("not a record of a release")


def _resolved(release: str, preferred: Pins) -> Resolved:
    wanted = f"harbor=={release}"
    try:
        return uv.compile_pins([wanted], preferred=preferred), ()
    except UvError:
        relaxed = _unmet(wanted)
        if not relaxed:
            raise
    with reaped_tempdir("harbor-") as folder:
        file = Path(folder) / "overrides.txt"
        lines = "\n".join(of_any_version(requirement) for requirement in relaxed)
        file.write_text(lines, encoding="utf-8")
        pins = uv.compile_pins([wanted], "--overrides", str(file), preferred=preferred)
    return pins, tuple(relaxed)


def _unmet(wanted: str) -> list[str]:
    """Return the requirements of a release that no version on the package index meets."""
    with reaped_tempdir("harbor-") as folder:
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
