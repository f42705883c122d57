"""A run as text, Markdown and JUnit: the causes, what needs attention, and the verdict."""

from collections.abc import Iterator, Sequence
from typing import Literal

from conformance.certification.report import Run
from conformance.certification.report_parts import (
    ClauseCounts,
    OperationCounts,
    ReportedCause,
    ReportedFinding,
)
from conformance.certification.reporting import answer_of
from conformance.certification.request import record_command
from conformance.certification.verdict import count_of
from conformance.diagnosis.diagnosis import Cause
from conformance.examination.recorded import corpus
from conformance.operations import authority, messages
from conformance.protocol import show
from conformance.report import rendering
from conformance.report.view import Block, Code, DataTable, Group, Item, Strong, View, Words

MOST_FINDINGS = 10
"""Divergences shown at most; the report file holds all of them."""


def view(run: Run, *, verbose: bool = False) -> View:
    """Return a run for people; every clause and every finding where it is ``verbose``."""
    blocks: list[Block] = [_table(run, verbose=verbose), *_diagnosis(run, verbose=verbose)]
    for entry in run.declared:
        name = f"Pinned: {entry.pinned}" if entry.pinned else f"Declared: {entry.entry}"
        blocks.append(Item(name, detail=entry.cause))
    if run.inexact and not run.findings:
        blocks.append(f"Equal but not exactly alike in {len(run.inexact)} clauses, for example:")
        blocks.append(_item(run.inexact[0]))
    blocks += [Item(f"Note: {note}") for note in run.notes]
    return View(run.verdict, [*blocks, ""], tone=tone(run))


def markdown(run: Run) -> str:
    """Return a run as Markdown, with the command that repeats it."""
    shown = view(run)
    again: tuple[str, ...] = ("Again: ", Code(run.repeat))
    return rendering.markdown(View(shown.headline, [*shown.blocks, again]))


def tone(run: Run) -> Literal["same", "other", "error"]:
    """Return the colour of the verdict; a partial run is neither a pass nor a failure."""
    if run.exit_code:
        return "error"
    return "same" if run.conformant else "other"


def _table(run: Run, *, verbose: bool) -> DataTable:
    """Return a line an operation, and of the clauses those that nothing explains, or all."""
    explained = set(_divergent(run)) - set(run.unexplained.clauses)
    rows: list[Sequence[Words]] = []
    for operation, whole in run.operations.items():
        clauses = whole.clauses
        unreliable = {id_ for id_, one in clauses.items() if len(one.problems) > one.not_asked}
        passed = sum(one.passed for one in clauses.values())
        amount = f"{passed:,} of {len(clauses):,}"
        rows.append(_row(operation, amount, whole, problems=bool(unreliable)))
        rows += [
            _row(f"  {id_}", "", one, problems=id_ in unreliable)
            for id_, one in clauses.items()
            if verbose or not (one.passed or id_ in explained)
        ]
    return DataTable(["operation", "clauses passed", "cases", "divergences", "agreement"], rows)


def _row(
    name: str, passed: str, counts: ClauseCounts | OperationCounts, *, problems: bool
) -> list[Words]:
    if problems:
        agreement = "not reliable"
    elif counts.form_errors and not counts.divergences:
        agreement = "form error"
    else:
        agreement = counts.agreement if counts.complete else "not finished"
    return [name, passed, f"{counts.cases:,}", f"{counts.divergences:,}", agreement]


def _divergent(run: Run) -> list[str]:
    """Return the clauses that the diagnosis is about: those with a cause, and those without."""
    explained = (clause for cause in run.causes for clause in cause.clauses)
    return list(dict.fromkeys([*explained, *run.unexplained.clauses]))


def _diagnosis(run: Run, *, verbose: bool) -> Iterator[Block]:
    for finding in run.form_errors if verbose else run.form_errors[:MOST_FINDINGS]:
        yield from ("", _item(finding))
    if not run.findings:
        return
    yield from (Strong(line) for line in _heading(run))
    for number, cause in enumerate(run.causes, 1):
        yield from ("", Item(f"{number}  {about(cause)}", _facts(cause.finding)))
    for cause in run.nearly:
        missed = f"though {cause.contradicted:,} of {cause.cases:,} cases say otherwise"
        yield from ("", Item(f"~  nearly: {about(cause)}, {missed}"))
    if run.causes and not run.unexplained.clauses and not verbose:
        return
    if run.unexplained.clauses:
        cases = count_of(run.unexplained.cases, "case")
        clauses = count_of(len(run.unexplained.clauses), "clause")
        yield from ("", Strong(f"?  unexplained: {cases} in {clauses}"))
        if run.unexplained.decides:
            yield f"   all of them, and no case that agrees: {run.unexplained.decides}"
    shown = run.findings if verbose or not run.causes else run.unexplained.findings
    most = len(shown) if verbose else MOST_FINDINGS
    for finding in shown[:most]:
        yield from ("", _item(finding))
    if len(shown) > most:
        yield f"… and {len(shown) - most} more; see --verbose or --report"


def _heading(run: Run) -> Iterator[str]:
    """Yield how far causes explain what diverges, in a line where anything does."""
    clauses, left, causes = len(_divergent(run)), len(run.unexplained.clauses), len(run.causes)
    if causes:
        explain = "1 cause explains" if causes == 1 else f"{causes} causes explain"
        have = "1 clause has" if left == 1 else f"{left} clauses have"
        rest = f"; {have} cases that nothing explains" if left else ""
        yield f"{explain} {clauses - left} of {count_of(clauses, 'divergent clause')}{rest}"
    elif clauses:
        yield f"no known cause explains the {count_of(clauses, 'divergent clause')}"


def about(cause: Cause | ReportedCause) -> str:
    """Return a cause in a line."""
    names = f"{', '.join(cause.deviations)}: " if cause.deviations else ""
    cases = f"{cause.explained:,} of {count_of(cause.cases, 'case')}"
    alike = f" (or {', '.join(cause.alike)}: the same on all that was asked)" if cause.alike else ""
    return f"{names}{cause.description}{alike}   {count_of(len(cause.clauses), 'clause')}, {cases}"


def _item(finding: ReportedFinding) -> Item:
    return Item(f"{finding.clause}: {finding.difference}", _facts(finding))


def _facts(finding: ReportedFinding) -> list[tuple[str, Words]]:
    """Return what there is to say of a finding, each with a label."""
    rows: list[tuple[str, Words]] = [
        ("requires", f"{finding.sentence} ({', '.join(finding.sources)})"),
        *((label, Code(text)) for label, text in _answers(finding)),
        ("repeat", Code(finding.repeat)),
    ]
    if record := _record(finding):
        rows.append(("record", Code(record)))
    return rows


def _answers(finding: ReportedFinding) -> Iterator[tuple[str, str]]:
    """Yield what is asked, expected and answered, harbor's own answer where it differs."""
    operation = finding.operation
    yield "asked", finding.asked
    if finding.is_deviation:
        yield "expected", f"{_text(operation, finding.expected)} (by the expected deviations)"
    yield authority(operation), _text(operation, finding.harbor)
    yield "candidate", _text(operation, finding.candidate)


def _text(operation: str, answer: dict[str, object]) -> str:
    return show.answer(answer_of(operation, answer))


def _record(finding: ReportedFinding) -> str:
    """Return the command that records a case, in a checkout whose corpus does not have it yet."""
    if not (corpus.root().parent / ".git").exists():
        return ""
    case = messages.case_from_json(finding.operation, finding.input)
    file = corpus.file_of(finding.clause)
    recorded = corpus.read(file) if file.exists() else ()
    known = case in [entry.case for entry in recorded]
    return "" if known else record_command(finding.clause, case)


def junit(run: Run) -> str:
    """Return the JUnit XML of a run: a suite an operation, a test a clause, called by its id.

    A clause fails where it diverges; one with a check that did not run is an error, never a pass.
    """
    groups = [
        Group(operation, [_test(run, operation, name, one) for name, one in counts.clauses.items()])
        for operation, counts in run.operations.items()
    ]
    return rendering.junit(View(run.verdict, groups))


def _test(run: Run, operation: str, clause: str, counts: ClauseCounts) -> Item:
    failures = [one for one in run.stale if one.startswith(f"{clause}: ")] if counts.stale else []
    wrong = (*run.findings, *run.form_errors)
    failures += [_failure(one) for one in wrong if one.clause == clause]
    errors = list(counts.problems)
    if not counts.complete:
        errors.append(f"the run ended after {counts.done} of {counts.checks} checks")
    return Item(
        clause,
        detail="\n\n".join(failures or errors),
        outcome="failure" if failures else "error" if errors else "passed",
        where=operation,
        seconds=run.seconds.get(clause, 0.0),
    )


def _failure(finding: ReportedFinding) -> str:
    told = (f"{label}: {text}" for label, text in _answers(finding))
    return "\n".join(
        [show.printable(finding.difference), finding.sentence, *told, f"repeat: {finding.repeat}"]
    )
