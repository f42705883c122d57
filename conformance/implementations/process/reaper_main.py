"""The reaper's own program: ends process groups and removes folders when its input ends.

It runs in isolation with the standard library alone, each line of its input being
``["keep" or "forget", "group" or "folder", number or path]``.
"""

import json
import os
import shutil
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path


def main() -> None:
    """Read until whoever keeps the other end is gone, however it went."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    kept: dict[str, None] = {}
    for line in sys.stdin:
        verb, kind, what = json.loads(line)
        key = json.dumps([kind, what])
        if verb == "keep":
            kept[key] = None
        else:
            kept.pop(key, None)
    left = [(kind, what) for kind, what in map(json.loads, kept)]
    folders = [str(what) for kind, what in left if kind == "folder"]
    for kind, what in left:
        if kind == "group":
            _end_group(int(what))
    _remove(folders)
    for look in range(_LOOKS):
        for process in _processes_in(folders):
            with suppress(OSError):
                _end_group(os.getpgid(process))
        time.sleep(_BETWEEN)
        _remove(folders)
        if look >= _STARTING and not any(map(os.path.exists, folders)):
            return


_LOOKS, _BETWEEN, _STARTING = 10, 0.15, 2
"""How often, at most, and after how many seconds what is left is looked for: a process that was
just being started in the first looks, and then what a dying one wrote."""


def _remove(folders: list[str]) -> None:
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)


def _end_group(group: int) -> None:
    with suppress(OSError):
        os.killpg(group, signal.SIGKILL)


def _processes_in(folders: list[str]) -> list[int]:
    """Return the processes that work in one of these folders, where the system tells."""
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
