"""Prepares the process that the workers of a run are forked from.

It imports harbor and answers nothing itself: it collects no garbage while it imports, and leaves
without taking a hundred thousand objects apart (docs/architecture.md has what that saves). It hears
no interrupt, which the process that started it hears, and leaves with that one, in the midst of an
import as well: a reader of its output would wait for its end.
"""

import atexit
import gc
import os
import signal
import sys
from types import TracebackType

_PARENT = os.getppid()


def _leave_with_parent(*_: object) -> None:
    if os.getppid() != _PARENT:
        os._exit(0)


def _tell(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Print an error as Python does, unless a worker's run ended before it began.

    The semaphores of such a run are gone, and nobody waits for it.
    """
    if not issubclass(kind, FileNotFoundError):
        sys.__excepthook__(kind, error, trace)


signal.signal(signal.SIGINT, signal.SIG_IGN)
signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})  # which it was started with
signal.signal(signal.SIGALRM, _leave_with_parent)
signal.setitimer(signal.ITIMER_REAL, 0.1, 0.1)
gc.disable()
atexit.register(os._exit, 0)
sys.excepthook = _tell
