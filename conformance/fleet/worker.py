"""Runs in Dask's own process on a worker, and hands requests to a process of this suite's.

It imports the standard library and Dask alone: harbor, candidates and what is asked of them stay
out of the process that Dask has its connections and threads in.
"""

import os
import signal
import subprocess
import sys
import threading
from concurrent.futures import Future
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection


class WorkerError(Exception):
    """The process that was to answer ended first, or was ended."""


class _Server:
    """The process that answers, what it is still to answer, and the thread that listens to it."""

    def __init__(self, places: int) -> None:
        """Start it; it works on so many requests at a time."""
        self._connection, theirs = Pipe()
        self._process = subprocess.Popen(  # noqa: S603 - our own program
            [sys.executable, "-P", "-m", "conformance.fleet", str(theirs.fileno()), str(places)],
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )
        theirs.close()
        self._lock = threading.Lock()
        self._number = 0
        self._waiting: dict[int, Future[bytes]] = {}
        self.ended = False
        threading.Thread(target=self._listen, daemon=True).start()

    def ask(self, run: str, content: bytes) -> Future[bytes]:
        with self._lock:
            self._number += 1
            future = self._waiting[self._number] = Future()
            number = self._number
        self.tell((run, number, content))
        return future

    def tell(self, message: tuple[str, int, bytes]) -> None:
        try:
            with self._lock:
                self._connection.send(message)
        except OSError:
            self._fail()

    def end(self) -> None:
        """End it at once, with all that it has started."""
        with suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)

    def _listen(self) -> None:
        with suppress(EOFError, OSError):
            while True:
                number, content = _received(self._connection)
                with self._lock:
                    future = self._waiting.pop(number, None)
                if future is not None:
                    future.set_result(content)
        self._fail()
        self._process.wait()

    def _fail(self) -> None:
        with self._lock:
            self.ended = True
            waiting, self._waiting = self._waiting, {}
        for future in waiting.values():
            future.set_exception(WorkerError("its process ended before it had answered"))


def _received(connection: Connection) -> tuple[int, bytes]:
    number, content = connection.recv()
    return number, content


_lock = threading.Lock()
_servers: list[_Server] = []


def _server(places: int) -> _Server:
    with _lock:
        if _servers and _servers[0].ended:
            _servers.clear()
        if not _servers:
            _servers.append(_Server(places))
        return _servers[0]


def answer(run: str, content: bytes, seconds: float) -> tuple[str, bytes]:
    """Return this worker's address, and its reply to a request of a run.

    ``seconds`` is what it may take. Raises WorkerError where no reply comes: what answers requests
    is then started again for the next.
    """
    from distributed import get_worker  # noqa: PLC0415 - an extra, here only where Dask calls this

    here = get_worker()
    server = _server(here.state.nthreads)
    try:
        return here.address, server.ask(run, content).result(seconds)
    except TimeoutError:
        server.end()
        raise WorkerError(f"{here.address} did not answer within {seconds:g} s") from None


def end(run: str) -> None:
    """End what was started for a run."""
    with _lock:
        servers = [*_servers]
    for server in servers:
        server.tell((run, 0, b""))
