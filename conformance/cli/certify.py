"""``harbor-conformance certify``: the verdict on a candidate."""

import secrets
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from conformance.attestation.certificate import Asked, Basis, Certificate, to_text
from conformance.attestation.files import text_of
from conformance.attestation.issuing import basis_of, certificate_of, why_none, why_unheld
from conformance.certification import certifying, report_file
from conformance.certification.plan import Profile
from conformance.certification.releases import Oracles, certify_each
from conformance.certification.report import Run
from conformance.certification.request import Request
from conformance.certification.verdict import ExitCode
from conformance.cli import output
from conformance.cli.candidates import CandidateOptions
from conformance.cli.declaring import option, switch
from conformance.cli.errors import UsageError
from conformance.cli.fixing import FixOptions, Watched, failed_before, remember, watching
from conformance.cli.options import (
    Amount,
    Clauses,
    EarlierSeed,
    Operations,
    RequiredLevel,
    WorkOptions,
    expected_file,
    expected_of,
    operations_chosen,
)
from conformance.cli.output import CommandResult, Format, FormatOptions
from conformance.cli.releases import ReleaseOptions
from conformance.examination.recorded import corpus
from conformance.executor.workers import Workers
from conformance.implementations.released_harbor import AbsentRelease
from conformance.operations import OPERATIONS
from conformance.operations.clause import Level
from conformance.protocol.show import printable
from conformance.report import pasting, release_view, run_page, run_view
from conformance.report.progress import doing, progress

CERTIFICATE, NO_CERTIFICATE = "certificate.json", "no-certificate.txt"
"""The files in a report's folder that exclude each other."""

_WRITERS: dict[Format, Callable[[Run], str]] = {
    Format.JSON: report_file.to_text,
    Format.MARKDOWN: run_view.markdown,
    Format.JUNIT: run_view.junit,
    Format.HTML: run_page.to_text,
    Format.GITHUB: pasting.annotations,
}
"""The printed formats, except text, which fits the terminal."""


@dataclass(frozen=True, kw_only=True)
class CertifyCommand(ReleaseOptions, CandidateOptions, FixOptions, WorkOptions, FormatOptions):
    """Compare a candidate with harbor, and print the verdict.

    Exit status: 0 conformant, 1 diverges, 2 usage, 3 the candidate could not be run,
    4 the oracle could not be trusted, 130 interrupted before a verdict.
    """

    profile: Amount = Profile.DEFAULT
    operation: Operations = None
    clause: Clauses = None
    report: Path | None = option(
        None,
        "Write certificate.json, report.json, .html and junit.xml to this folder.",
        metavar="DIR",
    )
    subject: list[str] | None = option(
        None,
        "Additional candidate file or folder to record in the certificate; repeatable.",
        metavar="PATH",
    )
    seed: EarlierSeed = None
    level: RequiredLevel = Level.EXTREME
    exact: bool = switch("Require exact agreement: number types, signs of zero, order of keys.")
    verbose: bool = switch("Print every clause and every finding.")

    def run(self) -> ExitCode:
        """Certify; print the verdict, and write the reports."""
        request = self.request(self.workers())
        if self.release and request.workers.scheduler is not None:
            raise UsageError("--release is for processes here, not for --scheduler")
        with self.oracles() as oracles:
            if len(oracles) > 1:
                return self._matrix(request, oracles)
            (oracle,) = oracles.values()
            if isinstance(oracle, AbsentRelease):
                raise oracle.error()
            return self._one(request.against(oracle))

    def _matrix(self, request: Request, oracles: Oracles) -> ExitCode:
        """Certify against several releases; print a row for each, and a summary."""
        if self.report is not None or self.watch or self.form not in {Format.TEXT, Format.MARKDOWN}:
            raise UsageError("several releases are printed as text or markdown, without a report")
        rows = certify_each(request, oracles, progress, doing)
        view = release_view.view(request.spec.name, rows)
        code = release_view.exit_code(rows)
        return self.write(CommandResult.of_view(view, lambda: "", code))

    def _one(self, request: Request) -> ExitCode:
        if self.watch:
            return self._watch(request)
        issue = Issue(request, asked_of(self), self.expected)
        if self.report is not None:
            _writable(self.report, self.subject or [])
        elif self.subject:
            raise UsageError("--subject is for --report DIR and --watch")
        before = issue.basis() if self.report else ""
        run = certifying.certify(request, progress)
        code = self._print(request, run)
        if self.report is not None:
            report = report_file.to_text(run)
            _write(self.report, run, report, issue.certificate(before, run, report))
        return code

    def _watch(self, request: Request) -> ExitCode:
        """Certify and print again on each change; raises UsageError if the options exclude it."""
        if self.report is not None or self.summary is not None or self.form != Format.TEXT:
            raise UsageError("--watch prints text; leave out --report, --summary and --format")

        def certified(failed: frozenset[str], seen: certifying.Progress) -> Run:
            run = certifying.certify(replace(request, failed=failed), seen)
            self._print(request, run)
            return run

        return watching(Watched(request.spec, tuple(self.subject or ())), certified)

    def _print(self, request: Request, run: Run) -> ExitCode:
        """Print a run, store its failures, and return its exit status."""
        remember(request, run)
        code = ExitCode(run.exit_code)
        view = run_view.view(run, verbose=self.verbose)
        writers = {form: partial(writer, run) for form, writer in _WRITERS.items()}
        writers[Format.TEXT] = partial(output.styled, view)
        return self.write(CommandResult(run.verdict, code, writers))

    def request(self, workers: Workers) -> Request:
        """Return what the options ask for; raises UsageError and ExpectedFileError."""
        spec = self.spec()
        request = Request(
            spec=spec,
            seed=secrets.randbits(32) if self.seed is None else self.seed,
            workers=workers,
            profile=self.profile,
            wanted=self._wanted(),
            clauses=tuple(self.clause or ()),
            declared=expected_of(spec, self.expected),
            level=self.level,
            exact=self.exact,
            candidate_options=self.words(),
            certify_options=self.certify_words(),
            stop_first=self.stop_first,
        )
        return replace(request, failed=failed_before(request)) if self.last_failed else request

    def _wanted(self) -> tuple[str, ...]:
        """Return the operations; of another release, only those with recorded answers."""
        chosen = operations_chosen(self.operation, self.clause)
        if not self.release:
            return chosen or OPERATIONS
        known = (*corpus.OF_RELEASES, *corpus.OF_SOME_RELEASES)
        if strange := [name for name in chosen if name not in known]:
            raise UsageError(f"--release: {strange[0]} has recorded answers only of harbor 0.13.1")
        return chosen or corpus.OF_RELEASES

    def certify_words(self) -> tuple[str, ...]:
        """Return the words, apart from the candidate's, that decide the verdict."""
        expected = () if self.expected is None else ("--expected", str(self.expected))
        level = () if self.level is Level.EXTREME else ("--level", str(self.level))
        return (*expected, *level, *(("--exact",) if self.exact else ()))


def asked_of(options: CertifyCommand) -> Asked:
    """Return the names on the command line, as text that any program can read back."""

    def text(value: object) -> str | None:
        return None if value is None else text_of(str(value))

    return Asked(
        candidate=text(options.candidate),
        command=text(options.command),
        python=text(options.python),
        env=tuple(map(text_of, options.env or ())),
        timeout=options.timeout,
        expected=text(options.expected),
        subject=tuple(map(text_of, options.subject or ())),
    )


@dataclass(frozen=True, slots=True)
class Issue:
    """The inputs of a certificate: request, command line, and file of expected deviations."""

    request: Request
    asked: Asked
    expected: Path | None

    def basis(self) -> Basis | str:
        """Return what the run rests on now, or why that is unknown."""
        spec, declared = self.request.spec, self.request.declared
        return basis_of(spec, self.asked.subject, expected_file(spec, self.expected), declared)

    def certificate(self, before: Basis | str, run: Run, report: str) -> Certificate | str:
        """Return the certificate of the run with this report, or why there is none."""
        if why := why_none(run, self.request.declared):
            return why
        after = self.basis()
        if isinstance(after, str) or (why := why_unheld(before, after)):
            return why_unheld(before, after)
        return certificate_of(run, self.asked, after, report, self.request.oracle)


def _writable(folder: Path, subject: list[str]) -> None:
    """Make the report's folder before anything is run, so that no verdict is lost.

    Reports of an earlier run are deleted, so that none outlives a run without a verdict. Raises
    UsageError if that fails, or if the folder is part of what is certified.
    """
    for given in subject:
        if folder.resolve().is_relative_to(Path(given).resolve()):
            raise UsageError(f"--report {folder} lies in --subject {given}: give another folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in ("report.json", "junit.xml", "report.html", CERTIFICATE, NO_CERTIFICATE):
            (folder / name).touch()
            (folder / name).unlink()
    except OSError as error:
        raise UsageError(f"--report {folder}: {error.strerror}") from error


def _write(folder: Path, run: Run, report: str, issued: Certificate | str) -> None:
    """Write the reports, each completely or not at all, after the verdict is printed."""
    texts = {
        "report.json": report,
        "junit.xml": run_view.junit(run),
        "report.html": run_page.to_text(run),
    }
    if isinstance(issued, Certificate):
        files = issued.files.candidate
        what = f"{len(files):,} files" if len(files) > 1 else next(iter(files))
        line = f"Certificate: {folder / CERTIFICATE}: {issued.result}, of {what}"
        texts[CERTIFICATE] = to_text(issued)
    else:
        line = f"No certificate. {issued}"
        texts[NO_CERTIFICATE] = f"No certificate of this run. {printable(issued)}\n"
    told = f"--report {folder}: {{}}; the verdict above holds"
    if output.write_all(folder, texts, ExitCode(run.exit_code), told):
        print(printable(line), file=sys.stderr)  # noqa: T201 - the command line
