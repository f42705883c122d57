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

FIRST_LINE, EVERY = 1.0, 10.0
"""Seconds after which the first line comes, and from one line to the next."""

_MOMENT = 1e-3
"""Seconds below which a rate says nothing."""

_TELLING = 2
"""Results from which a rate is known: what came before the first is harbor's import."""

type Advance = Callable[[CheckResult], None]


@contextmanager
def progress(total: int) -> Iterator[Advance]:
    """Yield what takes each result as it comes; ``total`` results are due."""
    tally = Tally(total)
    with doing() as tell:
        tell(tally.line())

        def advance(result: CheckResult) -> None:
            tally.advance(result)
            tell(tally.line())

        yield advance


class Tally:
    """How many results came, told early once so that somebody who watches sees that it works."""

    def __init__(self, total: int) -> None:
        """Begin with none."""
        self._total, self._done, self._cases = total, 0, 0
        self._first_due = time.monotonic() + FIRST_LINE
        self._first, self._first_cases = 0.0, 0

    def advance(self, result: CheckResult) -> None:
        """Count a result, and tell of it if it is the first after a second."""
        self._done, self._cases = self._done + 1, self._cases + result.cases
        if self._done == 1:
            self._first, self._first_cases = time.monotonic(), result.cases
        if time.monotonic() >= self._first_due and self._done < self._total:
            self._first_due = float("inf")
            tell_line(self.line())

    def line(self) -> str:
        """Return how far the run is, how fast, and how long it will take where that is known."""
        text = f"{self._done} of {self._total} checks, {self._cases:,} cases"
        if self._done < _TELLING:
            return text
        seconds = max(time.monotonic() - self._first, _MOMENT)
        rate = (self._cases - self._first_cases) / seconds
        left = seconds / (self._done - 1) * (self._total - self._done)
        return f"{text}, {rate:,.0f}/s, {left:.0f} s left"


@contextmanager
def doing() -> Iterator[Callable[[str], None]]:
    """Yield a function that shows what is being done: in place, or as a line at intervals."""
    if _is_terminal():
        try:
            yield _show_in_place
        finally:
            _show_in_place("")
        return
    latest = deque(["starting"], maxlen=1)
    with _every_so_often(lambda: latest[0]):
        yield latest.append


def _is_terminal() -> bool:
    """Return whether standard error shows what is written over; a dumb terminal does not."""
    return sys.stderr.isatty() and os.environ.get("TERM", "dumb") not in {"dumb", "unknown"}


def _show_in_place(what: str) -> None:
    """Show one line over the last one, cut to the width of the terminal."""
    width = shutil.get_terminal_size().columns - 1
    print(f"\x1b[2K{what[:width]}\r", end="", file=sys.stderr, flush=True)  # noqa: T201 - the command line


@contextmanager
def _every_so_often(line: Callable[[], str]) -> Iterator[None]:
    """Tell a line every ten seconds, whether or not anything came meanwhile."""
    ended = threading.Event()

    def tell() -> None:
        while not ended.wait(EVERY):
            tell_line(line())

    threading.Thread(target=tell, daemon=True).start()
    try:
        yield
    finally:
        ended.set()


def tell_line(line: str) -> None:
    """Print a line immediately, over what is shown in place where anything is."""
    if _is_terminal():
        _show_in_place("")
    print(line, file=sys.stderr, flush=True)  # noqa: T201 - the command line
