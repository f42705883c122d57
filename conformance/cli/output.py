"""What a command prints and writes: where that fails, the verdict stays what it is."""

import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from conformance.certification.verdict import ExitCode
from conformance.cli.errors import UsageError

if TYPE_CHECKING:
    from rich.console import Console

    from conformance.report.view import View


def console() -> "Console":
    """Return where a command prints; rich's own would exit with status 1 at a closed pipe."""
    from rich.console import Console

    class _Open(Console):
        def on_broken_pipe(self) -> None:
            close_output()

    return _Open()


_STYLES = {"same": "bold green", "other": "bold yellow", "error": "bold red"}


def styled(view: "View") -> None:
    """Print a view; on a terminal its headline has the colour of the verdict."""
    from rich.text import Text

    from conformance.report import rendering

    *lines, headline = rendering.text(view).splitlines()
    show("".join(f"{line}\n" for line in lines))
    console().print(Text(headline, _STYLES[view.tone]), soft_wrap=True, highlight=False)


def close_output() -> None:
    """Let what is printed from now on, and what is still held back, go nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)


def show(text: str) -> None:
    """Print a text as it is; nothing where whoever read has seen enough."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        close_output()


def line(text: str) -> None:
    """Print a line, as ``show`` does: typer's own way would exit with 1, which is a verdict."""
    show(f"{text}\n")


def printed(act: Callable[[], None], verdict: str, code: ExitCode) -> None:
    """Print something; where that fails, tell of it and of the verdict on standard error.

    Raises UsageError in place of a conformant verdict.
    """
    try:
        act()
    except OSError as error:
        close_output()
        tell(f"standard output: {error.strerror}; {verdict}", code)


def tell(message: str, code: ExitCode) -> None:
    """Tell what could not be written; raises UsageError in place of a conformant verdict."""
    if code is ExitCode.CONFORMANT:
        raise UsageError(message)
    print(f"harbor-conformance: {message}", file=sys.stderr)  # noqa: T201 - the command line
