"""Processes that take the parts of a run, and leave nothing behind when they are ended.

The standard library's pool and not pytest-xdist's or threads: no plugin of a user's takes part,
harbor is imported once and forked, and a worker ends with all that it has started.
"""

import gc
import multiprocessing
import multiprocessing.connection
import os
import signal
import tempfile
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import forkserver, resource_tracker
from multiprocessing.util import get_temp_dir
from typing import Protocol

from conformance.implementations.process.reaper import reap_folder


class Started(Protocol):
    """What a worker has started and must not leave behind."""

    def abandon(self) -> None:
        """End it at once."""


started: list[Started] = []
"""What this worker has started; ended with it."""


@contextmanager
def workers(jobs: int, preload: Sequence[str]) -> Iterator[ProcessPoolExecutor]:
    """Yield a pool of so many workers, forked from a process that has imported ``preload``.

    Ctrl-C is left to the process that holds the results. Whatever ends the block early, while
    tasks are handed out or taken in, ends the workers at once.
    """
    import_ahead(preload)
    context = multiprocessing.get_context("forkserver")
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(jobs, context, initializer=_prepare)
    try:
        yield pool
    except BaseException:
        for worker in set(multiprocessing.active_children()) - others:
            worker.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def import_ahead(preload: Sequence[str]) -> None:
    """Have the process that workers are forked from import ``preload``, unless there is one.

    It imports while this process does other things, and leaves when this one is gone.
    """
    reap_folder(_meeting_place())
    own = ["harbor_conformance", "conformance.certification.forked"]
    forkserver.set_forkserver_preload([*own, *preload])
    resource_tracker.ensure_running()  # which lets interrupts through when it is started
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        forkserver.ensure_running()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_LONGEST = 70
"""Bytes of a folder below which there is room for the path of a socket, which has 107."""

_SHORT = ("/tmp", "/var/tmp", "/dev/shm")  # noqa: S108 - a folder of our own is made in it


def _meeting_place() -> str:
    """Return the folder where the processes meet, which TMPDIR may be too long for."""
    usual = tempfile.tempdir
    if len(os.fsencode(tempfile.gettempdir())) > _LONGEST:
        tempfile.tempdir = next(filter(os.path.isdir, _SHORT), usual)
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
    """Leave when the process that holds the results is gone, however it went."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        _leave_at_once()


_PATIENCE = 5
"""Seconds after which a worker that cannot end what it has started leaves all the same."""


def _leave_at_once(*_: object) -> None:
    # Whoever ends the pool may ask twice, and twice would wait for itself.
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.alarm(_PATIENCE)
    for process in started:
        process.abandon()
    os._exit(1)
