"""How far a run is, on standard error: a bar on a terminal, else a line now and then."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from conformance.examination.findings import CheckResult

FIRST_LINE, EVERY = 1.0, 10.0
"""Seconds after which the first line comes, and from one line to the next."""

type Advance = Callable[[CheckResult], None]


@contextmanager
def progress(total: int) -> Iterator[Advance]:
    """Yield what takes each result as it comes; ``total`` results are due."""
    if not sys.stderr.isatty():
        yield _lines(total)
        return
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("checks, {task.fields[cases]:,} cases"),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    with bar:
        yield _on_bar(bar, total)


def _on_bar(bar: Progress, total: int) -> Advance:
    cases, task = 0, bar.add_task("asking", total=total, cases=0)

    def advance(result: CheckResult) -> None:
        nonlocal cases
        cases += result.cases
        bar.update(task, advance=1, cases=cases, description=result.operation)

    return advance


def _lines(total: int) -> Advance:
    done = cases = 0
    due = time.monotonic() + FIRST_LINE

    def advance(result: CheckResult) -> None:
        nonlocal done, cases, due
        done, cases = done + 1, cases + result.cases
        if time.monotonic() >= due and done < total:
            due = time.monotonic() + EVERY
            print(f"{done} of {total} checks, {cases:,} cases", file=sys.stderr, flush=True)  # noqa: T201 - the command line

    return advance
