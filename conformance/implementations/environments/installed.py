"""A folder with exactly these versions, for one interpreter."""

import hashlib
import platform
import shutil
import sys
from pathlib import Path

from filelock import FileLock

from conformance.implementations.environments import uv
from conformance.implementations.environments.uv import Pins


def installed(name: str, pins: Pins, cache: Path, python: str = sys.executable) -> Path:
    """Return the environment of a name with these versions, built where it is not there yet.

    Its interpreter is ``bin/python``. Raises UvError where it cannot be built.
    """
    folder = cache / f"{name}-{key(pins, python)}"
    with FileLock(f"{folder}.lock"):
        if not (folder / _COMPLETE).exists():
            shutil.rmtree(folder, ignore_errors=True)
            _install(folder, pins, python)
    return folder


_COMPLETE = "complete"
"""A file that an environment has once everything is installed."""


def _install(folder: Path, pins: Pins, python: str) -> None:
    lines = "".join(f"{name}=={version}\n" for name, version in pins.items())
    uv.run(["venv", "--quiet", "--python", python, str(folder)])
    interpreter = str(folder / "bin" / "python")
    requirements = folder / "requirements.txt"
    requirements.write_text(lines, encoding="utf-8")
    into = ("--python", interpreter, "-r", str(requirements))
    uv.run(["pip", "install", "--quiet", "--no-deps", *into])
    (folder / _COMPLETE).touch()


def key(pins: Pins, python: str = sys.executable) -> str:
    """Return what tells environments of one name apart: interpreter and versions."""
    here = platform.python_version() if python == sys.executable else ""
    text = f"{python} {here} {sorted(pins.items())}"
    return hashlib.sha256(text.encode()).hexdigest()[:12]
