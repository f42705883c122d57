"""Runs on a Dask worker: passes each call to a process of the run, which first compares identities.

Calls and replies are bytes that only the two ends read; neither the scheduler nor Dask's own
process unpickles a candidate, a case or an answer. Harbor and candidates stay out of the process
with Dask's connections and threads.
"""

import multiprocessing
import pickle
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from typing import Any

from conformance.executor.local import modules_for, processes
from conformance.implementations.environments.uv import UvError
from conformance.implementations.start import (
    CandidateError,
    CandidateSpec,
    ToolchainError,
    UnknownCandidateError,
    UntrustedOracleError,
)

type Identity = dict[str, str]
"""The basis of a process's answers, by its name in messages."""

type Identify = Callable[..., Identity]
"""Returns the local identity of harbor, the suite, and any given candidate and predictions.

It takes a CandidateSpec and the functions of predictions, or neither. Raises UntrustedOracleError
and OSError.
"""


@dataclass(frozen=True, slots=True)
class CallBasis:
    """The basis of a run's answers on any machine."""

    identify: Identify
    candidate: CandidateSpec | None
    predictions: tuple[str, ...]
    identity: Identity

    def packed(self, function: Callable[..., object], arguments: tuple[object, ...]) -> bytes:
        """Return a call in bytes; a worker with another suite does not read the inner part."""
        inner = pickle.dumps((self.candidate, self.predictions, function, arguments))
        return pickle.dumps((self.identify, self.identity, inner))


@dataclass(frozen=True, slots=True)
class Reply:
    """The result of a call, or why the answers of this worker do not count."""

    value: Any = None
    error: Exception | None = None
    refused: str = ""


_NOT_HERE = (
    CandidateError, ToolchainError, UnknownCandidateError, UntrustedOracleError, UvError,
)  # fmt: skip
"""Errors of a worker that another worker may not have."""


def perform(content: bytes, began: Identity) -> bytes:
    """Return the reply to a call, in the process that answers it.

    ``began`` is the identity of the worker when it imported the code that this process runs.
    """
    try:
        reply = _reply(content, began)
    except _NOT_HERE as error:
        reply = Reply(refused=f"{type(error).__name__}: {error}")
    except Exception as error:  # noqa: BLE001 - the run gets it
        reply = Reply(error=error)
    return pickle.dumps(reply)


def _reply(content: bytes, began: Identity) -> Reply:
    try:
        identify, theirs, inner = pickle.loads(content)  # noqa: S301 - its sender may run code here: docs/fleet.md
    except (AttributeError, ImportError) as error:
        return Reply(refused=f"another suite ({error})")
    own = identify()
    common = {name: value for name, value in theirs.items() if name in own}
    if different := "; ".join(differences(own, common)):
        return Reply(refused=different)
    if any(differences(own, began)):
        return Reply(refused="other files than when it was started: start it again")
    spec, predictions, function, arguments = pickle.loads(inner)  # noqa: S301 - as above
    if different := "; ".join(differences(identify(spec, predictions), theirs)):
        return Reply(refused=different)
    return Reply(function(*arguments))


def differences(theirs: Identity, ours: Identity) -> Iterator[str]:
    """Yield in words how a worker's identity differs from this run's."""
    for name, own in ours.items():
        other = theirs.get(name, "unknown")
        if other != own:
            yield f"{name} {_short(other)}, and this run has {_short(own)}"


_DIGEST = 64


def _short(text: str) -> str:
    return f"{text[:12]}…" if len(text) == _DIGEST and text.isalnum() else text


class WorkerError(Exception):
    """The process that answers a call ended."""


_IDLE = 60.0
"""Seconds without a call after which a run is over: its client may have been killed."""


class _Run:
    """The processes of one run on this worker, forked from one that has imported harbor."""

    def __init__(self, places: int) -> None:
        self._stack = ExitStack()
        preload = [*modules_for(), "oracle.run"]
        self._pool = self._stack.enter_context(processes(places, preload))
        self._pending, self._since = 0, time.monotonic()
        self.over = False
        threading.Thread(target=self._end_when_idle, daemon=True).start()

    def answer[T](self, function: Callable[..., T], *arguments: object) -> T:
        """Return a process's result; raises WorkerError if the process ends."""
        self._pending += 1
        try:
            return self._pool.submit(function, *arguments).result()
        except (BrokenExecutor, CancelledError, RuntimeError) as error:
            self.end()
            raise WorkerError("its process ended") from error
        finally:
            self._pending, self._since = self._pending - 1, time.monotonic()

    def end(self) -> None:
        """End the processes, busy ones included."""
        self.over = True
        with suppress(CancelledError), self._stack:
            if self._pending:
                raise CancelledError

    def _end_when_idle(self) -> None:
        while not self.over:
            time.sleep(1)
            if not self._pending and time.monotonic() - self._since > _IDLE:
                self.end()


_lock = threading.Lock()
_runs: dict[str, _Run] = {}
_began: Identity = {}


def answer(run: str, content: bytes) -> tuple[str, bytes]:
    """Return this worker's address, and its reply to a call of a run, in a thread of Dask's.

    Raises WorkerError if there is no reply: the next call starts new processes.
    """
    from distributed import get_worker  # noqa: PLC0415 - an extra, which is here on a worker alone

    here = get_worker()
    if multiprocessing.current_process().daemon:
        why = "a nanny that forbids it processes: start it with --no-nanny"
        return here.address, pickle.dumps(Reply(refused=why))
    with _lock:
        if run not in _runs or _runs[run].over:
            _runs[run] = _Run(here.state.nthreads)
        pool = _runs[run]
        if not _began:
            _began.update(pool.answer(_identity, content))
    return here.address, pool.answer(perform, content, _began)


def _identity(content: bytes) -> Identity:
    """Return the identity of this worker before its first answer, or a reply with an error."""
    try:
        identity: Identity = pickle.loads(content)[0]()  # noqa: S301 - as above
    except (AttributeError, ImportError, OSError, UntrustedOracleError):
        return {}
    return identity


def end(run: str) -> None:
    """End what a run has started on this worker."""
    with _lock:
        ended = _runs.pop(run, None)
    if ended is not None:
        ended.end()
