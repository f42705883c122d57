"""``python -m tools.coverage``: each branch of harbor is taken by an input, or has a reason.

Exit status: 0 if so, 1 if not or if a reason does not hold, 2 for usage, 4 if the oracle could not
be trusted or run.
"""

import os
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from conformance.certification import ExitCode
from conformance.implementations.start import UntrustedOracleError
from tools.coverage import report
from tools.coverage.judging import judged
from tools.coverage.measuring import MEASURED, measured
from tools.quick_run import UnreliableCheckError


class CoverageFormat(StrEnum):
    """How the report is printed."""

    MARKDOWN = "markdown"
    JSON = "json"


def main(
    *,
    form: Annotated[
        CoverageFormat, typer.Option("--format", help="How to print.")
    ] = CoverageFormat.MARKDOWN,
    write: Annotated[Path | None, typer.Option(help="Write the page to this file.")] = None,
    jobs: Annotated[int, typer.Option(min=1, help="Operations at a time.")] = os.cpu_count() or 1,
) -> None:
    """Measure which branches of harbor's own code the inputs of a quick run take."""
    try:
        judgement = judged(measured(MEASURED, jobs))
    except (UnreliableCheckError, UntrustedOracleError) as error:
        typer.echo(error, err=True)
        raise typer.Exit(ExitCode.ORACLE) from error
    as_json = form is CoverageFormat.JSON
    typer.echo(report.as_json(judgement) if as_json else report.as_markdown(judgement), nl=False)
    if write is not None:
        write.write_text(report.as_page(judgement), encoding="utf-8")
    raise typer.Exit(ExitCode.CONFORMANT if judgement.holds else ExitCode.DIVERGES)


if __name__ == "__main__":
    typer.run(main)
