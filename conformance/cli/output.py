"""What a command prints and writes, and the options that say how.

Where printing or writing fails, the verdict stays what it is.
"""

import json
import os
import sys
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from conformance.certification.verdict import ExitCode
from conformance.cli.errors import UsageError

if TYPE_CHECKING:
    from rich.console import Console

    from conformance.protocol.shapes import Json
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


class Format(StrEnum):
    """How a result is printed."""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"
    JUNIT = "junit"
    HTML = "html"


AsJson = Annotated[
    bool, typer.Option("--json", help="Print JSON on standard output, and nothing else there.")
]
Summary = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help='Add the result as Markdown to FILE, such as "$GITHUB_STEP_SUMMARY".'
    ),
]


def chosen_of[F: StrEnum](chosen: F, json_: F, *, as_json: bool) -> F:
    """Return the format that the options name; raises UsageError where they name two.

    Every ``--format`` has text or Markdown first, which is what is printed by default.
    """
    if not as_json:
        return chosen
    if chosen not in {json_, next(iter(type(chosen)))}:
        raise UsageError(f"give either --json or --format {chosen}")
    return json_


def show_json(document: "Json") -> None:
    """Print a document as JSON."""
    show(json.dumps(document, indent=2) + "\n")


def summarise(file: Path | None, text: Callable[[], str], code: ExitCode) -> None:
    """Add a text to the end of a file, where one is named; the verdict has been printed."""
    if file is None:
        return
    try:
        with file.open("a", encoding="utf-8") as stream:
            stream.write(text())
    except OSError as error:
        tell(f"--summary {file}: {error.strerror}; the verdict above holds", code)
