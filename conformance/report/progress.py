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
    """Yield a function that takes each of ``total`` results as it arrives."""
    tally = Tally(total)
    with doing() as tell:
        tell(tally.line())

        def advance(result: CheckResult) -> None:
            tally.advance(result)
            tell(tally.line())

        yield advance


class Tally:
    """How many results came, and how fast."""

    def __init__(self, total: int) -> None:
        """Begin with none."""
        self._total, self._done, self._cases = total, 0, 0
        self._first, self._first_cases = 0.0, 0

    def advance(self, result: CheckResult) -> None:
        """Count a result."""
        self._done, self._cases = self._done + 1, self._cases + result.cases
        if self._done == 1:
            self._first, self._first_cases = time.monotonic(), result.cases

    def line(self) -> str:
        """Return the progress, the rate and, if known, the time left."""
        text = f"{self._done} of {self._total} checks, {self._cases:,} cases"
        if self._done <= 1:  # the time before the first is harbor's import
            return text
        seconds = max(time.monotonic() - self._first, 1e-3)
        rate = (self._cases - self._first_cases) / seconds
        left = seconds / (self._done - 1) * (self._total - self._done)
        return f"{text}, {rate:,.0f}/s, {left:.0f} s left"


@contextmanager
def doing() -> Iterator[Callable[[str], None]]:
    """Yield a function that shows progress: in place, or as a line at intervals.

    Such a line has the time if nothing arrived meanwhile.
    """
    if _is_terminal():
        try:
            yield _show_in_place
        finally:
            _show_in_place("")
        return
    latest = deque(["starting"], maxlen=1)
    ended, began = threading.Event(), time.monotonic()

    def tell() -> None:
        last = ""
        while not ended.wait(EVERY):
            if what := latest[0]:
                seconds = f", {time.monotonic() - began:.0f} s so far"
                tell_line(what + seconds * (what == last))
                last = what

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
