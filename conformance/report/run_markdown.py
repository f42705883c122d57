"""A run as Markdown: for a step summary, or a page."""

from collections.abc import Iterator

from conformance.certification.certified_run import CertifiedRun
from conformance.certification.verdict_line import verdict_line
from conformance.examination.findings import Finding
from conformance.report import markdown, terminal
from conformance.report.run_page import again

MOST_FINDINGS = 10
"""Divergences without a cause that are shown; a step summary has its limits."""


def to_text(run: CertifiedRun) -> str:
    """Return the verdict, what was asked, what is wrong with the smallest case, and the command."""
    head, _, rest = verdict_line(run).partition(": ")
    lines = [f"## {markdown.plain(head)}", "", markdown.plain(rest), ""]
    lines += [*_operations(run), "", *_diagnosis(run), *_declared(run)]
    lines += [f"- {markdown.plain(note)}" for note in run.notes()]
    lines += ["", f"Again: {markdown.code(again(run))}", ""]
    return "\n".join(lines)


def _operations(run: CertifiedRun) -> list[str]:
    rows = []
    for operation in run.operations:
        clauses = [run.of_clause(clause) for clause in run.clauses(operation)]
        whole = run.of_operation(operation)
        state = whole.agreement.name.lower() if whole.complete else "not finished"
        passed = f"{sum(clause.passed for clause in clauses)} of {len(clauses)}"
        cells = (operation, passed, f"{whole.cases:,}", f"{whole.divergences:,}", state)
        rows.append([markdown.plain(cell) for cell in cells])
    return markdown.table(
        ["operation", "clauses passed", "cases", "divergences", "agreement"], rows
    )


def _diagnosis(run: CertifiedRun) -> Iterator[str]:
    diagnosis, findings = run.diagnosis, run.findings()
    if not findings:
        return
    for line in terminal.heading(diagnosis):
        yield f"### {markdown.plain(line)}"
        yield ""
    for number, cause in enumerate(diagnosis.causes, 1):
        yield f"{number}. {markdown.plain(terminal.about(cause))}"
        yield from _finding(run, cause.finding)
    left = diagnosis.unexplained if diagnosis.causes else findings
    for finding in left[:MOST_FINDINGS]:
        yield f"- {markdown.plain(f'{finding.clause}: {finding.difference}')}"
        yield from _finding(run, finding)
    if len(left) > MOST_FINDINGS:
        yield f"- … and {len(left) - MOST_FINDINGS} more"
    yield ""


def _finding(run: CertifiedRun, finding: Finding) -> Iterator[str]:
    for label, text in terminal.members(run, finding):
        if label != "record":
            shown = markdown.plain(text) if label == "requires" else markdown.code(text)
            yield f"   - {label}: {shown}"


def _declared(run: CertifiedRun) -> Iterator[str]:
    ledger = run.ledger
    for name, cause in (
        *((entry.title, entry.cause) for entry in ledger.expected),
        *((f"a case of {pinned.clause}", pinned.cause) for pinned in ledger.pinned),
    ):
        yield f"- declared: {markdown.code(name)}: {markdown.plain(cause)}"
