"""``harbor-conformance audit``: checks the numbers of recorded jobs against their files."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from conformance.audit.audit import audits
from conformance.audit.basis import AuditBasis, Tell, deriving_release, known
from conformance.audit.findings import Audit, JobVerdict, named
from conformance.audit.folders import Skipped
from conformance.audit.jobs import jobs_of
from conformance.audit.readers import PUBLISHED, copied, published, readers_named, shown_by
from conformance.certification import ExitCode
from conformance.cli.declaring import argument, option, switch
from conformance.cli.errors import UsageError
from conformance.cli.options import WorkOptions
from conformance.cli.output import CommandResult, Format, FormatOptions, Writers
from conformance.executor.workers import Workers
from conformance.implementations.process.reaper import reaped_tempdir
from conformance.implementations.readers.reader import Reader
from conformance.implementations.readers.showing import Shows
from conformance.report import audit_view, rendering
from conformance.report.progress import doing
from conformance.report.view import DataTable


@dataclass(frozen=True, kw_only=True)
class AuditCommand(WorkOptions, FormatOptions):
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
            if given and self.form not in _WITH_TABLES:
                raise UsageError(f"--{name} goes with --format {' or '.join(_WITH_TABLES)}")
        paths, workers = jobs_of(self.folders), self.workers()
        chosen, about = readers_named(self.reader or ()), known(self.metric or (), self.tasks)
        with doing() as tell, deriving_release(self.release) as other:
            basis = AuditBasis(other, of_writers=self.release is None, known=about)
            done = audited(paths, workers, basis, tell)
        tables = [*self._tables(done, chosen)]
        view = audit_view.view(done, tables)
        others: Writers = {
            Format.JUNIT: lambda: rendering.junit(audit_view.view(done, as_tests=True)),
            Format.HTML: lambda: rendering.html(audit_view.view(done, tables, as_page=True)),
        }
        to_json, code = partial(audit_view.as_json, done), _code(done, strict=self.strict)
        return self.write(CommandResult.of_view(view, to_json, code, others))

    def _tables(self, done: Sequence[Audit], chosen: Sequence[Reader]) -> Iterator[DataTable]:
        """Yield a table of what readers show, and one of what harbor would publish.

        They see copies of the jobs that have only what was read safely.
        """
        with reaped_tempdir("harbor-conformance-audit-") as folder:
            if chosen:
                copies = [
                    (copied(audit.path, Path(folder, "shown", str(place))), Shows.JOB)
                    for place, audit in enumerate(done)
                ]
                columns = [shown_by(one, copies, seconds=300) for one in chosen]
                names = ["harbor", *(one.name for one in chosen)]
                yield audit_view.table_of(done, names, zip(*columns, strict=True))
            if self.published:
                cells = [published(one, Path(folder, str(at))) for at, one in enumerate(done)]
                yield audit_view.table_of(done, ["metrics", *PUBLISHED], cells)


_WITH_TABLES = (Format.TEXT, Format.MARKDOWN, Format.HTML)
"""The formats that have tables."""


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
