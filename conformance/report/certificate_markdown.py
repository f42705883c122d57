"""A run as Markdown: for a step summary, or a page."""

from collections.abc import Iterator

from conformance.certification.certificate import Certificate
from conformance.certification.verdict_line import verdict_line
from conformance.examination.findings import Finding
from conformance.report import markdown, terminal
from conformance.report.certificate_page import again

MOST_FINDINGS = 10
"""Divergences without a cause that are shown; a step summary has its limits."""


def to_text(certificate: Certificate) -> str:
    """Return the verdict, what was asked, what is wrong with the smallest case, and the command."""
    head, _, rest = verdict_line(certificate).partition(": ")
    lines = [f"## {markdown.plain(head)}", "", markdown.plain(rest), ""]
    lines += [*_operations(certificate), "", *_diagnosis(certificate), *_declared(certificate)]
    lines += [f"- {markdown.plain(note)}" for note in certificate.notes()]
    lines += ["", f"Again: {markdown.code(again(certificate))}", ""]
    return "\n".join(lines)


def _operations(certificate: Certificate) -> list[str]:
    rows = []
    for operation in certificate.operations:
        clauses = [certificate.of_clause(clause) for clause in certificate.clauses(operation)]
        whole = certificate.of_operation(operation)
        state = whole.agreement.name.lower() if whole.complete else "not finished"
        passed = f"{sum(clause.passed for clause in clauses)} of {len(clauses)}"
        cells = (operation, passed, f"{whole.cases:,}", f"{whole.divergences:,}", state)
        rows.append([markdown.plain(cell) for cell in cells])
    return markdown.table(
        ["operation", "clauses passed", "cases", "divergences", "agreement"], rows
    )


def _diagnosis(certificate: Certificate) -> Iterator[str]:
    diagnosis, findings = certificate.diagnosis, certificate.findings()
    if not findings:
        return
    for line in terminal.heading(diagnosis):
        yield f"### {markdown.plain(line)}"
        yield ""
    for number, cause in enumerate(diagnosis.causes, 1):
        yield f"{number}. {markdown.plain(terminal.about(cause))}"
        yield from _finding(certificate, cause.finding)
    left = diagnosis.unexplained if diagnosis.causes else findings
    for finding in left[:MOST_FINDINGS]:
        yield f"- {markdown.plain(f'{finding.requirement}: {finding.difference}')}"
        yield from _finding(certificate, finding)
    if len(left) > MOST_FINDINGS:
        yield f"- … and {len(left) - MOST_FINDINGS} more"
    yield ""


def _finding(certificate: Certificate, finding: Finding) -> Iterator[str]:
    for label, text in terminal.members(certificate, finding):
        if label != "record":
            shown = markdown.plain(text) if label == "requires" else markdown.code(text)
            yield f"   - {label}: {shown}"


def _declared(certificate: Certificate) -> Iterator[str]:
    ledger = certificate.ledger
    for name, cause in (
        *((entry.title, entry.cause) for entry in ledger.expected),
        *((f"a case of {pinned.requirement}", pinned.cause) for pinned in ledger.pinned),
    ):
        yield f"- declared: {markdown.code(name)}: {markdown.plain(cause)}"
