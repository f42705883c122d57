"""Versions, resolved once, and an environment with exactly these, for one interpreter.

Both are kept in a cache, since a gate must be repeatable.
"""

import contextlib
import hashlib
import json
import logging
import os
import platform
import shutil
import sys
import sysconfig
from collections.abc import Callable
from functools import cache
from pathlib import Path

from filelock import FileLock
from pydantic import TypeAdapter

from conformance.examination.atomic_write import atomic_write
from conformance.implementations.environments import cache_folder, made_folder, uv
from conformance.implementations.environments.uv import Pins, UvError

_LOG = logging.getLogger(__name__)


def installed(
    name: str,
    pins: Pins,
    python: str = sys.executable,
    below: str = "",
    check: Callable[[Path], None] = lambda _: None,
) -> Path:
    """Return the environment of a name with these versions, built if it does not exist.

    It is in the cache, or in a folder ``below`` it.
    Its interpreter is ``bin/python``. ``check`` raises UvError for a damaged environment, which is
    rebuilt with a warning. Raises UvError if it cannot be built, and leaves no part of it.
    """
    folder = made_folder(below) / f"{name}-{key(pins, python)}"

    def refuse_damage() -> None:
        if not os.access(folder / "bin" / "python", os.X_OK):
            raise UvError("it has no interpreter")
        check(folder)

    lock = Path(f"{folder}.lock")
    with FileLock(lock):
        if (folder / _COMPLETE).exists():
            try:
                refuse_damage()
            except UvError as error:
                _LOG.warning("%s is damaged and is built again: %s", folder, error)
            else:
                return folder
        # An environment shares its files with uv's cache, which may also be damaged.
        options = ("--no-cache",) if folder.exists() else ()
        try:
            shutil.rmtree(folder, ignore_errors=True)
            _install(folder, pins, python, *options)
            refuse_damage()
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            lock.unlink(missing_ok=True)  # who waits for it notices, and makes another
            raise
    return folder


_COMPLETE = "complete"
"""The file that marks a completely installed environment."""


def _install(folder: Path, pins: Pins, python: str, *options: str) -> None:
    lines = "".join(f"{name}=={version}\n" for name, version in pins.items())
    uv.run(["venv", "--quiet", "--python", python, str(folder)])
    interpreter = str(folder / "bin" / "python")
    requirements = folder / "requirements.txt"
    requirements.write_text(lines, encoding="utf-8")
    into = ("--python", interpreter, "-r", str(requirements))
    uv.run(["pip", "install", "--quiet", "--no-deps", *options, *into])
    (folder / _COMPLETE).touch()


_PINS: TypeAdapter[Pins] = TypeAdapter(dict[str, str])


def remembered(
    file: Path, resolve: Callable[[], Pins], is_whole: Callable[[Pins], bool] = lambda _: True
) -> Pins:
    """Return the versions recorded in a file, or else resolve and record them.

    A damaged or incomplete record is resolved again with a warning.
    """
    if file.exists():
        with contextlib.suppress(ValueError):
            recorded = _PINS.validate_json(file.read_bytes())
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


def record_of(release: str) -> Path:
    """Return the file that has the versions of a release as they were resolved first."""
    return cache_folder() / f"harbor-{release}-{key(preferred())}.json"


def resolved_release(release: str, record: Path) -> Pins:
    """Return the versions of a release as they were resolved first: a gate must repeat.

    Raises UvError where it cannot be installed.
    """
    record.parent.mkdir(parents=True, exist_ok=True)

    def resolve() -> Pins:
        return uv.compile_pins([f"harbor=={release}"], preferred=preferred())

    return remembered(record, resolve, lambda pins: "harbor" in pins)
