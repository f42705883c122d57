"""A candidate and several releases of harbor: a row for each, and a summary."""

from collections.abc import Sequence

from conformance.certification.releases import ReleaseRow, summary
from conformance.certification.verdict import ExitCode, count_of
from conformance.protocol import show
from conformance.report.view import Block, DataTable, Facts, Group, Item, View, Words


def view(name: str, rows: Sequence[ReleaseRow]) -> View:
    """Return a table of the releases, a summary by operation, and the verdict."""
    head = ["harbor", "verdict", "cases", "clauses", "causes", "wheel"]
    table = DataTable(head, [*map(_row, rows)])
    ran = [row for row in rows if row.run is not None]
    runs = [row.run for row in ran if row.run is not None]
    operations = list(runs[0].operations) if runs else []
    named = [one for run in runs for one in run.causes if one.deviations]
    told = {one.name: f"{one.name}: {one.description}" for one in named}
    lines: list[Block] = [
        Item(f"{row.release}: {show.printable(row.why)}") for row in rows if row.run is None
    ]
    lines += [
        Group(one.line, [Facts([(x, told.get(name, name)) for x, name in one.causes])])
        if one.causes
        else Item(one.line)
        for one in (summary(ran, operations) if runs else ())
    ]
    if any(run.causes for run in runs):
        lines.append("harbor-conformance explain NAME says what a cause is")
    agreeing = sum(run.exit_code == 0 for run in runs)
    headline = f"{show.printable(name)} agrees with {agreeing} of {count_of(len(rows), 'release')}"
    return View(headline, [table, "", *lines], "error" if exit_code(rows) else "same")


def exit_code(rows: Sequence[ReleaseRow]) -> ExitCode:
    """Return the exit status of the first release that the candidate does not agree with."""
    codes = [ExitCode(row.run.exit_code) if row.run else ExitCode.ORACLE for row in rows]
    if ExitCode.DIVERGES in codes:
        return ExitCode.DIVERGES
    return next(filter(None, codes), ExitCode.CONFORMANT)


def _row(row: ReleaseRow) -> list[Words]:
    run = row.run
    if run is None:
        return [row.release, "not run", "", "", "", ""]
    verdict = "agrees" if run.exit_code == 0 else "differs" if run.divergences else "no verdict"
    divergent = str(len(run.divergent_clauses))
    digest = run.provenance.wheel_digest[:12] if run.provenance.pinned else "unknown"
    return [row.release, verdict, f"{run.cases:,}", divergent, str(len(run.causes)), digest]
