"""What a command prints and writes, and the options for it. If that fails, the verdict stays."""

import os
import shutil
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from pathlib import Path

from conformance.certification import ExitCode
from conformance.cli.declaring import option, switch
from conformance.cli.errors import UsageError
from conformance.examination.atomic_write import atomic_write
from conformance.protocol.show import safe
from conformance.report import rendering
from conformance.report.view import View

_STYLES = {"same": "bold green", "other": "bold yellow", "error": "bold red"}


def terminal_width() -> int | None:
    """Return the width of the terminal, or nothing if standard output is none."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def styled(view: View) -> str:
    """Return a view as text; on a terminal, its headline is coloured by the verdict."""
    from rich.console import Console
    from rich.text import Text

    console, width = Console(), terminal_width()
    above = rendering.text(replace(view, headline=""), width)
    headline = Text(safe(view.headline), _STYLES[view.tone])
    with console.capture() as coloured:
        console.print(headline, soft_wrap=width is None, highlight=False)
    return above.removesuffix("\n") + coloured.get()


def close_output() -> None:
    """Discard all further output, and the buffer's content."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)


def show(text: str) -> None:
    """Print a text unchanged; nothing once the reader has closed the pipe."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        close_output()


def line(text: str) -> None:
    """Print a line, as ``show`` does: typer's own way would exit with 1, which is a verdict."""
    show(f"{text}\n")


def tell(message: str, code: ExitCode) -> None:
    """Report what could not be written; raises UsageError if the verdict was conformant."""
    if code is ExitCode.CONFORMANT:
        raise UsageError(message)
    print(f"harbor-conformance: {message}", file=sys.stderr)  # noqa: T201 - the command line


def write_all(folder: Path, texts: Mapping[str, str], code: ExitCode, told: str) -> bool:
    """Write files, each completely or not at all; return whether that succeeded.

    ``told`` is the message if not, with ``{}`` for the reason; raises as ``tell`` does.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            atomic_write(folder / name, text)
    except OSError as error:
        tell(told.replace("{}", str(error.strerror)), code)
        return False
    return True


def printed(text: Callable[[], str], verdict: str, code: ExitCode) -> None:
    """Print a text; if that fails, report it with the verdict on standard error.

    Making one may fail too: rich flushes the output. Raises UsageError if the verdict was
    conformant.
    """
    try:
        show(text())
    except OSError as error:
        close_output()
        tell(f"standard output: {error.strerror}; {verdict}", code)


class Format(StrEnum):
    """How a result is printed."""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"
    JUNIT = "junit"
    HTML = "html"
    GITHUB = "github"


class ShortFormat(StrEnum):
    """The formats of a result that is not a test and has no page."""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"


@dataclass(frozen=True, kw_only=True)
class JsonOption:
    """Whether a command prints JSON."""

    as_json: bool = switch("Print JSON on standard output, and nothing else there.", "--json")

    def __post_init__(self) -> None:
        """Raise UsageError if two formats are given."""
        named = getattr(self, "format_", Format.TEXT)
        if self.as_json and named not in {Format.TEXT, Format.JSON}:
            raise UsageError(f"give either --json or --format {named}")

    @property
    def form(self) -> Format:
        """The format that is printed."""
        return Format.JSON if self.as_json else Format(getattr(self, "format_", Format.TEXT))

    def print(self, lines: Iterable[str], document: Callable[[], object]) -> None:
        """Print lines as they arrive, or the document as JSON."""
        if self.as_json:
            show(rendering.json_text(document()))
            return
        for one in lines:
            line(one)


type Writers = Mapping[Format, Callable[[], str]]


@dataclass(frozen=True, slots=True)
class CommandResult:
    """The result of a command: its verdict in a line, and a function for each format."""

    verdict: str
    code: ExitCode
    writers: Writers

    @classmethod
    def of_view(
        cls, view: View, to_json: Callable[[], str], code: ExitCode, others: Writers | None = None
    ) -> "CommandResult":
        """Return a result whose formats, except JSON and ``others``, are made from a view."""
        writers: Writers = {
            **{form: partial(getattr(rendering, form), view) for form in Format if form != "json"},
            Format.JSON: to_json,
            Format.TEXT: lambda: rendering.text(view, terminal_width()),
            **(others or {}),
        }
        return cls(safe(view.headline), code, writers)


@dataclass(frozen=True, kw_only=True)
class ResultOptions(JsonOption):
    """How a result is printed, and the file for its summary."""

    summary: Path | None = option(
        None, 'Add the result as Markdown to FILE, such as "$GITHUB_STEP_SUMMARY".', metavar="FILE"
    )

    def write(self, result: CommandResult, summary: Path | None = None) -> ExitCode:
        """Print a result, and add it to a summary.

        Raises UsageError if that fails and the verdict was conformant.
        """
        code = result.code
        printed(result.writers[self.form], result.verdict, code)
        if (file := self.summary or summary) is not None:
            try:
                with file.open("a", encoding="utf-8") as stream:
                    stream.write(result.writers[Format.MARKDOWN]())
            except OSError as error:
                tell(f"--summary {file}: {error.strerror}; the verdict above holds", code)
        return code


@dataclass(frozen=True, kw_only=True)
class FormatOptions(ResultOptions):
    """The options of a result that has every format."""

    format_: Format = option(
        Format.TEXT, "How the result is printed.", "--format", "--output-format"
    )
