"""``harbor-conformance audit``: checks the numbers of recorded jobs against their files."""

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from conformance.audit.audit import Tell
from conformance.audit.findings import Audit, JobVerdict, named
from conformance.audit.folders import Skipped
from conformance.audit.jobs import jobs_of
from conformance.audit.known import known
from conformance.audit.many_jobs import AuditBasis, audits
from conformance.audit.readers import PUBLISHED, copied, published, readers_named, shown_by
from conformance.audit.releases import deriving_release
from conformance.certification.verdict import ExitCode
from conformance.cli.declaring import argument, option, switch
from conformance.cli.errors import UsageError
from conformance.cli.options import WorkOptions
from conformance.cli.output import CommandResult, Format, FormatOptions, Writers, terminal_width
from conformance.cli.releases import CacheOptions
from conformance.executor.workers import Workers
from conformance.implementations.process.reaper import reaped_tempdir
from conformance.implementations.readers.reader import Reader
from conformance.implementations.readers.showing import Shows
from conformance.protocol import show
from conformance.report import audit_view, rendering
from conformance.report.progress import doing


@dataclass(frozen=True, kw_only=True)
class AuditCommand(CacheOptions, WorkOptions, FormatOptions):
    """Recompute every number of recorded jobs from their files.

    Nothing in a folder is written, executed or followed. Exit status: 0 all that can be recomputed
    agrees, 1 something differs or a job cannot be read (with --strict also: anything was not read,
    or cannot be derived), 2 usage, 4 nothing could be derived, or the oracle not trusted.
    """

    folders: list[Path] = argument(..., "A job, or a folder of jobs.", metavar="FOLDER...")
    reader: list[str] | None = option(
        None, "Also show what a reader of the survey shows, or all; repeatable.", metavar="NAME"
    )
    published: bool = switch(
        "Also show the leaderboard's accuracy, the checks that a submission would fail, "
        "and the viewer's averages."
    )
    release: str | None = option(
        None,
        "Recompute with this release instead of the one that wrote each job.",
        metavar="VERSION",
    )
    metric: list[str] | None = option(
        None, "A metric that the jobs were configured with; repeatable.", metavar="NAME"
    )
    tasks: Path | None = option(
        None, "The jobs' tasks, whose task.toml files define steps and strategy.", metavar="FOLDER"
    )
    strict: bool = switch("Also fail if anything was not read or not recomputed.")

    def run(self) -> ExitCode:
        """Print what differs, and what readers show."""
        for name, given in (("reader", self.reader), ("published", self.published)):
            if given and self.form not in {Format.TEXT, Format.MARKDOWN}:
                raise UsageError(f"--{name} goes with --format text or markdown")
        paths, workers = jobs_of(self.folders), self.workers()
        chosen, about = readers_named(self.reader or ()), known(self.metric or (), self.tasks)
        with doing() as tell, deriving_release(self.release, self.kept_in) as other:
            own = self.kept_in if self.release is None else None
            done = audited(paths, workers, AuditBasis(other, own, about), tell)
        readers = _readers_table(done, chosen, self.kept_in) if chosen else ""
        readers += _published_table(done) if self.published else ""
        view = audit_view.view(done)
        others: Writers = {
            Format.TEXT: lambda: rendering.text(view, terminal_width()) + readers,
            Format.MARKDOWN: lambda: rendering.markdown(view) + readers,
            Format.JUNIT: lambda: rendering.junit(audit_view.view(done, as_tests=True)),
            Format.HTML: lambda: rendering.html(audit_view.view(done, as_page=True)),
        }
        to_json, code = partial(audit_view.as_json, done), _code(done, strict=self.strict)
        return self.write(CommandResult.of_view(view, to_json, code, others))


def _readers_table(audits: Sequence[Audit], chosen: Sequence[Reader], cache: Path) -> str:
    """Return a Markdown table: a row per job, a column per reader.

    Readers see copies that hold only what was read safely.
    """
    with reaped_tempdir("harbor-conformance-audit-") as folder:
        copies = [
            (copied(audit.path, Path(folder) / str(place)), Shows.JOB)
            for place, audit in enumerate(audits)
        ]
        columns = [shown_by(one, copies, cache, seconds=300) for one in chosen]
    return _table(audits, ["harbor", *(one.name for one in chosen)], zip(*columns, strict=True))


def _published_table(audits: Sequence[Audit]) -> str:
    """Return a Markdown table with a row per job: what harbor would publish."""
    with reaped_tempdir("harbor-conformance-audit-") as folder:
        cells = [published(one, Path(folder) / str(at)) for at, one in enumerate(audits)]
    return _table(audits, ["metrics", *PUBLISHED], cells)


def _table(audits: Sequence[Audit], head: Sequence[str], cells: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table: each job, its derived metrics, and more cells."""
    rows = []
    for audit, more in zip(audits, cells, strict=True):
        metrics = ", ".join(f"{one.metric} {one.derived}" for one in audit.headlines) or "nothing"
        rows.append([_cell(text) for text in (audit_view.name_of(audit), metrics, *more)])
    return "\n".join(["", *rendering.table(["job", *head], rows), ""])


def _cell(text: str) -> str:
    return "—" if text == "—" else show.printable(text).replace("|", "\\|")


def audited(
    paths: Sequence[Path | Skipped], workers: Workers, basis: AuditBasis, tell: Tell
) -> list[Audit]:
    """Return audits by their jobs' paths, and report the progress."""
    results, began = list[Audit](), time.monotonic()
    for audit in audits(paths, workers, basis, tell):
        results.append(audit)
        left = (time.monotonic() - began) / len(results) * (len(paths) - len(results))
        tell(f"{len(results):,} of {len(paths):,} jobs, {left:.0f} s left")
    return named(results)


def _code(done: Sequence[Audit], *, strict: bool) -> ExitCode:
    if not all(audit.agrees for audit in done):
        return ExitCode.DIVERGES
    if all(audit.is_empty for audit in done):
        return ExitCode.ORACLE
    verdicts = {audit.verdict for audit in done}
    if JobVerdict.UNREADABLE in verdicts or (strict and verdicts != {JobVerdict.AGREES}):
        return ExitCode.DIVERGES
    return ExitCode.CONFORMANT
