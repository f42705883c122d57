"""``harbor-conformance verify``: checks a certificate against local files, or repeats its run."""

from dataclasses import dataclass, replace
from pathlib import Path

from conformance.attestation.certificate import Asked, Certificate, RefusedError, read
from conformance.attestation.subject import SubjectError
from conformance.attestation.verifying import (
    AGAIN,
    Here,
    Status,
    VerificationRow,
    compared,
    refused,
    rerun_differences,
    row,
    rows_of,
)
from conformance.certification import certifying, report_file
from conformance.certification.plan import Profile
from conformance.certification.report import Run
from conformance.certification.verdict import ExitCode
from conformance.cli.candidates import CommandLine, ExpectedFile, candidates_like
from conformance.cli.certify import CERTIFICATE, NO_CERTIFICATE, CertifyCommand, Issue
from conformance.cli.declaring import argument, option, switch
from conformance.cli.errors import UsageError
from conformance.cli.options import Jobs, expected_file, expected_of
from conformance.cli.output import JsonOption, printed, terminal_width
from conformance.cli.releases import CacheOptions
from conformance.diagnosis.expected.deviations import ExpectedDeviations
from conformance.examination.recorded.corpus import OF_RELEASES
from conformance.executor.workers import Workers, default_jobs
from conformance.implementations.process.command import CommandError
from conformance.implementations.released_harbor import Release, served_release
from conformance.implementations.start import CandidateSpec
from conformance.operations import OPERATIONS
from conformance.protocol.show import shorten
from conformance.report import rendering, verification
from conformance.report.progress import progress


@dataclass(frozen=True, kw_only=True)
class VerifyCommand(CacheOptions, JsonOption):
    """Verify a certificate against the local files.

    With --again its run is repeated; without, nothing that a certificate names is run.
    Exit status: 0 it holds, and says that the candidate conforms; 1 it is refused, or says that
    the candidate does not; 2 usage; 3 the candidate could not be run, 4
    the oracle could not be trusted, 130 interrupted.
    """

    certificate: Path = argument(..., "certificate.json, or its folder.")
    candidate: str | None = option(
        None, "The candidate, if it has a different name here.", autocompletion=candidates_like
    )
    command: CommandLine = None
    expected: ExpectedFile = None
    report: Path | None = option(None, "report.json; by default next to the certificate.")
    jobs: Jobs = None
    again: bool = switch("Repeat the run from its seed, and compare.")

    def run(self) -> ExitCode:
        """Verify, and print the result for each part of the certificate."""
        code, rows, held, run = self._verified(_file_of(self.certificate))
        told = verification.headline(held, run, rows)
        text = rendering.text(verification.view(told, rows), terminal_width())
        if self.as_json:
            text = verification.to_json(told, held, rows, code)
        printed(lambda: text, told, code)
        return code

    def _verified(
        self, file: Path
    ) -> tuple[ExitCode, list[VerificationRow], Certificate | None, Run | None]:
        """Return the exit status, the result of each part, the certificate and its run."""
        try:
            held = read(file)
        except RefusedError as error:
            rows = [VerificationRow("certificate", Status.REFUSED, str(error))]
            return ExitCode.DIVERGES, rows, None, None
        except OSError as error:
            raise UsageError(f"{file}: {error.strerror}") from error
        whole = "in-toto statement, every member as it was written"
        rows = [VerificationRow("certificate", Status.HOLDS, whole)]
        report = self.report or file.parent / "report.json"
        found, run = rows_of(held, self._here(held.command, report))
        rows += found
        ended = None
        if self.again and run is not None and not refused(rows):
            with served_release(held.release, self.kept_in) as oracle:
                ended, new = self._repeated(oracle, held, run)
            rows += new
        elif self.again:
            why = "not repeated, since it is refused already"
            rows.append(VerificationRow(AGAIN, Status.UNCHECKED, why))
        conforms = held.result != "FAILED" and not refused(rows)
        code = ExitCode.CONFORMANT if conforms else ExitCode.DIVERGES
        return ended or code, rows, held, run

    def _here(self, asked: Asked, report: Path) -> Here:
        """Return the local state that a certificate is compared with."""
        options = self._local(_options_of(asked))

        def spec() -> CandidateSpec:
            try:
                return options.spec()
            except (CommandError, UsageError) as error:
                raise SubjectError(str(error)) from error

        def declared() -> tuple[Path | None, ExpectedDeviations]:
            named, file = spec(), options.expected
            if file is not None and not file.is_file():
                raise SubjectError(f"{file}: no file")
            return expected_file(named, file), expected_of(named, file)

        return Here(spec, declared, report)

    def _local(self, options: CertifyCommand) -> CertifyCommand:
        """Return the options of a certificate, with the local names of its candidate and file."""
        if self.candidate is not None or self.command is not None:
            options = replace(options, candidate=self.candidate, command=self.command)
        return replace(options, expected=self.expected or options.expected)

    def _repeated(
        self, oracle: Release | None, held: Certificate, run: Run
    ) -> tuple[ExitCode | None, list[VerificationRow]]:
        """Repeat a run; return its exit status if it ended without a verdict, and what differs.

        Raises the errors of certifying.
        """
        given = replace(
            _options_of(held.command),
            seed=run.seed,
            profile=Profile(run.profile),
            release=None if oracle is None else [held.release],
            operation=[*(OPERATIONS if oracle is None else OF_RELEASES), *run.scope.claimed],
            level=run.level,
            exact=run.exact,
        )
        local = self._local(given)
        # The words are those of the certificate, since its report has them.
        request = local.request(Workers(self.jobs or default_jobs()))
        request = replace(
            request.against(oracle),
            candidate_options=given.words(),
            certify_options=given.certify_words(),
        )
        issue = Issue(request, held.command, local.expected)
        rows = list[VerificationRow]()
        if oracle is not None:
            around = held.environment, dict(oracle.pins)
            rows += compared("environment", *around, f"{len(oracle.pins)} packages")
        before, new = issue.basis(), certifying.certify(request, progress)
        issued = issue.certificate(before, new, report_file.to_text(new))
        if isinstance(issued, Certificate):
            rows += row(AGAIN, rerun_differences(run, new), "the same results")
            return None, rows
        verdicts = {ExitCode.CONFORMANT, ExitCode.DIVERGES}
        ended = None if new.exit_code in verdicts else ExitCode(new.exit_code)
        why = f"it earned no certificate now: {issued}"
        return ended, [*rows, VerificationRow(AGAIN, Status.REFUSED, why)]


def _options_of(asked: Asked) -> CertifyCommand:
    """Return the options that a certificate names."""
    return CertifyCommand(
        candidate=asked.candidate,
        command=asked.command,
        python=asked.python,
        env=list(asked.env),
        timeout=asked.timeout,
        expected=None if asked.expected is None else Path(asked.expected),
    )


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
