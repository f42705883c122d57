"""The report for a person: a table, the smallest cases side by side, the verdict."""

from rich.console import Console
from rich.table import Table
from rich.text import Text

from conformance.certification.certificate import Certificate
from conformance.certification.verdict import Summary
from conformance.certification.verdict_line import verdict_line
from conformance.examination.findings import Finding
from conformance.operations import authority
from conformance.operations.catalogue import CATALOGUE
from conformance.protocol import show
from conformance.recorded import corpus

MOST_FINDINGS = 20
"""Divergences printed at most; the report file holds all of them."""


def render(console: Console, certificate: Certificate) -> None:
    """Print the whole report."""
    console.print(_table(certificate))
    findings = certificate.findings()
    for finding in findings[:MOST_FINDINGS]:
        _print_finding(console, certificate, finding)
    if len(findings) > MOST_FINDINGS:
        _line(console, f"… and {len(findings) - MOST_FINDINGS} more clauses; see --report")
    for declared in certificate.declared():
        cause = certificate.ledger.of_clause(declared.requirement)[0].cause
        _line(console, f"Declared: {declared.requirement}: {show.printable(cause)}")
    inexact = certificate.inexact()
    if inexact and not findings:
        _line(console, f"Equal but not exactly alike in {len(inexact)} clauses, for example:")
        _print_finding(console, certificate, inexact[0])
    for note in certificate.notes():
        _line(console, f"Note: {show.printable(note)}")
    _line(console, "")
    _line(
        console, verdict_line(certificate), "bold green" if certificate.conformant else "bold red"
    )


def _table(certificate: Certificate) -> Table:
    table = Table(header_style="bold", box=None, pad_edge=False)
    table.add_column("clause")
    for name in ("cases", "divergences"):
        table.add_column(name, justify="right")
    table.add_column("agreement")
    for operation in certificate.operations:
        _add_row(table, operation, certificate.of_operation(operation), "bold")
        for clause in certificate.clauses(operation):
            _add_row(table, f"  {clause}", certificate.of_clause(clause), "")
    return table


def _add_row(table: Table, name: str, summary: Summary, style: str) -> None:
    agreement = summary.agreement.name.lower() if summary.complete else "not finished"
    if summary.declared and summary.passed:
        agreement = f"{summary.declared} declared"
    if summary.problems:
        agreement = "not reliable"
    colour = "" if summary.passed else "red"
    table.add_row(
        Text(name, style),
        f"{summary.cases:,}",
        Text(f"{summary.divergences:,}", colour),
        Text(agreement, colour),
    )


def _print_finding(console: Console, certificate: Certificate, finding: Finding) -> None:
    _line(console, "")
    _line(console, f"{finding.requirement}: {show.printable(finding.difference)}", "bold")
    _line(console, f"  requires   {_requirement(finding)}")
    _line(console, f"  asked      {show.case(finding.case)}")
    _line(console, f"  {authority(finding.case.operation):<10} {show.answer(finding.harbor)}")
    _line(console, f"  candidate  {show.answer(finding.candidate)}")
    _line(console, f"  repeat     {certificate.repeat(finding)}")
    if _is_worth_recording(finding) and (record := certificate.record(finding)):
        _line(console, f"  record     {record}")


def _requirement(finding: Finding) -> str:
    requirement = CATALOGUE[finding.requirement]
    return f"{requirement.sentence} ({', '.join(map(str, requirement.sources))})"


def _is_worth_recording(finding: Finding) -> bool:
    """Return whether this is a checkout, whose corpus can grow, and the case is not in it yet."""
    if not (corpus.root().parent / ".git").exists():
        return False
    file = corpus.file_of(finding.requirement)
    recorded = corpus.read(file) if file.exists() else ()
    return finding.case not in [entry.case for entry in recorded]


def _line(console: Console, text: str, style: str = "") -> None:
    """Print one line as it is: no markup, and no wrapping that would break a command."""
    console.print(Text(text, style), soft_wrap=True, highlight=False)
