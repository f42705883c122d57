"""``python -m tools.mutation``: each mutant of the reference is noticed or explained.

Exit status: 0 if so, 1 if a mutant is neither or an entry of the list is stale, 2 for usage, 4 if
the reference diverges or the oracle cannot be trusted, 130 interrupted.
"""

import os
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from conformance.certification import ExitCode
from conformance.implementations.start import UntrustedOracleError
from conformance.operations.harbor_modules import DataError
from tools.mutation import equivalents, session
from tools.mutation.reference import sources
from tools.mutation.report import MutationReport
from tools.mutation.session import MutationSession, NotConformantError
from tools.quick_run import UnreliableCheckError


class MutationFormat(StrEnum):
    """How the report is printed."""

    MARKDOWN = "markdown"
    JSON = "json"


def main(
    *,
    module: Annotated[
        list[str] | None, typer.Option(help="Only this module of the reference; repeatable.")
    ] = None,
    jobs: Annotated[int, typer.Option(min=1, help="Mutants at a time.")] = os.cpu_count() or 1,
    results: Annotated[Path, typer.Option(help="Where verdicts are kept, to go on from.")] = Path(
        "report/mutation.json"
    ),
    generated_only: Annotated[
        bool, typer.Option("--generated-only", help="Leave the recorded cases out.")
    ] = False,
    form: Annotated[
        MutationFormat, typer.Option("--format", help="How to print.")
    ] = MutationFormat.MARKDOWN,
) -> None:
    """Send each mutant the inputs of a quick run, until one detects it."""
    every = sources()
    chosen = tuple(module or every)
    if unknown := [name for name in chosen if name not in every]:
        raise typer.BadParameter(f"the reference has no module {', '.join(unknown)}")
    try:
        known, entries = session.read(results), equivalents.read()
    except (DataError, ValueError) as error:
        raise typer.BadParameter(str(error)) from error
    try:
        begun = MutationSession.begun(chosen, generated_only=generated_only)
        verdicts = begun.finished(known, results, jobs, _tell)
    except (NotConformantError, UnreliableCheckError, UntrustedOracleError) as error:
        typer.echo(error, err=True)
        raise typer.Exit(ExitCode.ORACLE) from error
    except KeyboardInterrupt:
        typer.echo(f"interrupted; {results} has the verdicts so far", err=True)
        raise typer.Exit(ExitCode.INTERRUPTED) from None
    judged = tuple((mutant, verdicts[key]) for key, mutant in begun.mutants.items())
    report = MutationReport(chosen, judged, entries, begun.settings)
    typer.echo(report.as_json() if form is MutationFormat.JSON else report.as_markdown())
    raise typer.Exit(ExitCode.CONFORMANT if report.holds else ExitCode.DIVERGES)


_BETWEEN_LINES = 100
"""How many verdicts are between progress lines."""


def _tell(done: int, due: int) -> None:
    if done % _BETWEEN_LINES == 0 or done == due:
        typer.echo(f"{done:,} of {due:,} mutants", err=True)


if __name__ == "__main__":
    typer.run(main)
