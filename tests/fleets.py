"""Dask's own scheduler and workers on loopback, as a user starts them."""

import os
import re
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from disturbed import descendants
from programs import BIN, COMMAND, Ended, command, start_program, wait_until

distributed = pytest.importorskip("distributed", reason="the extra fleet")

DASK = str(BIN / "dask")

SECONDS = 300.0
"""What a scheduler or a worker may take to be there."""


class Fleet:
    """A scheduler and its workers, which end with the test."""

    def __init__(
        self, folder: Path, *options: str, cache: str = "", words: Sequence[str] = ()
    ) -> None:
        """Start a scheduler on a free port, or with these words; workers get ``options`` too."""
        self.folder, self._options = folder, options
        self.environment = {
            **os.environ,
            "XDG_CACHE_HOME": cache or str(folder / "cache"),
            "DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL": "30s",
        }
        self._names: list[str] = []
        self.processes: list[subprocess.Popen[bytes]] = []
        usual = ("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", *options)
        self.scheduler, log = self._start(*(words or usual))
        self.address = self._await(log, r"Scheduler at: +(\S+)")

    def worker(self, *options: str, **variables: str) -> subprocess.Popen[bytes]:
        """Start a worker that does one thing at a time; return it when it is known."""
        usual = (self.address, "--host", "127.0.0.1", "--nthreads", "1", "--no-nanny")
        return self.start_worker(*usual, *self._options, *options, **variables)

    def start_worker(self, *words: str, **variables: str) -> subprocess.Popen[bytes]:
        """Start a worker with these words; return it when it is known."""
        process, log = self._start("worker", *words, **variables)
        self._names.append(self._await(log, r"Start worker at: +(\S+)"))
        self._await(log, r"Registered to: +(\S+)")
        return process

    def run(self, *words: str, **given: Any) -> Ended:  # noqa: ANN401 - as subprocess.run has them
        """Return how a command ended that had the workers take its parts."""
        words = (*words, "--scheduler", self.address)
        return command(*words, env=self.environment, timeout=1200, **given)

    def start(self, *words: str) -> subprocess.Popen[str]:
        """Start a command that has the workers take its parts."""
        return start_program(COMMAND, *words, "--scheduler", self.address, env=self.environment)

    def close(self) -> None:
        """End all of it, with all that it has started."""
        for process in self.processes:
            kill(process)

    def await_work(self, worker: int = -1) -> None:
        """Wait until a worker, the last by default, has a call to answer."""
        name = self._names[worker]
        with distributed.Client(self.address, set_as_default=False) as client:
            wait_until(lambda: client.processing().get(name), f"{name} never had work", SECONDS)

    def _start(self, *words: str, **variables: str) -> tuple[subprocess.Popen[bytes], Path]:
        log = self.folder / f"{words[0]}-{time.monotonic_ns()}.log"
        with log.open("wb") as stream:
            process = subprocess.Popen(
                [DASK, *words],
                cwd=self.folder,
                env={**self.environment, **variables},
                stdout=stream,
                stderr=stream,
                start_new_session=True,
            )
        self.processes.append(process)
        return process, log

    @staticmethod
    def _await(log: Path, pattern: str) -> str:
        def found() -> list[str]:
            return re.findall(pattern, log.read_text(encoding="utf-8", errors="replace"))

        wait_until(found, f"{log.name} never had {pattern}", SECONDS)
        return found()[0]


def kill(process: subprocess.Popen[bytes]) -> None:
    stop(process, signal.SIGKILL)
    process.wait()


def stop(process: subprocess.Popen[bytes], number: signal.Signals = signal.SIGSTOP) -> None:
    """Have a worker answer nothing any more, without ending it unless the signal does."""
    for one in [process.pid, *descendants(process.pid)]:
        with suppress(ProcessLookupError):
            os.kill(one, number)
