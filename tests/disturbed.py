"""A run that a test disturbs, and what is left of it when its time is up."""

import os
import re
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import pytest
from programs import COMMAND, Ended, start_program, wait_until, with_status

SECONDS = 2.0
"""Time after which nothing of a run may be left."""

MARK = "HARBOR_CONFORMANCE_TEST_RUN"


def every_process() -> list[int]:
    return [int(entry.name) for entry in Path("/proc").glob("[0-9]*")]


def stat_of(process: int) -> list[str]:
    """Return what the system says of a process, from its state on; nothing of one that is gone."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def is_alive(process: int) -> bool:
    """Return whether a process is there and has not ended."""
    return stat_of(process)[:1] not in ([], ["Z"])


def processes(mark: str) -> list[int]:
    """Return the processes that have a run's mark in their environment."""
    said = f"{MARK}={mark}".encode()
    return [one for one in every_process() if said in _told(one, "environ") and is_alive(one)]


def command_line(process: int) -> str:
    """Return the words of a process, with spaces between them."""
    return _told(process, "cmdline").replace(b"\0", b" ").decode()


def _told(process: int, file: str) -> bytes:
    try:
        return Path(f"/proc/{process}/{file}").read_bytes()
    except OSError:
        return b""


class Run:
    """A run that has told of its first results, and the folder for its temporary files."""

    def __init__(
        self, folder: Path, *words: str, program: tuple[str, ...] = (COMMAND,), **variables: str
    ) -> None:
        """Start a run whose temporary files go to a folder."""
        self.mark, self.folder = f"{folder}", folder
        self.started: set[int] = set()
        environment = {**os.environ, MARK: self.mark, "TMPDIR": str(folder), **variables}
        if words[0] == "certify":
            words = (*words, "--env", f"{MARK}={self.mark}")
        self.process = start_program(*program, *words, env=environment)

    def await_results(self, least: int = 1) -> None:
        """Wait until it has told of the results of this many checks."""
        assert self.process.stderr is not None
        for line in self.process.stderr:
            told = re.match(r"(\d+) of \d+ checks", line)
            if told and int(told[1]) >= least:
                return
        pytest.fail("no progress was told")

    def note_processes(self) -> set[int]:
        """Remember which processes it has started by now, also those without its mark."""
        self.started |= descendants(self.process.pid)
        return self.started

    def await_processes(self, named: str, least: int) -> None:
        """Wait until it has started this many processes whose command line has these words."""

        def started() -> bool:
            return sum(named in command_line(one) for one in self.note_processes()) >= least

        wait_until(started, f"it never started {least} processes of {named}")

    def signal(self, number: int) -> None:
        """Send a signal to its first process."""
        os.kill(self.process.pid, number)

    def kill_worker(self) -> None:
        """Kill one of the processes that work for it."""
        (forkserver,) = children(self.process.pid, "forkserver")
        os.kill(min(children(forkserver, "forkserver")), signal.SIGKILL)

    def ended(self, status: int | None = None, seconds: float = 30) -> Ended:
        """Return how it ended in time, if nothing is left of it."""
        printed = self.process.communicate(timeout=seconds)
        assert self.left() == []
        code = self.process.returncode
        return with_status(subprocess.CompletedProcess((), code, *printed), status)

    def end(self) -> None:
        """End all processes that are left, so that no test disturbs another."""
        for process in {self.process.pid, *self._alive()}:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        self.process.communicate()

    def left(self) -> list[str]:
        """Return what is left of the run when its time is up."""
        with suppress(AssertionError):
            wait_until(lambda: not (self._alive() or self._folders()), "", SECONDS)
        return [*map(str, self._alive()), *self._folders()]

    def _alive(self) -> list[int]:
        return [*processes(self.mark), *filter(is_alive, self.started)]

    def _folders(self) -> list[str]:
        in_memory = [
            path
            for process in (self.process.pid, *self.started)
            for path in Path("/dev/shm").glob(f"harbor-conformance-{process}-*")  # noqa: S108 - where ours lie
        ]
        return [str(path) for path in (*self.folder.iterdir(), *in_memory)]


def ended_as_python_starts(ended: Ended) -> bool:
    """Return whether Python itself ended by a signal, or failed to import what it begins with."""
    return ended.returncode == -signal.SIGINT or ended.stderr.startswith(
        "Fatal Python error: init_"
    )


PROGRAM = """
import errno, pathlib, shutil
from conformance.certification import certifying
from conformance.cli import main
{}
if __name__ == "__main__":
    main()
"""
"""Our command as a program, with room for a change of it."""


def interrupt_at_the_start(run: Run, delay: float) -> None:
    """Interrupt a run while it starts: it ends with status 130 and without a traceback."""
    time.sleep(delay)
    run.signal(signal.SIGINT)
    ended = run.ended()
    if not ended_as_python_starts(ended):
        with_status(ended, 130)
        assert "Traceback" not in ended.stdout + ended.stderr


def children(parent: int, named: str) -> list[int]:
    """Return the processes of a parent's whose command line has a word."""
    own = (child for child, its in parents().items() if its == parent)
    return [child for child in own if named in command_line(child)]


def descendants(process: int) -> set[int]:
    known, found, new = parents(), set[int](), {process}
    while new:
        new = {child for child, parent in known.items() if parent in new} - found
        found |= new
    return found


def parents() -> dict[int, int]:
    return {one: int(told[1]) for one in every_process() if (told := stat_of(one))}
