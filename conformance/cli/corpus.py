"""``harbor-conformance corpus``: the recorded cases against the installed harbor."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from conformance.certification.verdict import ExitCode
from conformance.cli import output
from conformance.cli.ask import parse_input
from conformance.cli.errors import UsageError
from conformance.cli.help import epilog
from conformance.cli.options import known_clause
from conformance.cli.output import AsJson, show_json
from conformance.examination.recorded import corpus
from conformance.examination.recorded.oracle_check import CorpusMismatch, mismatches
from conformance.implementations.start import open_harbor
from conformance.operations import messages
from conformance.protocol import show
from conformance.protocol.shapes import Json

_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")

app = typer.Typer(help="Work with the recorded cases.", no_args_is_help=True, rich_markup_mode=None)


@app.command(epilog=epilog("corpus verify"))
def verify(*, as_json: AsJson = False) -> None:
    """Ask the installed harbor every recorded case again; exit status 1 if an answer moved."""
    console = output.console()
    harbor = open_harbor()
    operations = {file.parent.name for file in corpus.files()}
    try:
        changes = [change for name in sorted(operations) for change in mismatches(harbor, name)]
        harbor.verify()
    finally:
        harbor.close()
    count = len(list(corpus.load()))
    if as_json:
        show_json({"recorded": count, "changes": [_document(change) for change in changes]})
    else:
        _print(console, changes)
        console.print(f"{count} recorded cases, {len(changes)} answered otherwise than recorded")
    raise typer.Exit(ExitCode.CONFORMANT if count and not changes else ExitCode.DIVERGES)


def _document(change: CorpusMismatch) -> Json:
    operation = change.recorded.case.operation
    return {
        "id": change.recorded.id,
        "recorded": messages.answer_to_json(operation, change.recorded.answer),
        "now": messages.answer_to_json(operation, change.answer),
    }


def _print(console: Console, changes: Sequence[CorpusMismatch]) -> None:
    for change in changes:
        console.print(
            Text(
                f"{change.recorded.id}\n  recorded  {show.answer(change.recorded.answer)}\n"
                f"  now       {show.answer(change.answer)}"
            ),
            soft_wrap=True,
        )


@app.command(epilog=epilog("corpus record"))
def record(
    clause: Annotated[str, typer.Argument(help="The clause that the case belongs to.")],
    name: Annotated[str, typer.Argument(help="The case's own name, such as empty-json.")],
    note: Annotated[str, typer.Option(help="Why the case is worth keeping.")],
    question: Annotated[
        str, typer.Option("--input", help="The input as protocol JSON, @FILE or - .")
    ],
    *,
    as_json: AsJson = False,
) -> None:
    """Ask harbor one case and keep its answer in the corpus of this checkout."""
    if not _NAME.fullmatch(name):
        raise UsageError(f"{name}: give lower-case words with hyphens, such as empty-json")
    case = parse_input(known_clause(clause).operation, question)
    harbor = open_harbor()
    try:
        (recorded,) = corpus.record(harbor, clause, [(name, note, case)])
    finally:
        harbor.close()
    file = str(corpus.file_of(clause).relative_to(Path.cwd(), walk_up=True))
    if as_json:
        answer = messages.answer_to_json(case.operation, recorded.answer)
        show_json({"id": recorded.id, "answer": answer, "file": file})
        return
    output.line(f"{recorded.id}: {show.answer(recorded.answer)}")
    output.line(f"kept in {file}")
