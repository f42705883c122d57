"""Processes that take the parts of a run, and leave nothing behind when they are ended."""

import multiprocessing
import os
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from typing import Protocol


class Started(Protocol):
    """What a worker has started and must not leave behind."""

    def abandon(self) -> None:
        """End it at once."""


started: list[Started] = []
"""What this worker has started; ended with it."""


class Workers:
    """A pool of processes; Ctrl-C is left to the process that holds the results."""

    def __init__(self, pool: ProcessPoolExecutor) -> None:
        """Take the pool."""
        self.pool = pool
        self._given = self._taken = 0

    def as_they_end[Done](self, futures: Sequence[Future[Done]]) -> Iterator[Future[Done]]:
        """Yield each future when it is done."""
        self._given += len(futures)
        for future in as_completed(futures):
            self._taken += 1
            yield future

    def end(self) -> None:
        """End the workers: at once where something is still under way."""
        workers = list((self.pool._processes or {}).values())  # noqa: SLF001 - public only from 3.14 on
        self.pool.shutdown(wait=False, cancel_futures=True)
        for worker in workers if self._taken < self._given else ():
            worker.terminate()
        for worker in workers:
            worker.join()


@contextmanager
def workers(jobs: int, preload: Sequence[str]) -> Iterator[Workers]:
    """Yield so many workers, forked from a process that has imported ``preload``."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(list(preload))
    pool = Workers(ProcessPoolExecutor(jobs, context, initializer=_prepare))
    try:
        yield pool
    finally:
        pool.end()


def _prepare() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave_at_once)


_PATIENCE = 5
"""Seconds after which a worker that cannot end what it has started leaves all the same."""


def _leave_at_once(*_: object) -> None:
    # Whoever ends the pool may ask twice, and twice would wait for itself.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.alarm(_PATIENCE)
    for process in started:
        process.abandon()
    os._exit(1)
