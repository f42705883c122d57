"""``harbor-conformance audit``: do the numbers of recorded jobs follow from their files."""

import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Annotated

import typer

from conformance.audit.audit import audits, jobs_of, served_release
from conformance.audit.findings import Audit, named, verdict_of
from conformance.audit.readers import copied, readers_named, shown_by
from conformance.certification.verdict import ExitCode
from conformance.cli import output
from conformance.cli.errors import UsageError
from conformance.cli.fleet import Scheduler, workers_of
from conformance.cli.options import Cache, Jobs
from conformance.cli.output import AsJson, Format, Summary, chosen_of, summarise
from conformance.implementations.environments import cache_folder
from conformance.implementations.process.reaper import reaped_tempdir
from conformance.implementations.readers.reader import Reader
from conformance.protocol import show
from conformance.report import audit_view, rendering
from conformance.report.progress import doing

_WRITERS: dict[Format, Callable[[Sequence[Audit]], str]] = {
    Format.TEXT: lambda done: rendering.text(audit_view.view(done)),
    Format.JSON: audit_view.as_json,
    Format.MARKDOWN: lambda done: rendering.markdown(audit_view.view(done)),
    Format.JUNIT: lambda done: rendering.junit(audit_view.view(done, as_tests=True)),
    Format.HTML: lambda done: rendering.html(audit_view.view(done)),
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
            metavar="NAME", help="Also show what a reader of the survey shows, or all; repeatable."
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
    """Recompute every number of recorded jobs from their files, and report what differs.

    Nothing in a folder is written, executed or followed. Exit status: 0 all that can be derived
    agrees, 1 something differs (with --strict also: was not read, or cannot be derived), 2 usage,
    4 nothing could be derived, or the oracle not trusted.
    """
    form = chosen_of(format_, Format.JSON, as_json=as_json)
    if reader and form not in {Format.TEXT, Format.MARKDOWN}:
        raise UsageError("--reader goes with --format text or markdown")
    paths, workers, kept_in = jobs_of(folders), workers_of(jobs, scheduler), cache or cache_folder()
    chosen = readers_named(reader or ())
    with doing() as tell, served_release(release, kept_in) as other:
        done = told(audits(paths, workers, other), len(paths), tell)
    code = _code(done, strict=strict)
    text = _WRITERS[form](done)
    if chosen:
        text += "\n" + "".join(f"{line}\n" for line in _readers_table(done, chosen, kept_in))
    output.printed(lambda: output.show(text), verdict_of(done), code)
    summarise(summary, lambda: _WRITERS[Format.MARKDOWN](done), code)
    raise typer.Exit(code)


_SECONDS = 300.0
"""The time that one reader may take for all jobs."""


def _readers_table(audits: Sequence[Audit], chosen: Sequence[Reader], cache: Path) -> list[str]:
    """Return the lines of a table of Markdown: a row a job, a column a reader.

    Readers see copies that hold only what was read safely.
    """
    with reaped_tempdir("harbor-conformance-audit-") as folder:
        copies = {
            str(place): copied(audit.path, Path(folder) / str(place))
            for place, audit in enumerate(audits)
        }
        columns = [shown_by(one, copies, cache, _SECONDS) for one in chosen]
    rows = [
        [
            audit_view.name_of(audit),
            ", ".join(f"{one.metric} {one.derived}" for one in audit.headlines) or "nothing",
            *(column[place] for column in columns),
        ]
        for place, audit in enumerate(audits)
    ]
    return rendering.table(
        ["job", "harbor", *(one.name for one in chosen)], [list(map(_cell, row)) for row in rows]
    )


def _cell(text: str) -> str:
    return "—" if text == "—" else show.printable(text).replace("|", "\\|")


def told(done: Iterable[Audit], total: int, tell: Callable[[str], None]) -> list[Audit]:
    """Return audits by their jobs' paths, telling how far they are."""
    results: list[Audit] = []
    began = time.monotonic()
    for audit in done:
        results.append(audit)
        tell(_progress(results, total, time.monotonic() - began))
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
    if all(audit.is_empty for audit in done):
        return ExitCode.ORACLE
    if strict and not all(audit.is_whole for audit in done):
        return ExitCode.DIVERGES
    return ExitCode.CONFORMANT
