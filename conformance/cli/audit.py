"""``harbor-conformance audit``: do the numbers of recorded jobs follow from their files."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from conformance.audit.audit import Release
from conformance.audit.discovery import jobs_in
from conformance.audit.findings import Audit, is_empty, is_whole, named, verdict_of
from conformance.audit.folders import UnreadError
from conformance.audit.jobs import JSON, TEXT
from conformance.certification.verdict import ExitCode
from conformance.cli import output
from conformance.cli.audit_readers import of_readers
from conformance.cli.errors import UsageError
from conformance.cli.fleet import Scheduler, audits_of
from conformance.cli.options import Cache, Jobs
from conformance.cli.output import AsJson, Format, Summary, chosen_of, summarise
from conformance.cli.progress import doing
from conformance.executor.workers import default_jobs
from conformance.gate.releases import ReleaseError, pairs_of
from conformance.implementations.environments import cache_folder
from conformance.implementations.environments.releases import Absent, build, served
from conformance.implementations.environments.uv import UvError
from conformance.implementations.process import ProcessCandidate
from conformance.implementations.process.command import Command
from conformance.protocol import show
from conformance.protocol.values import HARBOR_VERSION, Case, Result, Value
from conformance.report import audit_json, audit_junit, audit_page, audit_text

_WRITERS: dict[Format, Callable[[Sequence[Audit]], str]] = {
    Format.TEXT: audit_text.to_text,
    Format.JSON: audit_json.to_text,
    Format.MARKDOWN: audit_text.to_markdown,
    Format.JUNIT: audit_junit.to_text,
    Format.HTML: audit_page.to_text,
}


def command(  # noqa: PLR0913, PLR0917 - one parameter an option
    folders: Annotated[
        list[Path], typer.Argument(metavar="FOLDER...", help="A job, or a folder of jobs.")
    ],
    format_: Annotated[
        Format, typer.Option("--format", help="How the result is printed.")
    ] = Format.TEXT,
    reader: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME", help="Show what a reader of the survey makes of it, or all; repeatable."
        ),
    ] = None,
    release: Annotated[
        str | None,
        typer.Option(
            metavar="VERSION", help="Derive with another release of harbor, such as 0.18.0."
        ),
    ] = None,
    cache: Cache = None,
    jobs: Jobs = None,
    scheduler: Scheduler = None,
    summary: Summary = None,
    *,
    as_json: AsJson = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="Fail where anything was not read or not derived.")
    ] = False,
) -> None:
    """Derive every number of recorded jobs again from their files, and tell what differs.

    Nothing in a folder is written, executed or followed. Exit status: 0 all that can be derived
    agrees, 1 something differs (with --strict also: was not read, or cannot be derived), 2 usage,
    4 nothing could be derived, or the oracle not trusted.
    """
    form = chosen_of(format_, Format.JSON, as_json=as_json)
    audits = audits_of(scheduler)
    if reader and form not in {Format.TEXT, Format.MARKDOWN}:
        raise UsageError("--reader goes with --format text or markdown")
    paths = jobs_of(folders)
    processes = min(jobs or default_jobs(), len(paths))
    with doing() as tell, served_release(release, cache) as other:
        done = told(audits(paths, processes, other), len(paths), tell)
    code = _code(done, strict=strict)
    text = _WRITERS[form](done)
    if reader:
        text += of_readers(done, reader, cache or cache_folder())
    output.printed(lambda: output.show(text), verdict_of(done), code)
    summarise(summary, lambda: audit_text.to_markdown(done), code)
    raise typer.Exit(code)


@contextmanager
def served_release(version: str | None, cache: Path | None) -> Iterator[Release | None]:
    """Yield another release, installed and served; raises UsageError where it cannot be had."""
    if version in {None, HARBOR_VERSION}:
        yield None
        return
    try:
        (pair,) = pairs_of([str(version)])
        built = build([pair.after], (cache or cache_folder()).absolute())[pair.after]
    except (ReleaseError, UvError, ValueError) as error:
        raise UsageError(f"--release {version}: {error}") from error
    if isinstance(built, Absent):
        raise UsageError(f"--release {version}: {built.why}")
    with served([built]) as commands:
        _refuse_undriven(built.release, commands[built.release])
        yield Release(built.release, commands[built.release], tuple(sorted(built.pins.items())))


def _refuse_undriven(version: str, command: Command) -> None:
    """Raise UsageError where a release does not answer what an audit asks."""
    process = ProcessCandidate(version, command)
    no_trials: dict[str, Value] = {"n_total_trials": 0, "n_retries": 0, "metrics": {}, "trials": []}
    try:
        for case in (Case("verifier", {TEXT: b"1", JSON: None}), Case("job", no_trials)):
            answer = process.answer(case)
            if not isinstance(answer, Result):
                why = show.printable(getattr(answer, "reason", show.answer(answer)))
                raise UsageError(f"--release {version}: it cannot be driven: {why}")
    finally:
        process.abandon()


def jobs_of(folders: Sequence[Path]) -> list[Path]:
    """Return the folders of the jobs that folders stand for; raises UsageError."""
    return list(dict.fromkeys(path for folder in folders for path in _jobs(folder)))


def _jobs(folder: Path) -> list[Path]:
    try:
        found = list(jobs_in(folder))
    except UnreadError as error:
        raise UsageError(f"{folder}: {error}") from error
    if not found:
        raise UsageError(f"{folder} is no job, and holds none: give the folder that harbor wrote")
    return found


def told(done: Iterable[Audit], total: int, tell: Callable[[str], None]) -> list[Audit]:
    """Return audits by their jobs' paths, telling how far they are; raises UsageError."""
    results: list[Audit] = []
    began = time.monotonic()
    try:
        for audit in done:
            results.append(audit)
            tell(_progress(results, total, time.monotonic() - began))
    except BrokenProcessPool as error:
        raise UsageError("a process of the audit was ended from outside") from error
    return named(results)


def _progress(results: Sequence[Audit], total: int, seconds: float) -> str:
    trials = sum(one.trials for one in results)
    left = seconds / len(results) * (total - len(results))
    rate = trials / max(seconds, 1e-9)
    return (
        f"{len(results):,} of {total:,} jobs, {trials:,} trials, {rate:,.0f}/s, {left:.0f} s left"
    )


def _code(done: Sequence[Audit], *, strict: bool) -> ExitCode:
    if not all(audit.agrees for audit in done):
        return ExitCode.DIVERGES
    if all(map(is_empty, done)):
        return ExitCode.ORACLE
    if strict and not all(map(is_whole, done)):
        return ExitCode.DIVERGES
    return ExitCode.CONFORMANT
