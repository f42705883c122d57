"""``harbor-conformance verify``: a certificate against what is here, and its run repeated."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from conformance.attestation.certificate import Asked, Certificate
from conformance.attestation.statement import RefusedError, read
from conformance.attestation.subject import SubjectError
from conformance.attestation.verifying import (
    AGAIN,
    Here,
    Status,
    VerificationRow,
    refused,
    rerun_differences,
    row,
    rows_of,
)
from conformance.certification import certifying, report_file
from conformance.certification.plan import Profile
from conformance.certification.report import Run
from conformance.certification.request import NothingToAskError, Request
from conformance.certification.verdict import ExitCode
from conformance.cli import issue, output
from conformance.cli.errors import UsageError
from conformance.cli.issue import CERTIFICATE, NO_CERTIFICATE
from conformance.cli.options import (
    CommandLine,
    ExpectedFile,
    Jobs,
    asked_for,
    candidates_like,
    expected_file,
    expected_of,
    options_naming,
)
from conformance.diagnosis.expected.deviations import ExpectedDeviations
from conformance.executor.workers import Workers, default_jobs
from conformance.implementations.start import CandidateSpec
from conformance.operations import EVERY_OPERATION, OPERATIONS
from conformance.protocol import show
from conformance.report import rendering, verification
from conformance.report.progress import progress


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """The places that options name instead of those in the certificate, and its report."""

    candidate: str | None
    command: str | None
    expected: Path | None
    report: Path


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
    code, rows, held, run = _held(file, elsewhere, jobs or default_jobs(), again=again)
    told = verification.headline(held, run, rows)
    text = verification.to_json(told, held, rows, code) if json_ else ""
    text = text or rendering.text(verification.view(told, rows))
    output.printed(lambda: output.show(text), told, code)
    raise typer.Exit(code)


def _held(
    file: Path, elsewhere: Elsewhere, jobs: int, *, again: bool
) -> tuple[ExitCode, list[VerificationRow], Certificate | None, Run | None]:
    """Return the exit status, what became of each member, the certificate and its run."""
    try:
        held = read(file)
    except RefusedError as error:
        return (
            ExitCode.DIVERGES,
            [VerificationRow("certificate", Status.REFUSED, str(error))],
            None,
            None,
        )
    except OSError as error:
        raise UsageError(f"{file}: {error.strerror}") from error
    whole = VerificationRow(
        "certificate", Status.HOLDS, "in-toto statement, every member as it was written"
    )
    rows, run = rows_of(held, here(held, elsewhere))
    rows = [whole, *rows]
    code = _code(held, rows)
    if again and (run is None or refused(rows)):
        rows.append(
            VerificationRow(AGAIN, Status.UNCHECKED, "not repeated, since it is refused already")
        )
    elif again and run is not None:
        ended, new = repeated(held, run, elsewhere, jobs)
        rows += new
        code = ended or _code(held, rows)
    return code, rows, held, run


def _code(held: Certificate, rows: list[VerificationRow]) -> ExitCode:
    conforms = held.result != "FAILED"
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


def here(held: Certificate, elsewhere: Elsewhere) -> Here:
    """Return what a certificate is held against on this machine."""
    asked = held.command

    def declared() -> tuple[Path | None, ExpectedDeviations]:
        spec, file = _spec(asked, elsewhere), _expected(asked, elsewhere)
        return expected_file(spec, file), expected_of(spec, file)

    return Here(lambda: _spec(asked, elsewhere), declared, elsewhere.report)


def repeated(
    held: Certificate, run: Run, elsewhere: Elsewhere, jobs: int
) -> tuple[ExitCode | None, list[VerificationRow]]:
    """Return what came of asking the same questions again.

    The exit status is that of a run that ended without a verdict. Raises what certifying does.
    """
    request = _request(held.command, run, elsewhere, jobs)
    opened = issue.opened(request, held.command, _expected(held.command, elsewhere))
    try:
        new = certifying.certify(request, progress)
    except NothingToAskError as error:
        raise UsageError(str(error)) from error
    issued = opened.certificate(new, report_file.to_text(new))
    if isinstance(issued, Certificate):
        return None, list(row(AGAIN, rerun_differences(run, new), "the same results"))
    verdicts = {ExitCode.CONFORMANT, ExitCode.DIVERGES}
    ended = None if new.exit_code in verdicts else ExitCode(new.exit_code)
    return ended, [
        VerificationRow(AGAIN, Status.REFUSED, f"it earned no certificate now: {issued}")
    ]


def _request(asked: Asked, run: Run, elsewhere: Elsewhere, jobs: int) -> Request:
    spec = _spec(asked, elsewhere)
    wanted = {*OPERATIONS, *run.scope.claimed}
    return Request(
        spec=spec,
        seed=run.seed,
        workers=Workers(jobs),
        profile=Profile(run.profile),
        wanted=tuple(operation for operation in EVERY_OPERATION if operation in wanted),
        declared=expected_of(spec, _expected(asked, elsewhere)),
        exact=run.exact,
        # As they were given, since the report names them.
        candidate_options=options_naming(
            asked.candidate, asked.command, list(asked.env), asked.timeout, asked.python
        ),
        certify_options=(
            *(() if asked.expected is None else ("--expected", asked.expected)),
            *(("--exact",) if run.exact else ()),
        ),
    )


def _spec(asked: Asked, elsewhere: Elsewhere) -> CandidateSpec:
    """Return the candidate as it is named here; raises SubjectError where it is not here."""
    name, command = asked.candidate, asked.command
    if elsewhere.candidate is not None or elsewhere.command is not None:
        name, command = elsewhere.candidate, elsewhere.command
    try:
        return asked_for(name, command, list(asked.env), asked.timeout, asked.python)
    except UsageError as error:
        raise SubjectError(str(error)) from error


def _expected(asked: Asked, elsewhere: Elsewhere) -> Path | None:
    file = elsewhere.expected or (None if asked.expected is None else Path(asked.expected))
    if file is not None and not file.is_file():
        raise SubjectError(f"{file}: no file")
    return file
