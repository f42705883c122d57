"""A candidate and several releases of harbor: a row for each, and a summary in one line."""

from collections.abc import Iterator, Sequence

from conformance.certification.releases import ReleaseRow
from conformance.certification.verdict import ExitCode, count_of
from conformance.implementations.environments.versions import spans
from conformance.protocol import show
from conformance.report.view import Block, DataTable, Facts, View, Words


def view(name: str, rows: Sequence[ReleaseRow]) -> View:
    """Return a table of the releases, what differs in which of them, and the summary."""
    head = ["harbor", "verdict", "cases", "clauses", "causes", "wheel"]
    blocks: list[Block] = [DataTable(head, [*map(_row, rows)])]
    where: dict[str, list[str]] = {}
    for row in rows:
        for what in _differences(row):
            where.setdefault(what, []).append(row.release)
    if where:
        told = [(spans(found), show.printable(what)) for what, found in where.items()]
        blocks += ["", Facts(told), "harbor-conformance explain NAME says what a cause is"]
    summary = f"{show.printable(name)} {_summary(rows)}"
    return View(summary, blocks, "error" if exit_code(rows) else "same")


def exit_code(rows: Sequence[ReleaseRow]) -> ExitCode:
    """Return the exit status of the first release that the candidate does not agree with."""
    codes = [ExitCode(row.run.exit_code) if row.run else ExitCode.ORACLE for row in rows]
    if ExitCode.DIVERGES in codes:
        return ExitCode.DIVERGES
    return next(filter(None, codes), ExitCode.CONFORMANT)


def _summary(rows: Sequence[ReleaseRow]) -> str:
    """Return which releases the candidate agrees with, and why it differs from the others."""
    agrees = [row.release for row in rows if row.run and not row.run.exit_code]
    others = [row for row in rows if row.release not in agrees]
    causes = dict.fromkeys(one.name for row in others if row.run for one in row.run.causes)
    parts = [f"agrees with {spans(agrees)}"] if agrees else []
    if others:
        parts.append(f"differs from {spans([row.release for row in others])}")
    counted = f": {count_of(len(causes), 'cause')}: {', '.join(causes)}" if causes else ""
    return "; ".join(parts) + counted


def _differences(row: ReleaseRow) -> Iterator[str]:
    """Yield the causes of a release, what no cause explains, and why it has no run."""
    run = row.run
    if run is None:
        yield row.why
        return
    for cause in run.causes:
        yield f"{cause.name}: {cause.description}" if cause.deviations else cause.name
    if clauses := run.unexplained.clauses:
        yield f"{count_of(len(clauses), 'clause')} without a known cause"
    elif run.exit_code and not run.causes:
        yield run.verdict


def _row(row: ReleaseRow) -> list[Words]:
    run = row.run
    if run is None:
        return [row.release, "not run", "", "", "", ""]
    verdict = "agrees" if run.exit_code == 0 else "differs" if run.divergences else "no verdict"
    divergent = str(len(run.divergent_clauses))
    digest = run.provenance.wheel_digest[:12] if run.provenance.pinned else "unknown"
    return [row.release, verdict, f"{run.cases:,}", divergent, str(len(run.causes)), digest]
