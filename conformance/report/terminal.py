"""The report for a person: causes, the gravest first, what needs attention, the verdict."""

from collections.abc import Iterator

from rich.console import Console
from rich.table import Table
from rich.text import Text

from conformance.certification.certified_run import CertifiedRun
from conformance.certification.verdict import Summary
from conformance.certification.verdict_line import verdict_line
from conformance.diagnosis.diagnosis import Cause, Diagnosis
from conformance.examination.findings import Finding
from conformance.operations import authority
from conformance.operations.catalogue import CATALOGUE
from conformance.protocol import show
from conformance.recorded import corpus

MOST_FINDINGS = 10
"""Divergences printed at most; the report file holds all of them."""


def render(console: Console, run: CertifiedRun, *, verbose: bool = False) -> None:
    """Print the whole report; every clause and every finding where it is ``verbose``."""
    console.print(_table(run, verbose=verbose))
    _print_diagnosis(console, run, verbose=verbose)
    _print_declared(console, run)
    inexact = run.inexact()
    if inexact and not run.findings():
        _line(console, f"Equal but not exactly alike in {len(inexact)} clauses, for example:")
        _print_finding(console, run, inexact[0])
    for note in run.notes():
        _line(console, f"Note: {show.printable(note)}")
    _line(console, "")
    _line(console, verdict_line(run), f"bold {_colour(run)}")


def _colour(run: CertifiedRun) -> str:
    """Return the colour of the verdict; a partial run is neither a pass nor a failure."""
    if run.code:
        return "red"
    return "green" if run.conformant else "yellow"


def _table(run: CertifiedRun, *, verbose: bool) -> Table:
    """Return a line an operation, and of the clauses those that nothing explains, or all."""
    table = Table(header_style="bold", box=None, pad_edge=False)
    table.add_column("operation")
    for name in ("clauses", "cases", "divergences"):
        table.add_column(name, justify="right")
    table.add_column("agreement")
    explained = _explained(run.diagnosis)
    for operation in run.operations:
        clauses = run.clauses(operation)
        whole = run.of_operation(operation)
        _add_row(table, operation, f"{len(clauses):,}", whole, "bold")
        for clause in clauses if verbose or not whole.passed else ():
            summary = run.of_clause(clause)
            if verbose or (not summary.passed and clause not in explained):
                _add_row(table, f"  {clause}", "", summary, "")
    return table


def _explained(diagnosis: Diagnosis) -> frozenset[str]:
    """Return the clauses whose divergences all have a cause."""
    return frozenset(diagnosis.clauses) - frozenset(diagnosis.clauses_unexplained)


def _add_row(table: Table, name: str, clauses: str, summary: Summary, style: str) -> None:
    agreement = summary.agreement.name.lower() if summary.complete else "not finished"
    if summary.problems:
        agreement = "not reliable"
    elif summary.form_errors and not summary.divergences:
        agreement = "form error"
    colour = "" if summary.passed else "red"
    table.add_row(
        Text(name, style),
        clauses,
        f"{summary.cases:,}",
        Text(f"{summary.divergences:,}", colour),
        Text(agreement, colour),
    )


def _print_diagnosis(console: Console, run: CertifiedRun, *, verbose: bool) -> None:
    diagnosis, findings = run.diagnosis, run.findings()
    if not findings:
        return
    _line(console, "")
    for line in heading(diagnosis):
        _line(console, line, "bold")
    for number, cause in enumerate(diagnosis.causes, 1):
        _line(console, "")
        _line(console, f"{number}  {about(cause)}", "bold")
        _print_finding(console, run, cause.finding, heading=False)
    for cause in diagnosis.nearly:
        _line(console, "")
        missed = f"though {cause.contradicted:,} of {cause.cases:,} cases say otherwise"
        _line(console, f"~  nearly: {about(cause)}, {missed}", "bold")
    if diagnosis.causes and not diagnosis.unexplained and not verbose:
        return
    shown = findings if verbose or not diagnosis.causes else diagnosis.unexplained
    shown = shown or findings
    if diagnosis.unexplained:
        _line(console, "")
        _line(console, f"?  unexplained: {_unexplained(diagnosis)}", "bold")
    most = len(shown) if verbose else MOST_FINDINGS
    for finding in shown[:most]:
        _print_finding(console, run, finding)
    if len(shown) > most:
        _line(console, f"… and {len(shown) - most} more; see --verbose or --report")


def heading(diagnosis: Diagnosis) -> Iterator[str]:
    """Yield how far causes explain what diverges, in a line where anything does."""
    clauses, left = len(diagnosis.clauses), len(diagnosis.clauses_unexplained)
    causes = len(diagnosis.causes)
    if causes:
        explain = "1 cause explains" if causes == 1 else f"{causes} causes explain"
        rest = ""
        if left:
            have = "1 clause has" if left == 1 else f"{left} clauses have"
            rest = f"; {have} cases that nothing explains"
        yield f"{explain} {clauses - left} of {_count(clauses, 'divergent clause')}{rest}"
    elif clauses:
        yield f"no known cause explains the {_count(clauses, 'divergent clause')}"


def about(cause: Cause) -> str:
    """Return a cause in a line."""
    names = ", ".join(cause.deviations)
    cases = f"{cause.explained:,} of {_count(cause.cases, 'case')}"
    alike = f" (or {', '.join(cause.alike)}: the same on all that was asked)" if cause.alike else ""
    return f"{names}: {cause.habit}{alike}   {_count(len(cause.clauses), 'clause')}, {cases}"


def _unexplained(diagnosis: Diagnosis) -> str:
    clauses = _count(len(diagnosis.clauses_unexplained), "clause")
    return f"{_count(diagnosis.cases_unexplained, 'case')} in {clauses}"


def _print_declared(console: Console, run: CertifiedRun) -> None:
    for entry in run.ledger.expected:
        _line(console, f"Declared: {entry.title}: {show.printable(entry.cause)}")
    for pinned in run.ledger.pinned:
        _line(console, f"Pinned: {pinned.clause}: {show.printable(pinned.cause)}")


def _print_finding(
    console: Console, run: CertifiedRun, finding: Finding, *, heading: bool = True
) -> None:
    if heading:
        _line(console, "")
        _line(console, f"{finding.clause}: {show.printable(finding.difference)}", "bold")
    for name, text in members(run, finding):
        _line(console, f"   {name:<10} {text}")


def members(run: CertifiedRun, finding: Finding) -> Iterator[tuple[str, str]]:
    """Yield what there is to say of a finding, each with a label."""
    clause = CATALOGUE[finding.clause]
    sources = ", ".join(map(str, clause.sources))
    yield "requires", f"{clause.sentence} ({sources})"
    yield "asked", show.case(finding.case)
    if finding.is_deviation:
        yield "expected", f"{show.answer(finding.expected)} (by what the ledger declares)"
    yield authority(finding.case.operation), show.answer(finding.oracle_answer)
    yield "candidate", show.answer(finding.candidate)
    yield "repeat", run.repeat(finding)
    if _is_worth_recording(finding) and (record := run.record(finding)):
        yield "record", record


def _is_worth_recording(finding: Finding) -> bool:
    """Return whether this is a checkout, whose corpus can grow, and the case is not in it yet."""
    if not (corpus.root().parent / ".git").exists():
        return False
    file = corpus.file_of(finding.clause)
    recorded = corpus.read(file) if file.exists() else ()
    return finding.case not in [entry.case for entry in recorded]


def _count(count: int, noun: str) -> str:
    return f"1 {noun}" if count == 1 else f"{count:,} {noun}s"


def _line(console: Console, text: str, style: str = "") -> None:
    """Print one line as it is: no markup, and no wrapping that would break a command."""
    console.print(Text(text, style), soft_wrap=True, highlight=False)
