"""Runs programs that end with this process, and removes its folders, even if it is killed.

A killed process cannot clean up, so this file also runs as a small program in its own session. It
reads lines ``["keep" or "forget", "group" or "folder", number or path]``, and cleans up what is
left when its input ends. It needs only the standard library.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

_PROGRAM = Path(__file__).resolve()
"""The real path: a gate's folder with our packages is removed when the gate ends."""


def reap_group(process: int) -> None:
    """End a process group, given by its first process, when this process is gone."""
    _tell("keep", "group", process)


def kill_group(process: int) -> None:
    """End a process group immediately, which then needs no reaping."""
    end_group(process)
    _tell("forget", "group", process)


def reap_folder(path: str) -> None:
    """Remove a folder when this process is gone."""
    _tell("keep", "folder", path)


@contextmanager
def reaped_tempdir(make: str | Callable[[], TemporaryDirectory[str]]) -> Iterator[str]:
    """Yield a new folder, which is removed at the end, or when this process is gone.

    ``make`` makes it, or is the prefix of its name.
    """
    # Start the reaper first: a signal during its start would leave the folder behind.
    _reaper()
    folder = (
        TemporaryDirectory(prefix=make, ignore_cleanup_errors=True)
        if isinstance(make, str)
        else make()
    )
    reap_folder(folder.name)
    with folder as path:
        yield path
    # A process that was just killed may have written to it; then the reaper removes it.
    if not Path(folder.name).exists():
        _tell("forget", "folder", folder.name)


def run_tool(
    argv: Sequence[str],
    *,
    folder: str | None = None,
    env: Mapping[str, str] | None = None,
    stdin: str = "",
    seconds: float | None = None,
) -> subprocess.CompletedProcess[str]:
    """Return a program's output and exit status.

    Its process group ends when the waiting or this process ends. Raises OSError if it cannot be
    started, UnicodeError if its output is not text, and TimeoutError, which is an OSError, if it
    takes longer than ``seconds``.
    """
    process = subprocess.Popen(  # noqa: S603 - our own programs
        argv,
        cwd=folder,
        env=env,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    reap_group(process.pid)
    with process:  # which waits for it, and closes its streams
        try:
            printed, log = process.communicate(stdin, timeout=seconds)
        except subprocess.TimeoutExpired as error:
            raise TimeoutError(f"it took longer than {seconds:g} s") from error
        finally:
            kill_group(process.pid)
    return subprocess.CompletedProcess(argv, process.returncode, printed, log)


@cache
def _reaper() -> int:
    """Start the reaper; return the descriptor for its input, which we never close."""
    reading, writing = os.pipe()
    reaper = subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-I", "-S", str(_PROGRAM)],
        stdin=reading,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        # In another's folder it would be ended with the processes that work there.
        cwd=os.sep,
        start_new_session=True,
    )
    os.close(reading)
    reaper.returncode = 0  # It outlives us; nobody waits for it.
    return writing


def _tell(verb: str, kind: str, what: int | str) -> None:
    with suppress(BrokenPipeError):
        os.write(_reaper(), f"{json.dumps([verb, kind, what])}\n".encode())


def main() -> None:
    """Read until the process at the other end is gone."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    kept: dict[str, dict[int | str, None]] = {"group": {}, "folder": {}}
    for line in sys.stdin:
        verb, kind, what = json.loads(line)
        if verb == "keep":
            kept[kind][what] = None
        else:
            kept[kind].pop(what, None)
    for group in kept["group"]:
        end_group(int(group))
    folders = [*map(str, kept["folder"])]
    _remove(folders)
    for look in range(_LOOKS):
        for process in _processes_in(folders):
            with suppress(OSError):
                end_group(os.getpgid(process))
        time.sleep(_BETWEEN)
        _remove(folders)
        if look >= _STARTING and not any(map(os.path.exists, folders)):
            return


_LOOKS, _BETWEEN, _STARTING = 10, 0.15, 2
"""How often, after how many seconds, and how often for starting processes, to look for remains."""


def _remove(folders: list[str]) -> None:
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)


def end_group(group: int) -> None:
    """End a process group immediately, if any of it is left."""
    with suppress(OSError):
        os.killpg(group, signal.SIGKILL)


def _processes_in(folders: list[str]) -> list[int]:
    """Return the processes that work in one of these folders, if the system says so."""
    homes = [Path(folder).resolve() for folder in folders]
    processes = []
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            works_in = Path(str((entry / "cwd").readlink()).removesuffix(" (deleted)"))
            if any(works_in.is_relative_to(home) for home in homes):
                processes.append(int(entry.name))
    return processes


if __name__ == "__main__":
    main()
