"""An executor that sends calls to Dask's workers, and decides whose answers count."""

import importlib.util
import ipaddress
import pickle
import secrets
import threading
import time
import warnings
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from conformance.executor import remote
from conformance.executor.remote import CallBasis, Reply

_CONNECT = 30.0
"""The time limit for a connection to the scheduler, or its list of workers, in seconds."""

_CLOSE = 3.0
_LOOK = 1.0
"""Seconds between two checks of the list of workers."""

_WAIT = 15.0
"""How many seconds a run waits for a worker whose answers count."""


class SchedulerError(BrokenExecutor):
    """No worker answers any more, for the reason in the message. Earlier results are valid."""


class AddressError(ValueError):
    """An invalid address, or one that would send pickles and results unencrypted."""


class ExtraError(Exception):
    """``distributed`` is not installed."""


def checked(address: str) -> str:
    """Return an address of a scheduler or a worker, with its scheme.

    Raises AddressError for an invalid address, and for ``tcp`` beyond loopback.
    """
    whole = address if "://" in address else f"tcp://{address}"
    try:
        parts = urlsplit(whole)
        host, port = parts.hostname, parts.port
    except ValueError:
        host = port = None
    if not host or not port or parts.scheme not in {"tcp", "tls"}:
        raise AddressError(f"{address}: no address: give tcp://127.0.0.1:8786 or tls://HOST:PORT")
    if parts.scheme == "tcp" and not _is_loopback(host):
        raise AddressError(f"{address} is beyond loopback and has no TLS: give tls://{host}:{port}")
    return whole


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def refuse_without_extra() -> None:
    """Raise ExtraError if ``distributed`` is not installed."""
    if importlib.util.find_spec("distributed") is None:
        raise ExtraError(
            "--scheduler needs Dask's distributed: in the checkout of harbor-conformance, "
            "pip install -e '.[fleet]'"
        )


@dataclass(eq=False)
class _Call:
    """A call, its result, and the workers that may answer it; all if ``to`` is None."""

    content: bytes
    future: Future[Any] = field(default_factory=Future)
    sent: Future[Any] | None = None
    to: frozenset[str] | None = None

    def end(self, reply: Reply) -> None:
        """Set the result, unless it was cancelled."""
        if self.future.set_running_or_notify_cancel():
            if reply.error is None:
                self.future.set_result(reply.value)
            else:
                self.future.set_exception(reply.error)


class SchedulerExecutor(Executor):
    """Sends calls to Dask's workers, which answer each once.

    Dask chooses the worker, and repeats a call if its worker is lost. This class decides which
    workers count: one that refuses a call gets no more. Workers are identified by their addresses.
    """

    def __init__(self, address: str, basis: CallBasis, tell: Callable[[str], None]) -> None:
        """Connect, with TLS as in Dask's configuration; raises SchedulerError."""
        self._address, self._basis, self._tell = address, basis, tell
        self._run = secrets.token_hex(8)
        self._open: set[_Call] = set()
        self._there: frozenset[str] = frozenset()
        self._refused: dict[str, str] = {}
        self._broken: SchedulerError | None = None
        self._lock, self._closed = threading.RLock(), threading.Event()
        self._client = _client(address)
        # Dask repeats a call that fails or ends its worker.
        self._calls = self._client.get_executor(pure=False, retries=2)
        threading.Thread(target=self._watch, daemon=True).start()

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Future[Any]:  # type: ignore[override]  # noqa: ANN401 - calls have no names for their arguments here
        """Return the future result of a call."""
        call = _Call(self._basis.packed(function, arguments))
        with self._lock:
            if self._broken is not None:
                raise self._broken
            self._open.add(call)
            self._send(call)
        return call.future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002 - the standard library's
        """End the run on all workers, and cancel open calls."""
        del wait, cancel_futures
        self._closed.set()
        with self._lock:
            for call in self._open:
                call.future.cancel()
            self._open.clear()
        with suppress(Exception):  # a worker that is not reached ends its part of the run later
            self._client.sync(
                self._client.run, remote.end, self._run, on_error="ignore", callback_timeout=_CLOSE
            )
        with suppress(Exception):
            self._client.close(timeout=_CLOSE)

    @property
    def _counting(self) -> frozenset[str]:
        return self._there - self._refused.keys()

    def _send(self, call: _Call) -> None:
        """Send a call to the workers that are trusted now, and cancel it at the earlier ones."""
        before, call.sent = call.sent, None
        if before is not None:
            before.cancel()
        call.to = self._counting if self._refused else None
        if call.to == frozenset():
            return
        words = (remote.answer, self._run, call.content)
        with warnings.catch_warnings(), suppress(RuntimeError):  # until the next look
            warnings.simplefilter("ignore")  # of large arguments
            call.sent = self._calls.submit(*words, workers=call.to and [*call.to])
            call.sent.add_done_callback(lambda sent: self._take(call, sent))

    def _take(self, call: _Call, sent: Future[Any]) -> None:
        """Handle the end of a call, in the thread of Dask's client."""
        with self._lock:
            if call.sent is not sent or call not in self._open:
                return
            error = CancelledError() if sent.cancelled() else sent.exception()
            if isinstance(error, CancelledError):
                call.sent = None  # the scheduler was lost; the next check sends it again
            elif error is not None:
                self._break(f"no worker could answer a part: {_in_a_line(error)}")
            elif (reply := self._counted(*sent.result())) is None:
                self._send(call)
            else:
                self._open.discard(call)
                call.end(reply)

    def _counted(self, worker: str, content: bytes) -> Reply | None:
        """Return a reply, or None if it does not count."""
        self._refuse_unsafe(worker)
        if worker in self._refused:
            return None
        reply: Reply = pickle.loads(content)  # noqa: S301 - of a worker that is trusted: docs/fleet.md
        if reply.refused:
            self._refuse(worker, reply.refused)
        return None if reply.refused else reply

    def _refuse_unsafe(self, worker: str) -> None:
        try:
            checked(worker)
        except AddressError as error:
            self._refuse(worker, str(error))

    def _refuse(self, worker: str, why: str) -> None:
        if worker not in self._refused:
            self._refused[worker] = why
            self._tell(f"worker {worker} has {why}: its answers are left out")

    def _watch(self) -> None:
        """Watch the list of workers, and end the run if none has counted for a while."""
        useful = time.monotonic()
        while not self._closed.is_set():
            try:
                there = self._client.sync(self._client.scheduler.ncores, callback_timeout=_CONNECT)
            except Exception:  # noqa: BLE001 - any error says the same
                self._break(f"the scheduler {self._address} is gone")
                return
            with self._lock:
                self._look(frozenset(there))
                if self._counting or not self._open:
                    useful = time.monotonic()
                elif time.monotonic() - useful > _WAIT:
                    reasons = (f"{worker}: {why}" for worker, why in self._refused.items())
                    why = "; ".join(reasons) or "it has no workers"
                    self._break(f"no worker of {self._address} can run it: {why}")
            self._closed.wait(_LOOK)

    def _look(self, there: frozenset[str]) -> None:
        """Update the list of workers, and resend calls that none of them can answer."""
        for worker in sorted(self._there - there):
            self._tell(f"worker {worker} is gone: its work runs again")
        self._there = there
        for worker in self._counting:
            self._refuse_unsafe(worker)
        for call in self._open:
            if call.sent is None or (call.to is not None and call.to.isdisjoint(self._counting)):
                self._send(call)

    def _break(self, why: str) -> None:
        with self._lock:
            if not self._closed.is_set():
                self._broken = SchedulerError(why)
                while self._open:
                    self._open.pop().end(Reply(error=self._broken))


def _client(address: str) -> Any:  # noqa: ANN401 - Dask has no annotations
    import dask  # noqa: PLC0415 - an extra

    # Dask logs lost connections at length; a run reports them in a line.
    quiet = dict.fromkeys(("distributed", "distributed.client"), "critical")
    dask.config.set({"logging": quiet})
    import distributed  # noqa: PLC0415 - an extra, and half a second

    try:
        return distributed.Client(address, timeout=_CONNECT, set_as_default=False)
    except (OSError, TimeoutError, TypeError, ValueError, RuntimeError) as error:
        raise SchedulerError(f"no scheduler at {address}: {_in_a_line(error)}") from error


def _in_a_line(error: BaseException) -> str:
    if isinstance(error, TimeoutError):
        return "it does not answer"
    return " ".join(f"{error}".split()) or type(error).__name__
