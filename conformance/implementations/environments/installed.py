"""A folder with exactly these versions, for one interpreter, kept in a cache."""

import hashlib
import json
import logging
import os
import platform
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

from filelock import FileLock

from conformance.examination.recorded.atomic_write import atomic_write
from conformance.implementations.environments import uv
from conformance.implementations.environments.uv import Pins, UvError

_LOG = logging.getLogger(__name__)


def without_interpreter(folder: Path) -> str:
    """Return that an environment has no interpreter, or nothing where it has one."""
    return "" if os.access(folder / "bin" / "python", os.X_OK) else "it has no interpreter"


def installed(
    name: str,
    pins: Pins,
    cache: Path,
    python: str = sys.executable,
    flaw: Callable[[Path], str] = without_interpreter,
) -> Path:
    """Return the environment of a name with these versions, built where it is not there yet.

    Its interpreter is ``bin/python``. ``flaw`` says what is wrong with an environment: one that
    is damaged is built again, and a warning says so. Raises UvError where it cannot be built.
    """
    folder = cache / f"{name}-{key(pins, python)}"
    with FileLock(f"{folder}.lock"):
        if (folder / _COMPLETE).exists():
            why = without_interpreter(folder) or flaw(folder)
            if not why:
                return folder
            _LOG.warning("%s is damaged and is built again: %s", folder, why)
        is_new = not folder.exists()
        shutil.rmtree(folder, ignore_errors=True)
        # An environment shares its files with uv's cache, which may be damaged as well.
        _install(folder, pins, python, *(() if is_new else ("--no-cache",)))
        if why := flaw(folder):
            raise UvError(why)
    return folder


_COMPLETE = "complete"
"""A file that an environment has once everything is installed."""


def _install(folder: Path, pins: Pins, python: str, *options: str) -> None:
    lines = "".join(f"{name}=={version}\n" for name, version in pins.items())
    uv.run(["venv", "--quiet", "--python", python, str(folder)])
    interpreter = str(folder / "bin" / "python")
    requirements = folder / "requirements.txt"
    requirements.write_text(lines, encoding="utf-8")
    into = ("--python", interpreter, "-r", str(requirements))
    uv.run(["pip", "install", "--quiet", "--no-deps", *options, *into])
    (folder / _COMPLETE).touch()


def remembered[Resolved](
    file: Path, resolve: Callable[[], Resolved], read: Callable[[object], Resolved]
) -> Resolved:
    """Return the versions that a file records, resolved and recorded where it has none.

    ``read`` makes them of JSON, and raises ValueError where it cannot. A record that is damaged
    is resolved again, and a warning says so.
    """
    if file.exists():
        try:
            return read(json.loads(file.read_bytes()))
        except ValueError:
            _LOG.warning("%s is damaged: its versions are resolved again", file)
    resolved = resolve()
    atomic_write(file, json.dumps(resolved))
    return resolved


def pins_of(recorded: object) -> Pins:
    """Return the versions that a record has; raises ValueError where it has none."""
    if not isinstance(recorded, dict) or not all(
        isinstance(text, str) for pair in recorded.items() for text in pair
    ):
        raise ValueError("not a record of versions")
    return recorded


def key(pins: Pins, python: str = sys.executable) -> str:
    """Return what tells environments of one name apart: interpreter and versions."""
    here = platform.python_version() if python == sys.executable else ""
    text = f"{python} {here} {sorted(pins.items())}"
    return hashlib.sha256(text.encode()).hexdigest()[:12]
