"""``harbor-conformance certify``: the verdict on a candidate."""

import secrets
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from conformance.attestation.certificate import (
    Basis,
    basis_of,
    certificate_of,
    results_of,
    why_none,
)
from conformance.attestation.subject import NOT_HERE
from conformance.attestation.surroundings import surroundings
from conformance.certification import ExitCode, certifying, report_file
from conformance.certification.plan import Profile
from conformance.certification.releases import Oracles, certify_each
from conformance.certification.report import Run
from conformance.certification.request import Request
from conformance.cli import output
from conformance.cli.candidates import CandidateOptions, ReleaseOptions
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
from conformance.diagnosis.expected.deviations import ExpectedDeviations
from conformance.examination import corpus
from conformance.executor.workers import Workers
from conformance.implementations.released_harbor import AbsentRelease, Release
from conformance.implementations.start import Provenance
from conformance.operations import OPERATIONS
from conformance.operations.clause import Level
from conformance.protocol.show import printable
from conformance.report import pasting, run_page, run_view, several_runs
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
        view = several_runs.by_release(request.spec.name, rows)
        code = several_runs.exit_code(rows)
        return self.write(CommandResult.of_view(view, lambda: "", code))

    def _one(self, request: Request) -> ExitCode:
        if self.watch:
            return self._watch(request)
        if self.report is None:
            return self._print(request, certifying.certify(request, progress))
        _writable(self.report, self.subject or [])
        files = self._files()
        run = certifying.certify(request, progress)
        code = self._print(request, run)
        why = why_none(run, request.declared)
        if not why and files != self._files():
            why = "CHANGED during the run: the candidate or the suite"
        _write(self.report, run, why or files, request.oracle)
        return code

    def _files(self) -> Basis | str:
        """Return what a run depends on now, or why that is unknown."""
        try:
            return self.basis()[0]
        except NOT_HERE as error:
            return f"UNNAMED: {error}"

    def basis(self) -> tuple[Basis, ExpectedDeviations]:
        """Return what a run depends on now: its files, and the expected deviations.

        Raises the errors of NOT_HERE, UsageError and ExpectedFileError.
        """
        spec = self.spec()
        declared, file = expected_of(spec, self.expected), expected_file(spec, self.expected)
        return basis_of(spec, self.subject or (), file, declared), declared

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
        subject = [word for path in self.subject or () for word in ("--subject", path)]
        return (*expected, *level, *(("--exact",) if self.exact else ()), *subject)


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


def _write(folder: Path, run: Run, files: Basis | str, oracle: Release | None) -> None:
    """Write the reports, each completely or not at all, after the verdict is printed.

    ``files`` are those of the certificate, or why there is none.
    """
    report = report_file.to_text(run)
    texts = {
        "report.json": report,
        "junit.xml": run_view.junit(run),
        "report.html": run_page.to_text(run),
    }
    if isinstance(files, Basis):
        own = files.candidate
        what = f"{len(own):,} files" if len(own) > 1 else next(iter(own))
        line = f"Certificate: {folder / CERTIFICATE}: {results_of(run)[0]}, of {what}"
        around = surroundings(Provenance(**run.provenance.model_dump()))
        packages = {} if oracle is None else dict(oracle.pins)
        texts[CERTIFICATE] = certificate_of(run, report.encode(), files, around, packages)
    else:
        line = f"No certificate. {files}"
        texts[NO_CERTIFICATE] = f"No certificate of this run. {printable(files)}\n"
    told = f"--report {folder}: {{}}; the verdict above holds"
    if output.write_all(folder, texts, ExitCode(run.exit_code), told):
        print(printable(line), file=sys.stderr)  # noqa: T201 - the command line
