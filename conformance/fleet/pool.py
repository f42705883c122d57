"""A pool of workers on other machines, used as one of processes here is."""

import queue
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from conformance.fleet.address import AddressError, checked
from conformance.fleet.engine import Engine, FleetError, Result, Sent, Worker
from conformance.fleet.identity import identity
from conformance.fleet.journal import Journal, name_of
from conformance.fleet.requests import Basis, Failed, Refused, Request, packed, reply_of
from conformance.implementations.start import CandidateSpec

type Tell = Callable[[str], None]

_TICK = 0.2
"""Seconds after which the pool looks around although nothing came."""

_LOOK = 1.0
"""Seconds from one look at which workers there are to the next."""

_WAIT = 15.0
"""Seconds that a run waits for a worker that it can believe."""

_LONGEST = 900.0
"""Seconds that a part may take on a worker before it is asked again."""


@dataclass(frozen=True, slots=True)
class Fleet:
    """The workers of a scheduler; ``tell`` is told what befalls them, ``folder`` keeps results."""

    address: str
    tell: Tell
    folder: Path

    @contextmanager
    def pool(
        self, spec: CandidateSpec | None = None, predictions: tuple[str, ...] = ()
    ) -> Iterator["Pool"]:
        """Yield a pool that answers about a candidate, or about none.

        ``predictions`` are the functions of the ledger that is expected of it.

        Results that are in hand when the block ends early are there for the next run that
        submits the same. Raises FleetError, also from the results.
        """
        basis = Basis(spec, identity(spec, predictions), predictions)
        journal = Journal(self.folder, f"{sorted(basis.identity.items())} {spec!r}")
        pool = Pool(self, basis, journal)
        try:
            yield pool
        finally:
            pool.shutdown()
            if pool.is_whole:
                journal.forget()


@dataclass
class _Part:
    """A call that is to be answered, where the answer goes, and who may give it.

    ``sent`` is None while nobody may; ``to`` is None where every worker may.
    """

    content: bytes
    future: Future[Any]
    sent: Sent | None = None
    to: frozenset[Worker] | None = None


class Pool(Executor):
    """Has calls of this suite's functions answered by workers, each once.

    Which worker gets which part, and who gets it where one is lost, is the scheduler's business;
    here is which of them are believed.
    """

    def __init__(self, fleet: Fleet, basis: Basis, journal: Journal) -> None:
        """Begin with a thread of its own, which alone speaks to the scheduler."""
        self._fleet, self._basis, self._journal = fleet, basis, journal
        self._run = secrets.token_hex(8)
        self._parts: dict[str, _Part] = {}
        self._sent: dict[Sent, str] = {}
        self._there: frozenset[Worker] = frozenset()
        self._refused: dict[Worker, str] = {}
        self._events: queue.SimpleQueue[str | Sent | None] = queue.SimpleQueue()
        self._taken_over = 0
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    @property
    def is_whole(self) -> bool:
        """Whether everything that was submitted is answered."""
        return not self._parts

    def submit(  # type: ignore[override] # calls have no names for their arguments here
        self, function: Callable[..., Any], /, *arguments: object
    ) -> Future[Any]:
        """Return what is to hold the result of a call."""
        name = name_of(function, arguments)
        if (asked := self._parts.get(name)) is not None:
            return asked.future
        future: Future[Any] = Future()
        try:
            future.set_result(self._journal.get(name))
        except LookupError:
            content = packed(Request(self._basis, function, arguments))
            self._parts[name] = _Part(content, future)
            self._events.put(name)
        else:
            self._taken_over += 1
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002 - the standard library's
        """End the run on all workers; what is still open is cancelled."""
        del wait, cancel_futures
        self._closed.set()
        self._events.put(None)
        self._thread.join(_WAIT)
        if self._taken_over:
            self._fleet.tell(f"{self._taken_over} parts were known from a run that ended early")
        for part in self._parts.values():
            part.future.cancel()

    @property
    def _believed(self) -> frozenset[Worker]:
        return self._there - self._refused.keys()

    def _serve(self) -> None:
        try:
            with Engine(self._fleet.address) as engine:
                try:
                    self._work(engine)
                finally:
                    engine.end(self._run)
        except Exception as error:  # noqa: BLE001 - whoever waits for results is told
            self._fail(error)

    def _fail(self, error: Exception) -> None:
        while not self._closed.is_set():
            for part in [*self._parts.values()]:
                if not part.future.done():
                    part.future.set_exception(error)
            self._closed.wait(_TICK)

    def _work(self, engine: Engine) -> None:
        looked = 0.0
        useful = time.monotonic()
        while not self._closed.is_set():
            submitted, ended = self._drained()
            now = time.monotonic()
            if now - looked >= _LOOK:
                self._look(engine)
                looked = now
            for name in submitted:
                self._send(engine, name)
            self._take_in(engine, ended)
            if self._believed or not self._parts:
                useful = now
            if now - useful > _WAIT:
                raise FleetError(self._why_nobody())

    def _drained(self) -> tuple[list[str], list[Sent]]:
        """Return what was submitted since, and the calls that ended; wait a moment for either."""
        submitted: list[str] = []
        ended: list[Sent] = []
        try:
            event = self._events.get(timeout=_TICK)
            while True:
                if isinstance(event, str):
                    submitted.append(event)
                elif event is not None:
                    ended.append(event)
                event = self._events.get_nowait()
        except queue.Empty:
            return submitted, ended

    def _look(self, engine: Engine) -> None:
        """See which workers there are, and send again what none of them may answer."""
        before, self._there = self._there, engine.workers()
        for worker in sorted(before - self._there):
            self._fleet.tell(f"worker {worker} is gone: what it had is asked again")
        for worker in sorted(self._believed):
            self._check_address(worker)
        for name, part in [*self._parts.items()]:
            if part.to is not None and not self._believed <= part.to:
                self._send(engine, name)

    def _check_address(self, worker: Worker) -> None:
        try:
            checked(worker)
        except AddressError as error:
            self._refuse(worker, str(error))

    def _refuse(self, worker: Worker, why: str) -> None:
        if worker not in self._refused:
            self._refused[worker] = why
            self._fleet.tell(f"worker {worker} has {why}: its answers are left out")

    def _why_nobody(self) -> str:
        reasons = [f"{worker}: {why}" for worker, why in self._refused.items()]
        why = "; ".join(reasons) or "it has no workers"
        return f"no worker of {self._fleet.address} can be asked: {why}"

    def _send(self, engine: Engine, name: str) -> None:
        """Have a part answered by whoever may answer it, instead of whoever was asked before."""
        part = self._parts[name]
        if part.sent is not None:
            self._sent.pop(part.sent, None)
            engine.forget(part.sent)
            part.sent = None
        part.to = self._believed if self._refused else None
        if part.to is None or part.to:
            part.sent = engine.send(
                self._run, part.content, seconds=_LONGEST, to=part.to, when_done=self._events.put
            )
            self._sent[part.sent] = name

    def _take_in(self, engine: Engine, ended: list[Sent]) -> None:
        own = {sent: name for sent in ended if (name := self._sent.pop(sent, None)) is not None}
        broken: FleetError | None = None
        for name, result in zip(own.values(), engine.fetch([*own]), strict=True):
            if isinstance(result, FleetError):
                broken = result
            elif result is None or not self._answer(name, result):
                self._send(engine, name)
        if broken is not None:
            raise broken

    def _answer(self, name: str, result: Result) -> bool:
        """Take in what a worker answered; return whether it may be believed."""
        worker, content = result
        self._check_address(worker)
        if worker in self._refused:
            return False
        reply = reply_of(content)
        if isinstance(reply, Refused):
            self._refuse(worker, reply.why)
            return False
        part = self._parts.pop(name)
        if isinstance(reply, Failed):
            part.future.set_exception(reply.error)
        else:
            self._journal.put(name, reply.value)
            part.future.set_result(reply.value)
        return True
