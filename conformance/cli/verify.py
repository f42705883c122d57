"""``harbor-conformance verify``: whether a certificate is what was written, and of what is here."""

from pathlib import Path
from typing import Annotated

import typer

from conformance.attestation.certificate import RefusedError, read
from conformance.attestation.statement import Statement
from conformance.attestation.verifying import AGAIN, Row, Status, refused, rows_of
from conformance.certification.report import Run
from conformance.certification.verdict import ExitCode
from conformance.cli import output
from conformance.cli.errors import UsageError
from conformance.cli.issue import CERTIFICATE, NO_CERTIFICATE
from conformance.cli.options import CommandLine, ExpectedFile, Jobs, candidates_like
from conformance.cli.repeating import Elsewhere, here, repeated
from conformance.executor.workers import default_jobs
from conformance.protocol import show
from conformance.report import rendering, verification


def verify(  # noqa: PLR0913, PLR0917 - one parameter an option
    certificate: Annotated[
        Path, typer.Argument(help="certificate.json, or the folder that it is in.")
    ],
    candidate: Annotated[
        str | None,
        typer.Option(
            help="The candidate, where its name is another one here.",
            autocompletion=candidates_like,
        ),
    ] = None,
    command: CommandLine = None,
    expected: ExpectedFile = None,
    report: Annotated[
        Path | None, typer.Option(help="Its report.json; the one beside it by default.")
    ] = None,
    jobs: Jobs = None,
    *,
    again: Annotated[
        bool, typer.Option("--again", help="Repeat the run from its seed, and compare.")
    ] = False,
    json_: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Hold a certificate against what is here; with --again, repeat its run.

    Without --again nothing that a certificate names is run. Exit status: 0 it holds, and says
    that the candidate conforms; 1 it is refused, or says that the candidate does not; 2 usage;
    3 the candidate could not be run, 4 the oracle could not be trusted, 130 interrupted.
    """
    file = _file_of(certificate)
    elsewhere = Elsewhere(candidate, command, expected, report or file.parent / "report.json")
    code, rows, statement, run = _held(file, elsewhere, jobs or default_jobs(), again=again)
    told = verification.headline(statement, run, rows)
    text = verification.to_json(told, statement, rows, code) if json_ else ""
    text = text or rendering.text(verification.view(told, rows))
    output.printed(lambda: output.show(text), told, code)
    raise typer.Exit(code)


def _held(
    file: Path, elsewhere: Elsewhere, jobs: int, *, again: bool
) -> tuple[ExitCode, list[Row], Statement | None, Run | None]:
    """Return the exit status, what became of each member, the certificate and its run."""
    try:
        statement = read(file)
    except RefusedError as error:
        return ExitCode.DIVERGES, [Row("certificate", Status.REFUSED, str(error))], None, None
    except OSError as error:
        raise UsageError(f"{file}: {error.strerror}") from error
    whole = Row("certificate", Status.HOLDS, "in-toto statement, every member as it was written")
    rows, run = rows_of(statement, here(statement, elsewhere))
    rows = [whole, *rows]
    code = _code(statement, rows)
    if again and (run is None or refused(rows)):
        rows.append(Row(AGAIN, Status.UNCHECKED, "not repeated, since it is refused already"))
    elif again and run is not None:
        ended, new = repeated(statement, run, elsewhere, jobs)
        rows += new
        code = ended or _code(statement, rows)
    return code, rows, statement, run


def _code(statement: Statement, rows: list[Row]) -> ExitCode:
    conforms = statement.predicate.result != "FAILED"
    return ExitCode.CONFORMANT if conforms and not refused(rows) else ExitCode.DIVERGES


def _file_of(given: Path) -> Path:
    """Return the certificate that is meant; raises UsageError where a folder has none."""
    if not given.is_dir():
        return given
    if (given / CERTIFICATE).exists():
        return given / CERTIFICATE
    try:
        why = (given / NO_CERTIFICATE).read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        why = f"it has no {CERTIFICATE}"
    raise UsageError(f"{given}: {show.shorten(why, _LONGEST)}")


_LONGEST = 600
"""Characters of what stands in place of a certificate that are shown."""
