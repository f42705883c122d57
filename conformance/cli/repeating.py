"""Finds what a certificate is about on this machine, and repeats its run."""

from dataclasses import dataclass
from pathlib import Path

from conformance.attestation.statement import Asked, Statement
from conformance.attestation.subject import SubjectError
from conformance.attestation.verifying import AGAIN, Here, Row, Status, rerun_differences, row
from conformance.certification import certifying, report_file
from conformance.certification.certifying import NothingToAskError, Request
from conformance.certification.plan import Profile
from conformance.certification.report import Run
from conformance.certification.verdict import ExitCode
from conformance.cli import issue
from conformance.cli.errors import UsageError
from conformance.cli.options import asked_for, expected_file, expected_of, options_naming
from conformance.executor.workers import Workers
from conformance.expected.deviations import ExpectedDeviations
from conformance.implementations.start import CandidateSpec
from conformance.operations import EVERY_OPERATION, OPERATIONS
from conformance.report.progress import progress


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """The places that options name instead of those in the certificate, and its report."""

    candidate: str | None
    command: str | None
    expected: Path | None
    report: Path


def here(statement: Statement, elsewhere: Elsewhere) -> Here:
    """Return what a certificate is held against on this machine."""
    asked = statement.asked

    def declared() -> tuple[Path | None, ExpectedDeviations]:
        spec, file = _spec(asked, elsewhere), _expected(asked, elsewhere)
        return expected_file(spec, file), expected_of(spec, file)

    return Here(lambda: _spec(asked, elsewhere), declared, elsewhere.report)


def repeated(
    statement: Statement, run: Run, elsewhere: Elsewhere, jobs: int
) -> tuple[ExitCode | None, list[Row]]:
    """Return what came of asking the same questions again.

    The exit status is that of a run that ended without a verdict. Raises what certifying does.
    """
    request = _request(statement.asked, run, elsewhere, jobs)
    opened = issue.opened(request, statement.asked, _expected(statement.asked, elsewhere))
    try:
        new = certifying.certify(request, progress)
    except NothingToAskError as error:
        raise UsageError(str(error)) from error
    issued = opened.statement(new, report_file.to_text(new))
    if isinstance(issued, Statement):
        return None, list(row(AGAIN, rerun_differences(run, new), "the same results"))
    verdicts = {ExitCode.CONFORMANT, ExitCode.DIVERGES}
    ended = None if new.exit_code in verdicts else ExitCode(new.exit_code)
    return ended, [Row(AGAIN, Status.REFUSED, f"it earned no certificate now: {issued}")]


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
