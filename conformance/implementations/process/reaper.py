"""Ends what this process has started, and removes its folders, however this process itself ends.

A process that is killed can do neither. So a small program, in a session of its own,
reads of groups and folders, and acts on those that are left when its input ends.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

_PROGRAM = Path(__file__).resolve().with_name("reaper_main.py")
"""Where it really is: a gate has our packages in a folder that goes when the gate ends."""


def reap_group(process: int) -> None:
    """End a process group, named by its first process, when this process is gone."""
    _tell("keep", "group", process)


def forget_group(process: int) -> None:
    """Leave a process group alone: it has ended."""
    _tell("forget", "group", process)


def reap_folder(path: str) -> None:
    """Remove a folder when this process is gone."""
    _tell("keep", "folder", path)


@contextmanager
def reaped_tempdir(make: str | Callable[[], TemporaryDirectory[str]]) -> Iterator[str]:
    """Yield a new folder's path; the folder goes at the end, or when this process is gone.

    ``make`` makes it, or is what its name starts with.
    """
    # Starting the reaper takes time, in which a signal would leave the folder to nobody.
    _reaper()
    folder = _temporary(make) if isinstance(make, str) else make()
    reap_folder(folder.name)
    with folder as path:
        yield path
    # A process that was just killed may have written to it once more; then it goes with us.
    if not Path(folder.name).exists():
        _tell("forget", "folder", folder.name)


def _temporary(prefix: str) -> TemporaryDirectory[str]:
    return TemporaryDirectory(prefix=prefix, ignore_cleanup_errors=True)


@cache
def _reaper() -> int:
    """Start the reaper; return the descriptor that it reads from, which is never closed by us."""
    reading, writing = os.pipe()
    reaper = subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-I", "-S", str(_PROGRAM)],
        stdin=reading,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        # In a folder of another's it would be ended with what works there, before its own work.
        cwd=os.sep,
        start_new_session=True,
    )
    os.close(reading)
    reaper.returncode = 0  # It outlives us, and nobody waits for it.
    return writing


def _tell(verb: str, kind: str, what: int | str) -> None:
    with suppress(BrokenPipeError):
        os.write(_reaper(), f"{json.dumps([verb, kind, what])}\n".encode())
