"""Options by which every command says how its result is printed, and where else it goes."""

import json
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from conformance.certification.verdict import ExitCode
from conformance.cli import output
from conformance.cli.errors import UsageError
from conformance.protocol.shapes import Json


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


def show_json(document: Json) -> None:
    """Print a document as JSON."""
    output.show(json.dumps(document, indent=2) + "\n")


def summarise(file: Path | None, text: Callable[[], str], code: ExitCode) -> None:
    """Add a text to the end of a file, where one is named; the verdict has been printed."""
    if file is None:
        return
    try:
        with file.open("a", encoding="utf-8") as stream:
            stream.write(text())
    except OSError as error:
        output.tell(f"--summary {file}: {error.strerror}; the verdict above holds", code)
