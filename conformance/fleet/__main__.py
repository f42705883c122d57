"""``python -m conformance.fleet DESCRIPTOR PLACES``: answers requests of a Dask worker.

It is started beside each worker, and ends with it. Each run gets processes of its own, as it
does where no worker is; they are forked from one that has imported harbor.
"""

import os
import sys
import threading
import time
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import ExitStack, suppress
from multiprocessing.connection import Connection

from conformance.certification.workers import workers
from conformance.fleet.identity import Identity, identity
from conformance.fleet.requests import perform
from conformance.implementations.start import UntrustedOracleError
from conformance.operations import EVERY_OPERATION

_PRELOAD = [
    "oracle.implementation",
    *(f"oracle.{operation}" for operation in EVERY_OPERATION),
    "conformance.fleet.steps",
]

_IDLE = 60.0
"""Seconds without a request after which a run is taken to be over."""


class _OverError(Exception):
    """Ends the processes of a run that are still at work."""


class _Run:
    """The processes of one run on this worker."""

    def __init__(self, places: int) -> None:
        """Open the pool; its processes start with the first request."""
        self._stack = ExitStack()
        self._pool: ProcessPoolExecutor = self._stack.enter_context(workers(places, _PRELOAD))
        self._pending = 0
        self._since = time.monotonic()
        self.over = False

    @property
    def idle(self) -> bool:
        """Whether nothing was asked for so long that nothing more will be."""
        return not self._pending and time.monotonic() - self._since > _IDLE

    def submit(self, content: bytes, began: Identity) -> Future[bytes]:
        """Have a process answer a request; raises BrokenProcessPool where one was ended."""
        future = self._pool.submit(perform, content, began)
        self._pending += 1
        return future

    def answered(self) -> None:
        self._pending -= 1
        self._since = time.monotonic()

    def end(self) -> None:
        self.over = True
        with suppress(_OverError), self._stack:
            if self._pending:
                raise _OverError


class _Server:
    """Answers what comes over a connection, until its other end is gone."""

    def __init__(self, connection: Connection, places: int) -> None:
        self._connection, self._places = connection, places
        self._began = _identity()
        self._runs: dict[str, _Run] = {}
        self._sending = threading.Lock()

    def serve(self) -> None:
        with suppress(EOFError, OSError):
            while True:
                if self._connection.poll(_IDLE):
                    self._take(*self._connection.recv())
                for name in [name for name, run in self._runs.items() if run.idle]:
                    self._runs.pop(name).end()
        for run in self._runs.values():
            run.end()

    def _take(self, name: str, number: int, content: bytes) -> None:
        if not number:
            if name in self._runs:
                self._runs.pop(name).end()
            return
        if name not in self._runs:
            self._runs[name] = _Run(self._places)
        run = self._runs[name]
        run.submit(content, self._began).add_done_callback(
            lambda future: self._reply(run, number, future)
        )

    def _reply(self, run: _Run, number: int, future: Future[bytes]) -> None:
        run.answered()
        if not run.over and future.exception() is not None:
            # Another worker is to answer; this one begins anew with what it is asked next.
            os._exit(1)
        # Nobody takes the reply of a run that is over, and yet Dask's thread waits for one.
        content = b"" if run.over else future.result()
        with suppress(OSError), self._sending:
            self._connection.send((number, content))


def _identity() -> Identity:
    """Return what answers rest on as this process starts; who answers says where that is amiss."""
    try:
        return identity(None)
    except (OSError, UntrustedOracleError):
        return {}


def main() -> None:
    """Serve the connection that the command line names."""
    descriptor, places = map(int, sys.argv[1:])
    _Server(Connection(descriptor), places).serve()


if __name__ == "__main__":
    main()
