"""Decides where work runs, and opens the executor."""

import os
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from queue import SimpleQueue
from sys import maxsize

from conformance.executor.local import processes
from conformance.executor.remote import CallBasis, Identify
from conformance.implementations.start import CandidateSpec


def default_jobs() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(frozen=True, slots=True)
class DaskScheduler:
    """A Dask scheduler: its address, what its workers must match, and who gets messages."""

    address: str
    identify: Identify
    tell: Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Workers:
    """Where work runs: ``jobs`` local processes, or the workers of a scheduler."""

    jobs: int
    scheduler: DaskScheduler | None = None

    @contextmanager
    def executor(
        self,
        preload: Sequence[str] = (),
        most: int = maxsize,
        *,
        candidate: CandidateSpec | None = None,
        predictions: tuple[str, ...] = (),
    ) -> Iterator[Executor]:
        """Yield an executor for one run; leaving the block ends everything that it started.

        ``preload`` names modules that local processes import once, and ``most`` is the number of
        tasks. The files of ``candidate`` and ``predictions`` must be the same on remote workers.
        Raises BrokenExecutor, also from results.
        """
        if self.scheduler is None:
            with processes(max(1, min(self.jobs, most)), preload) as pool:
                yield pool
            return
        from conformance.executor.scheduler import SchedulerExecutor  # noqa: PLC0415 - an extra

        where = self.scheduler
        identity = where.identify(candidate, predictions)
        basis = CallBasis(where.identify, candidate, predictions, identity)
        with SchedulerExecutor(where.address, basis, where.tell) as executor:
            yield executor


def completed[T, R](
    executor: Executor, function: Callable[[T], R], items: Iterable[T], most: int = maxsize
) -> Generator[tuple[T, R]]:
    """Yield each item with its result, in the order in which they end.

    At most ``most`` items are taken before their results are. ``executor.map`` keeps the order.
    """
    rest, ended = iter(items), SimpleQueue[Future[R]]()
    open_: dict[Future[R], T] = {}
    while True:
        for item in islice(rest, most - len(open_)):
            future = executor.submit(function, item)
            open_[future] = item
            future.add_done_callback(ended.put)
        if not open_:
            return
        future = ended.get()
        yield open_.pop(future), future.result()


def why_ended(error: Exception) -> str:
    """Return in a line why a run ended before all results were there."""
    if isinstance(error, BrokenProcessPool):
        return "a process of the suite was ended from outside"
    return (error.strerror if isinstance(error, OSError) else "") or str(error)
