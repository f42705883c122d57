"""Several runs as one view: reports that are compared, and a candidate against several releases."""

from collections.abc import Iterator, Sequence

from conformance.certification import ExitCode, count_of
from conformance.certification.regression import Effect, Named, Regression, Standing
from conformance.certification.releases import ReleaseRow
from conformance.implementations.environments.versions import spans
from conformance.protocol import show
from conformance.report.rendering import json_text, members
from conformance.report.view import Block, Code, DataTable, Facts, Group, Item, View, Words


def compared(reports: Sequence[Named], regressions: Sequence[Regression]) -> View:
    """Return the reports side by side, and the changes; the headline is the worst verdict."""
    facts = [_facts(one) for one in reports]
    rows = [[label, *(of[label].strip() for of in facts)] for label in facts[0]]
    blocks: list[Block] = [DataTable(["", *(one.name for one in reports)], rows)]
    several = len(regressions) > 1
    for one in regressions:
        title = one.verdict if several else f"{one.after.name} against {one.before.name}"
        blocks.append(Group(title, list(_items(one))))
    gravest = next((one for one in regressions if one.worse), regressions[-1])
    return View(gravest.verdict, blocks, tone="error" if gravest.worse else "same")


def _facts(named: Named) -> dict[str, str]:
    """Return the facts of a report, by their labels."""
    run = named.report
    return {
        "candidate": f"{run.candidate.name} {run.candidate.version}",
        "verdict": run.verdict.partition(" (")[0],
        "exit status": str(run.exit_code),
        "claimed": ", ".join(run.scope.claimed),
        "clauses": f"{len(run.clauses):,}",
        "cases": f"{run.cases:,}",
        "divergences": f"{run.divergences:,}",
        "declared": f"{len(run.declared):,}",
        "profile, seed": f"{run.profile}, {run.seed}",
    }


def _items(one: Regression) -> Iterator[Block]:
    """Yield the changes by their meaning, then what is unchanged, and the causes."""
    standings = [*Standing]
    for change in sorted(
        one.changes,
        key=lambda one: ([*Effect].index(one.effect), standings.index(one.standing)),
    ):
        same = (change.effect, change.standing) == (Effect.TOLD, Standing.SAME)
        words = "the same" if same else f"{change.effect}, {change.standing}"
        case = [("asked", Code(change.asked)), ("repeat", Code(change.repeat))]
        yield Item(f"{words}: {change.what}", case if change.asked and not same else [])
    if not one.changes:
        yield "nothing differs"
    yield from (Item(f"cause: {cause.description}") for cause in one.after.report.causes)


def to_json(reports: Sequence[Named], regressions: Sequence[Regression]) -> str:
    """Return the reports by their given names, and each comparison."""
    document = {
        "compare": 1,
        "worse": any(one.worse for one in regressions),
        "reports": [_report(one) for one in reports],
        "comparisons": [
            {
                "before": one.before.name,
                "after": one.after.name,
                "worse": bool(one.worse),
                "verdict": one.verdict,
                "changes": one.changes,
            }
            for one in regressions
        ],
    }
    return json_text(document)


def _report(named: Named) -> dict[str, object]:
    report = named.report
    return {
        "name": named.name,
        "candidate": report.candidate.model_dump(),
        **members(report, "verdict", "exit_code"),
        "claimed": report.scope.claimed,
        "clauses": len(report.clauses),
        **members(report, "cases", "divergences", "profile", "seed"),
    }


def by_release(name: str, rows: Sequence[ReleaseRow]) -> View:
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
