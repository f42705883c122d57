"""A pool of workers on other machines, used as one of processes here is."""

import queue
import secrets
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from conformance.fleet.address import AddressError, checked
from conformance.fleet.dispatch import Dispatch, Worker
from conformance.fleet.engine import Engine, FleetError, Sent
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

_SILENCE = 900.0
"""Seconds that a part may take on a worker, and a run without any answer."""

_LOSSES = 5
"""Workers that one part may be lost with before it is taken to be what ends them."""


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
    """A call that is to be answered, and where the answer goes."""

    content: bytes
    future: Future[Any]
    losses: Counter[Worker] = field(default_factory=Counter)


class Pool(Executor):
    """Has calls of this suite's functions answered by workers, each once."""

    def __init__(self, fleet: Fleet, basis: Basis, journal: Journal) -> None:
        """Begin with a thread of its own, which alone speaks to the scheduler."""
        self._fleet, self._basis, self._journal = fleet, basis, journal
        self._run = secrets.token_hex(8)
        self._parts: dict[str, _Part] = {}
        self._sent: dict[Sent, tuple[str, Worker]] = {}
        self._dispatch: Dispatch[str] = Dispatch()
        self._events: queue.SimpleQueue[str | Sent | None] = queue.SimpleQueue()
        self._number = 0
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
        places: dict[Worker, int] = {}
        looked, useful, heard = 0.0, time.monotonic(), time.monotonic()
        while not self._closed.is_set():
            ended = self._drained()
            now = time.monotonic()
            if ended:
                heard = now
                self._take_in(engine, ended, now)
            if now - looked >= _LOOK:
                places, looked = self._look(engine), now
            if places.keys() - self._dispatch.refused.keys():
                useful = now
            if not self._dispatch.open:
                heard = useful = now
            self._refuse_to_wait(now - useful, now - heard)
            for name, worker in [*self._dispatch.assign(places, now)]:
                self._send(engine, name, worker, places[worker])

    def _drained(self) -> list[Sent]:
        """Return the calls that ended since; wait a moment where there is none."""
        ended: list[Sent] = []
        try:
            event = self._events.get(timeout=_TICK)
            while True:
                if isinstance(event, str):
                    self._dispatch.waiting.append(event)
                elif event is not None:
                    ended.append(event)
                event = self._events.get_nowait()
        except queue.Empty:
            return ended

    def _look(self, engine: Engine) -> dict[Worker, int]:
        """Return the workers that there are, as far as one may speak to them."""
        places = engine.workers()
        for worker in places.keys() - self._dispatch.refused.keys():
            try:
                checked(worker)
            except AddressError as error:
                self._refuse(worker, str(error))
        lost = [(sent, *of) for sent, of in self._sent.items() if of[1] not in places]
        for worker in sorted({worker for _, _, worker in lost}):
            self._fleet.tell(f"worker {worker} is gone: what it had is asked again")
        for sent, name, worker in lost:
            del self._sent[sent]
            self._lose(name, worker, "it is gone")
        return places

    def _refuse_to_wait(self, alone: float, silent: float) -> None:
        if alone > _WAIT:
            reasons = [f"{worker}: {why}" for worker, why in self._dispatch.refused.items()]
            why = "; ".join(reasons) or "it has no workers"
            raise FleetError(f"no worker of {self._fleet.address} can be asked: {why}")
        if silent > _SILENCE:
            raise FleetError(f"no worker of {self._fleet.address} answered for {_SILENCE:g} s")

    def _send(self, engine: Engine, name: str, worker: Worker, places: int) -> None:
        self._number += 1
        sent = engine.send(
            worker,
            self._run,
            self._parts[name].content,
            places=places,
            seconds=_SILENCE,
            key=f"harbor-conformance-{self._run}-{self._number}",
            when_done=self._events.put,
        )
        self._sent[sent] = name, worker

    def _take_in(self, engine: Engine, ended: list[Sent], now: float) -> None:
        own = [(one, *self._sent.pop(one)) for one in ended if one in self._sent]
        for (_, name, worker), got in zip(own, engine.fetch([o for o, *_ in own]), strict=True):
            if isinstance(got, str):
                self._fleet.tell(f"worker {worker}: {got}; what it had is asked again")
                self._lose(name, worker, got)
            elif worker not in self._dispatch.refused:
                self._answer(name, worker, got, now)
                if name not in self._parts:
                    self._drop(engine, name)

    def _drop(self, engine: Engine, name: str) -> None:
        """Forget what else was sent of a part that is answered."""
        for sent in [sent for sent, (part, _) in self._sent.items() if part == name]:
            del self._sent[sent]
            engine.forget(sent)

    def _answer(self, name: str, worker: Worker, content: bytes, now: float) -> None:
        reply = reply_of(content)
        if isinstance(reply, Refused):
            self._refuse(worker, reply.why)
            return
        if not self._dispatch.answered(name, worker, now):
            return
        part = self._parts.pop(name)
        if isinstance(reply, Failed):
            part.future.set_exception(reply.error)
            return
        self._journal.put(name, reply.value)
        part.future.set_result(reply.value)

    def _refuse(self, worker: Worker, why: str) -> None:
        if self._dispatch.refuse(worker, why):
            self._fleet.tell(f"worker {worker} has {why}: its answers are left out")

    def _lose(self, name: str, worker: Worker, why: str) -> None:
        """Have a part asked again; raises FleetError where it was lost with many workers."""
        self._dispatch.lost(name, worker)
        part = self._parts.get(name)
        if part is None:
            return
        part.losses[worker] += 1
        if part.losses.total() >= _LOSSES:
            raise FleetError(f"a part was lost {_LOSSES} times, last with {worker}: {why}")
