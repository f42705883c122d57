"""``harbor-conformance verify``: checks a certificate against local files, or repeats its run."""

import shlex
from dataclasses import dataclass
from pathlib import Path

from conformance.attestation.certificate import OWN, Basis, RefusedError, text_in
from conformance.attestation.subject import SubjectError
from conformance.attestation.verifying import (
    AGAIN,
    Status,
    VerificationRow,
    refused,
    rerun_differences,
    row,
    rows_of,
)
from conformance.certification import ExitCode, certifying, report_file
from conformance.certification.report import Run
from conformance.cli.app import loaded
from conformance.cli.certify import CERTIFICATE, NO_CERTIFICATE, CertifyCommand
from conformance.cli.declaring import argument, switch
from conformance.cli.errors import UsageError
from conformance.cli.options import Jobs
from conformance.cli.output import JsonOption, printed, terminal_width
from conformance.diagnosis.expected.deviations import ExpectedDeviations
from conformance.executor.workers import Workers, default_jobs
from conformance.implementations.process.command import CommandError
from conformance.implementations.released_harbor import served_release
from conformance.protocol.show import shorten
from conformance.report import rendering, verification
from conformance.report.progress import progress


@dataclass(frozen=True, kw_only=True)
class VerifyCommand(JsonOption):
    """Verify a certificate against the local files.

    With --again its run is repeated; without, nothing that a certificate names is run.
    Exit status: 0 it holds, and says that the candidate conforms; 1 it is refused, or says that
    the candidate does not; 2 usage; 3 the candidate could not be run, 4
    the oracle could not be trusted, 130 interrupted.
    """

    certificate: Path = argument(..., "certificate.json, or its folder.")
    jobs: Jobs = None
    again: bool = switch("Repeat the run from its seed, and compare.")

    def run(self) -> ExitCode:
        """Verify, and print the result for each part of the certificate."""
        code, rows, run = self._verified(_file_of(self.certificate))
        told = verification.headline(run, rows)
        text = rendering.text(verification.view(told, rows), terminal_width())
        if self.as_json:
            text = verification.to_json(told, run, rows, code)
        printed(lambda: text, told, code)
        return code

    def _verified(self, file: Path) -> tuple[ExitCode, list[VerificationRow], Run | None]:
        """Return the exit status, the result of each part, and the certificate's run."""
        try:
            rows, run = rows_of(_read(file), file.parent / report_file.REPORT, _local)
        except RefusedError as error:
            return ExitCode.DIVERGES, [VerificationRow(OWN, Status.REFUSED, str(error))], None
        ended = None
        if self.again and run is not None and not refused(rows):
            new = self._repeated(run)
            rows += row(AGAIN, rerun_differences(run, new), "the same results")
            verdicts = {ExitCode.CONFORMANT, ExitCode.DIVERGES}
            ended = None if new.exit_code in verdicts else ExitCode(new.exit_code)
        elif self.again:
            why = "not repeated, since it is refused already"
            rows.append(VerificationRow(AGAIN, Status.UNCHECKED, why))
        conforms = run is not None and not run.exit_code and not refused(rows)
        return ended or (ExitCode.CONFORMANT if conforms else ExitCode.DIVERGES), rows, run

    def _repeated(self, run: Run) -> Run:
        """Repeat a run from its command; raises the errors of certifying."""
        with served_release(run.provenance.harbor) as oracle:
            request = _options_of(run).request(Workers(self.jobs or default_jobs()))
            return certifying.certify(request.against(oracle), progress)


def _options_of(run: Run) -> CertifyCommand:
    """Return the options of the command that repeats a run; what cannot be read is left out."""
    words = shlex.split(run.repeat)[2:]
    read = loaded("certify").make_context("certify", words, resilient_parsing=True).params
    return CertifyCommand(**{name: one for name, one in read.items() if one is not None})


def _local(run: Run) -> tuple[Basis, ExpectedDeviations]:
    """Return the files that a run depends on as they are here, and the expected deviations."""
    try:
        options = _options_of(run)
        if options.expected is not None and not options.expected.is_file():
            raise SubjectError(f"{options.expected}: no file")
        return options.basis()
    except (CommandError, UsageError, ValueError) as error:
        raise SubjectError(str(error)) from error


def _read(file: Path) -> str:
    """Return the text of a certificate; raises UsageError and RefusedError."""
    try:
        return text_in(file)
    except OSError as error:
        raise UsageError(f"{file}: {error.strerror}") from error


def _file_of(given: Path) -> Path:
    """Return the named certificate; raises UsageError if a folder has none."""
    if not given.is_dir():
        return given
    if (given / CERTIFICATE).exists():
        return given / CERTIFICATE
    try:
        why = (given / NO_CERTIFICATE).read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        why = f"it has no {CERTIFICATE}"
    raise UsageError(f"{given}: {shorten(why, 600)}")
