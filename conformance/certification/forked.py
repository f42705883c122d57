"""What the process does first that the workers of a run are forked from.

It imports harbor and answers nothing itself: it collects no garbage while it imports, and
leaves without taking a hundred thousand objects apart.
"""

import atexit
import gc
import os
import sys
from types import TracebackType


def _tell(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Print an error as Python does, but that of a worker whose run ended before it began.

    The semaphores of such a run are gone, and nobody is left to be told.
    """
    if not issubclass(kind, FileNotFoundError):
        sys.__excepthook__(kind, error, trace)


gc.disable()
atexit.register(os._exit, 0)
sys.excepthook = _tell
