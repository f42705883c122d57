"""Progress on standard error: updated in place on a terminal, else a line at intervals."""

import os
import shutil
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from conformance.examination.findings import CheckResult

EVERY = 10.0
"""Seconds between lines."""


@contextmanager
def progress(total: int) -> Iterator[Callable[[CheckResult], None]]:
    """Yield a function that takes each of ``total`` results as it arrives.

    It shows the progress, the rate and the time left.
    """
    began, done, cases = time.monotonic(), 0, 0
    with doing() as tell:

        def advance(result: CheckResult) -> None:
            nonlocal done, cases
            done, cases = done + 1, cases + result.cases
            seconds = max(time.monotonic() - began, 1e-3)
            left = seconds / done * (total - done)
            amount = f"{done} of {total} checks, {cases:,} cases, {cases / seconds:,.0f}/s"
            tell(f"{amount}, {left:.0f} s left")

        yield advance


@contextmanager
def doing() -> Iterator[Callable[[str], None]]:
    """Yield a function that shows progress: in place, or as a line at intervals."""
    if _is_terminal():
        try:
            yield _show_in_place
        finally:
            _show_in_place("")
        return
    latest = deque(["starting"], maxlen=1)
    ended, began = threading.Event(), time.monotonic()

    def tell() -> None:
        while not ended.wait(EVERY):
            if what := latest[0]:
                tell_line(f"{what}, {time.monotonic() - began:.0f} s so far")

    threading.Thread(target=tell, daemon=True).start()
    try:
        yield latest.append
    finally:
        ended.set()


def _is_terminal() -> bool:
    """Return whether standard error can overwrite a line; a dumb terminal cannot."""
    return sys.stderr.isatty() and os.environ.get("TERM", "dumb") not in {"dumb", "unknown"}


def _show_in_place(what: str) -> None:
    """Overwrite the last line, cut to the width of the terminal."""
    width = shutil.get_terminal_size().columns - 1
    print(f"\x1b[2K{what[:width]}\r", end="", file=sys.stderr, flush=True)  # noqa: T201 - the command line


def tell_line(line: str) -> None:
    """Print a line immediately, over a line that is updated in place."""
    if _is_terminal():
        _show_in_place("")
    print(line, file=sys.stderr, flush=True)  # noqa: T201 - the command line
