"""``harbor-conformance certify``: the verdict on one candidate."""

import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from conformance.certification import certifying, report_file
from conformance.certification.plan import Profile
from conformance.certification.report import Run
from conformance.certification.request import NothingToAskError, Request
from conformance.certification.verdict import ExitCode
from conformance.cli import issue, output
from conformance.cli.errors import UsageError
from conformance.cli.fleet import Amount, Scheduler, workers_of
from conformance.cli.issue import CERTIFICATE, NO_CERTIFICATE, Issue
from conformance.cli.options import (
    DEFAULT_TIMEOUT,
    AllowHarbor,
    CandidateName,
    Clauses,
    CommandLine,
    EarlierSeed,
    Env,
    ExpectedFile,
    Jobs,
    Operations,
    Python,
    Timeout,
    asked_for,
    expected_of,
    operations_asked,
    options_naming,
)
from conformance.cli.output import AsJson, Format, Summary, chosen_of, summarise
from conformance.examination.recorded.atomic_write import atomic_write
from conformance.executor.workers import Workers
from conformance.operations import OPERATIONS
from conformance.report import run_page, run_view
from conformance.report.progress import progress

_WRITERS: dict[Format, Callable[[Run], str]] = {
    Format.JSON: report_file.to_text,
    Format.MARKDOWN: run_view.markdown,
    Format.JUNIT: run_view.junit,
    Format.HTML: run_page.to_text,
}
"""What is printed but for the text, which fits the terminal."""


def certify(  # noqa: PLR0913, PLR0917 - one parameter an option
    candidate: CandidateName = None,
    command: CommandLine = None,
    python: Python = None,
    env: Env = None,
    timeout: Timeout = DEFAULT_TIMEOUT,
    profile: Amount = Profile.DEFAULT,
    operation: Operations = None,
    clause: Clauses = None,
    expected: ExpectedFile = None,
    report: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Write certificate.json, report.json, .html and junit.xml to this folder.",
        ),
    ] = None,
    subject: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PATH", help="A file or folder that is of the candidate as well; repeatable."
        ),
    ] = None,
    seed: EarlierSeed = None,
    jobs: Jobs = None,
    format_: Annotated[
        Format, typer.Option("--format", help="How the result is printed.")
    ] = Format.TEXT,
    scheduler: Scheduler = None,
    summary: Summary = None,
    *,
    as_json: AsJson = False,
    allow_harbor: AllowHarbor = False,
    exact: Annotated[
        bool, typer.Option("--exact", help="Conform only where every answer is exactly alike.")
    ] = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", help="Print every clause and every finding.")
    ] = False,
) -> None:
    """Ask harbor and a candidate the same questions, and print the verdict.

    Exit status: 0 conformant, 1 diverges, 2 usage, 3 the candidate could not be run,
    4 the oracle could not be trusted, 130 interrupted before a verdict.
    """
    form = chosen_of(format_, Format.JSON, as_json=as_json)
    request = request_of(
        candidate=candidate,
        command=command,
        python=python,
        env=env,
        timeout=timeout,
        profile=profile,
        operation=operation,
        clause=clause,
        expected=expected,
        seed=seed,
        workers=workers_of(jobs, scheduler),
        allow_harbor=allow_harbor,
        exact=exact,
    )
    folder = _writable(report, subject or [])
    asked = issue.asked_of(candidate, command, python, env, timeout, expected, subject)
    opened = issue.opened(request, asked, expected) if folder else None
    try:
        run = certifying.certify(request, progress)
    except NothingToAskError as error:
        raise UsageError(str(error)) from error
    code = ExitCode(run.exit_code)
    output.printed(lambda: _print(run, form, verbose=verbose), run.verdict, code)
    summarise(summary, lambda: run_view.markdown(run), code)
    if folder is not None and opened is not None:
        _write(folder, run, opened)
    raise typer.Exit(code)


def request_of(  # noqa: PLR0913 - one parameter an option
    *,
    candidate: str | None,
    command: str | None,
    python: str | None,
    env: list[str] | None,
    timeout: float,
    profile: Profile,
    operation: list[str] | None,
    clause: list[str] | None,
    expected: Path | None,
    seed: int | None,
    workers: Workers,
    allow_harbor: bool,
    exact: bool,
) -> Request:
    """Return what options ask for; raises UsageError and ExpectedFileError."""
    spec = asked_for(candidate, command, env, timeout, python, allow_harbor=allow_harbor)
    return Request(
        spec=spec,
        seed=secrets.randbits(32) if seed is None else seed,
        workers=workers,
        profile=profile,
        wanted=operations_asked(operation, clause) or OPERATIONS,
        clauses=tuple(clause or ()),
        declared=expected_of(spec, expected),
        exact=exact,
        candidate_options=options_naming(
            candidate, command, env, timeout, python, allow_harbor=allow_harbor
        ),
        certify_options=(
            *(() if expected is None else ("--expected", str(expected))),
            *(("--exact",) if exact else ()),
        ),
    )


def _print(run: Run, form: Format, *, verbose: bool) -> None:
    if form in _WRITERS:
        output.show(_WRITERS[form](run))
    else:
        output.styled(run_view.view(run, verbose=verbose))


def _writable(folder: Path | None, subject: list[str]) -> Path | None:
    """Make the report's folder before anything is asked, so that no verdict is lost.

    Reports of an earlier run go: a run without a verdict must not leave another's behind.
    """
    if folder is None:
        if subject:
            raise UsageError("--subject is for the certificate of --report DIR")
        return None
    issue.refuse_inside(folder, subject)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in ("report.json", "junit.xml", "report.html", CERTIFICATE, NO_CERTIFICATE):
            (folder / name).touch()
            (folder / name).unlink()
    except OSError as error:
        raise UsageError(f"--report {folder}: {error.strerror}") from error
    return folder


def _write(folder: Path, run: Run, opened: Issue) -> None:
    """Write the reports, each whole or not at all; the verdict has been printed."""
    report = report_file.to_text(run)
    issued = opened.certificate(run, report)
    name, text = issue.written(issued)
    texts = {
        "report.json": report,
        "junit.xml": run_view.junit(run),
        "report.html": run_page.to_text(run),
        name: text,
    }
    try:
        for name, text in texts.items():
            atomic_write(folder / name, text)
    except OSError as error:
        message = f"--report {folder}: {error.strerror}; the verdict above holds"
        output.tell(message, ExitCode(run.exit_code))
    else:
        issue.tell(folder, issued)
