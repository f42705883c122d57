"""``harbor-conformance corpus``: the recorded cases against the installed harbor."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from conformance import corpus, show
from conformance.agreement import compare
from conformance.clauses import CATALOGUE
from conformance.cli.errors import UsageError
from conformance.cli.questions import parse_input
from conformance.implementations import open_harbor
from conformance.model import Agreement
from conformance.verdict import ExitCode

app = typer.Typer(help="Work with the recorded cases.", no_args_is_help=True)


@app.command()
def verify() -> None:
    """Ask the installed harbor every recorded case again; exit status 1 if an answer moved."""
    console = Console()
    harbor = open_harbor()
    asked = moved = 0
    try:
        for recorded in corpus.load():
            asked += 1
            answer = harbor.answer(recorded.case)
            # Recorded answers are harbor's own, so nothing short of exact will do.
            if compare(recorded.case, recorded.answer, answer).agreement is not Agreement.EXACT:
                moved += 1
                console.print(
                    Text(
                        f"{recorded.id}\n  recorded  {show.answer(recorded.answer)}\n"
                        f"  now       {show.answer(answer)}"
                    ),
                    soft_wrap=True,
                )
        harbor.verify()
    finally:
        harbor.close()
    console.print(f"{asked} recorded cases, {moved} answered otherwise than recorded")
    raise typer.Exit(ExitCode.CONFORMANT if asked and not moved else ExitCode.DIVERGES)


@app.command()
def record(
    clause: Annotated[str, typer.Argument(help="The clause that the case belongs to.")],
    name: Annotated[str, typer.Argument(help="The case's own name, such as empty-json.")],
    note: Annotated[str, typer.Option(help="Why the case is worth keeping.")],
    question: Annotated[
        str, typer.Option("--input", help="The input as protocol JSON, @FILE or - .")
    ],
) -> None:
    """Ask harbor one case and keep its answer in the corpus of this checkout."""
    if clause not in CATALOGUE:
        raise UsageError(f"no clause {clause!r}; docs/clauses.md lists them")
    case = parse_input(CATALOGUE[clause].operation, question)
    harbor = open_harbor()
    try:
        (recorded,) = corpus.record(harbor, clause, [(name, note, case)])
    finally:
        harbor.close()
    typer.echo(f"{recorded.id}: {show.answer(recorded.answer)}")
    typer.echo(f"kept in {corpus.file_of(clause).relative_to(Path.cwd(), walk_up=True)}")
