"""Local processes, forked from one that has imported harbor; they leave nothing behind.

The standard library's pool is used instead of pytest-xdist's or threads: no user's plugin takes
part, harbor is imported once, and a process ends with everything that it started.
"""

import gc
import multiprocessing
import multiprocessing.connection
import os
import signal
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import forkserver, resource_tracker
from multiprocessing.util import Finalize, get_temp_dir

from conformance.implementations.process.reaper import reap_folder

_USUAL = (
    *("verifier", "metric", "multi_step", "pass_at_k", "job", "trial_result"),
    *("outcome", "reason_code", "leaderboard"),
)
"""The operations of candidates."""

WITHOUT_HARBOR = [
    "conformance.certification.plan",
    "conformance.gate.steps",
    "conformance.diagnosis.diagnosis",
]
"""The modules of a run whose oracle is a release in a process of its own."""


def modules_for(operations: Iterable[str] = _USUAL) -> list[str]:
    """Return the modules that checks of these operations need."""
    adapters = [f"oracle.{operation}" for operation in operations]
    return ["oracle.implementation", *adapters, "conformance.certification.plan"]


_abandons: list[Callable[[], None]] = []
"""Functions that immediately end the processes that this worker started."""


def end_with_worker(abandon: Callable[[], None], leave: Callable[[], None] | None = None) -> None:
    """End a process with this worker: by ``leave``, if given, when the worker ends normally.

    ``abandon`` ends it immediately.
    """
    _abandons.append(abandon)
    # Workers exit by os._exit, which runs only these finalizers.
    Finalize(None, leave or abandon, exitpriority=1)


@contextmanager
def processes(jobs: int, preload: Sequence[str]) -> Iterator[ProcessPoolExecutor]:
    """Yield a pool of ``jobs`` workers, forked from a process that has imported ``preload``.

    Ctrl-C is left to the process that holds the results. An exception that ends the block early
    ends the workers immediately.
    """
    import_ahead(preload)
    context = multiprocessing.get_context("forkserver")
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(jobs, context, initializer=_prepare)
    try:
        yield pool
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)  # which waits for a worker that is starting
        workers = set(multiprocessing.active_children()) - others
        for worker in workers:
            worker.terminate()
        for worker in workers:
            worker.join()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def import_ahead(preload: Sequence[str]) -> None:
    """Start the process that workers are forked from, which imports ``preload``, unless it runs.

    It imports in parallel with this process, and exits with it.
    """
    if multiprocessing.parent_process() is None:  # else the folder is the parent's, which needs it
        reap_folder(_meeting_place())
    own = ["harbor_conformance", "conformance.executor.forkserver_setup"]
    forkserver.set_forkserver_preload([*own, *preload])
    resource_tracker.ensure_running()  # which lets interrupts through when it is started
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        forkserver.ensure_running()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_LONGEST = 70
"""The longest folder, in bytes, that leaves room for a socket's path of 107."""


def _meeting_place() -> str:
    """Return the folder of the processes' sockets; TMPDIR may be too long."""
    usual = tempfile.tempdir
    if len(os.fsencode(tempfile.gettempdir())) > _LONGEST:
        short = "/tmp", "/var/tmp", "/dev/shm"  # noqa: S108 - a folder of our own is made in it
        tempfile.tempdir = next(filter(os.path.isdir, short), usual)
    try:
        return get_temp_dir()
    finally:
        tempfile.tempdir = usual


def _prepare() -> None:
    gc.freeze()
    gc.enable()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave_at_once)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    threading.Thread(target=_leave_with_parent, daemon=True).start()


def _leave_with_parent() -> None:
    """Exit when the process that holds the results is gone, for any reason."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        _leave_at_once()


def _leave_at_once(*_: object) -> None:
    # A caller may end the pool twice; the second call would wait for itself.
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.alarm(5)  # then it exits even if it cannot end what it started
    for abandon in _abandons:
        abandon()
    os._exit(1)
