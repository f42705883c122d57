"""Ends what this process has started, and removes its folders, however this process itself ends.

A process that is killed can do neither. So a small one beside it, in a session of its own,
is told of groups and folders, and acts on what is left when it is told no more.
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

_PROGRAM = Path(__file__).resolve().with_name("keeper_main.py")
"""Where it really is: a gate has our packages in a folder that goes when the gate ends."""


def keep_group(process: int) -> None:
    """End a process group, named by its first process, when this process is gone."""
    _tell("keep", "group", process)


def forget_group(process: int) -> None:
    """Leave a process group alone: it has ended."""
    _tell("forget", "group", process)


def keep_folder(path: str) -> None:
    """Remove a folder when this process is gone."""
    _tell("keep", "folder", path)


@contextmanager
def kept(make: Callable[[], TemporaryDirectory[str]]) -> Iterator[str]:
    """Yield a new folder's path; the folder goes at the end, or when this process is gone."""
    # Starting the keeper takes time, in which a signal would leave the folder to nobody.
    _keeper()
    folder = make()
    keep_folder(folder.name)
    with folder as path:
        yield path
    # A process that was just killed may have written to it once more; then it goes with us.
    if not Path(folder.name).exists():
        _tell("forget", "folder", folder.name)


@cache
def _keeper() -> int:
    """Start the keeper; return the descriptor that it reads from, which is never closed by us."""
    reading, writing = os.pipe()
    keeper = subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-I", "-S", str(_PROGRAM)],
        stdin=reading,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        # In a folder of another's it would be ended with what works there, before its own work.
        cwd=os.sep,
        start_new_session=True,
    )
    os.close(reading)
    keeper.returncode = 0  # It outlives us, and nobody waits for it.
    return writing


def _tell(verb: str, kind: str, what: int | str) -> None:
    with suppress(BrokenPipeError):
        os.write(_keeper(), f"{json.dumps([verb, kind, what])}\n".encode())
