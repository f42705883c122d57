"""A run as text, Markdown and JUnit: causes, other findings, and the verdict."""

from collections.abc import Iterator, Sequence
from typing import Literal

from conformance.certification import count_of
from conformance.certification.report import Run
from conformance.certification.report_parts import (
    ClauseCounts,
    OperationCounts,
    ReportedCause,
    ReportedDecisive,
    ReportedFinding,
    Unexplained,
)
from conformance.certification.reporting import answer_of
from conformance.implementations.process.command import names_object
from conformance.operations import authority
from conformance.operations.catalogue import CATALOGUE
from conformance.protocol import show
from conformance.report import rendering
from conformance.report.view import (
    Block,
    Code,
    CommandText,
    DataTable,
    Group,
    Item,
    Outcome,
    Strong,
    View,
    Words,
)

MOST_FINDINGS = 3
"""How many causes and divergences are shown with their cases, to fit one screen."""

MOST_CLAUSES = 3
"""How many clauses of an operation the table names."""


def module_of(run: Run) -> str:
    """Return the certified module, or nothing for a command or a built-in candidate."""
    name = run.candidate.name
    return name if "--command" not in run.repeat.split() and names_object(name) else ""


def view(run: Run, *, verbose: bool = False) -> View:
    """Return a run for people, with every clause and finding if it is ``verbose``."""
    blocks: list[Block] = [*_diagnosis(run, verbose=verbose)]
    if run.findings and module_of(run):
        blocks += ["To get a case as a Python test, add --test to its repeat command.", ""]
    blocks.append(_table(run, verbose=verbose))
    for entry in run.declared:
        name = f"Pinned: {entry.pinned}" if entry.pinned else f"Declared: {entry.entry}"
        blocks.append(Item(name, detail=entry.cause))
    if run.inexact and not run.findings:
        blocks.append(f"Equal but not exactly alike in {len(run.inexact)} clauses, for example:")
        blocks.append(_item(run.inexact[0]))
    blocks += [Item(f"Note: {note}") for note in run.notes]
    end = [] if isinstance(blocks[-1], DataTable) else [""]  # a table ends in an empty line
    return View(run.verdict, [*blocks, *end], tone=tone(run))


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
    """Return a line per operation, and the clauses that nothing explains, or all clauses."""
    explained = _explained(run)
    rows: list[Sequence[Words]] = []
    for operation, whole in run.operations.items():
        clauses = whole.clauses
        unreliable = {id_ for id_, one in clauses.items() if len(one.problems) > one.not_asked}
        passed = sum(one.passed for one in clauses.values())
        amount = f"{passed:,} of {len(clauses):,}"
        rows.append(_row(operation, amount, whole, problems=bool(unreliable)))
        named = [
            _row(f"  {id_} ({one.level})", "", one, problems=id_ in unreliable)
            for id_, one in clauses.items()
            if verbose or not (one.passed or id_ in explained or one.unfinished)
        ]
        rows += named if verbose else named[:MOST_CLAUSES]
        if not verbose and len(named) > MOST_CLAUSES:
            rows.append([f"  … {len(named) - MOST_CLAUSES} more", "", "", "", ""])
    return DataTable(["operation", "clauses passed", "cases", "findings", "agreement"], rows)


def _row(
    name: str, passed: str, counts: ClauseCounts | OperationCounts, *, problems: bool
) -> list[Words]:
    if problems:
        agreement = "not reliable"
    elif counts.form_errors and not counts.divergences:
        agreement = "form error"
    else:
        left = not counts.complete or (counts.not_asked and not counts.divergences)
        agreement = "not finished" if left else counts.agreement
    return [name, passed, f"{counts.cases:,}", f"{counts.divergences:,}", agreement]


def _divergent(run: Run) -> set[str]:
    """Return the clauses that differ and were diagnosed; a missing answer has no cause."""
    unanswered = _unanswered(run)
    of_causes = (clause for cause in run.causes for clause in cause.clauses)
    of_findings = (one.clause for one in run.findings if one not in unanswered)
    return {*of_causes, *of_findings, *run.unexplained.clauses} - {*run.unexplained.later}


def _explained(run: Run) -> set[str]:
    """Return the clauses in which causes explain every case."""
    return _divergent(run) - {*run.unexplained.clauses} if run.causes else set()


def _unanswered(run: Run) -> list[ReportedFinding]:
    """Return the findings without an answer of the candidate."""
    return [one for one in run.findings if "fault" in one.candidate]


def _diagnosis(run: Run, *, verbose: bool) -> Iterator[Block]:
    forms = run.form_errors
    shown = forms if verbose else forms[: 1 if run.findings else MOST_FINDINGS]
    yield from _items_of(shown, len(forms) - len(shown), " in the form of answers")
    if not run.findings:
        return
    for line in _heading(run):
        yield from (Strong(line), "")
    for number, cause in enumerate(run.causes, 1):
        told = _facts_of_cause(cause)[0 if verbose or number <= MOST_FINDINGS else -1 :]
        yield from (Item(f"{number}  {about(cause)}", told), "")
    if run.unexplained.clauses:
        yield from _unexplained(run.unexplained)
    whole = verbose or not run.causes
    left = run.findings if whole else (*_unanswered(run), *run.unexplained.findings)
    most = len(left) if verbose else max(1, MOST_FINDINGS - len(run.causes) - len(shown))
    yield from _items_of(left[:most], len(left) - most, "")


def _items_of(shown: Sequence[ReportedFinding], left: int, what: str) -> Iterator[Block]:
    """Yield findings, and the number of the rest."""
    for finding in shown:
        yield from (_item(finding), "")
    if left > 0:
        yield from (f"… and {left} more{what}: --verbose prints them", "")


def _heading(run: Run) -> Iterator[str]:
    """Yield a line that says how much the causes explain, if anything diverges."""
    clauses, left, causes = len(_divergent(run)), len(run.unexplained.clauses), len(run.causes)
    later = count_of(len(run.unexplained.later), "other clause")
    beyond = f"; {later} diverge: run again once these agree" if run.unexplained.later else ""
    if causes:
        explain = "1 cause explains" if causes == 1 else f"{causes} causes explain"
        have = "1 clause has" if left == 1 else f"{left} clauses have"
        rest = f"; {have} cases that nothing explains" if left else ""
        explained = f"{len(_explained(run))} of {count_of(clauses, 'divergent clause')}"
        yield f"{explain} {explained}{rest}{beyond}"
    elif clauses:
        yield f"no known cause explains the {count_of(clauses, 'divergent clause')}{beyond}"


def about(cause: ReportedCause) -> str:
    """Return a cause in a line."""
    names = f"{', '.join(cause.deviations)}: " if cause.deviations else ""
    wrong = f", but wrong in {count_of(cause.contradicted, 'agreeing case')}"
    cases = f"{cause.explained:,} of {count_of(cause.cases, 'case')}"
    cases += wrong if cause.contradicted else ""
    others = f" (indistinguishable from {', '.join(cause.alike)} on these inputs)"
    alike = others if cause.alike else ""
    return f"{names}{cause.description}{alike}   {count_of(len(cause.clauses), 'clause')}, {cases}"


def _item(finding: ReportedFinding) -> Item:
    return Item(f"{finding.clause}: {finding.difference}", facts(finding))


def _facts_of_cause(cause: ReportedCause) -> list[tuple[str, Words]]:
    """Return the facts of a cause: its clause, the advice, and its sample."""
    required, *sample = facts(cause.finding)
    if cause.clause and cause.clause != cause.finding.clause:
        clause = CATALOGUE[cause.clause]
        named = f"{clause.id}, {clause.rating.level}"
        sources = _few(list(map(str, clause.sources)))
        required = ("requires", f"{clause.sentence} ({'; '.join([named, *sources])})")
    change: list[tuple[str, Words]] = [("change", cause.advice)] if cause.advice else []
    return [required, *change, *sample]


def _unexplained(left: Unexplained) -> Iterator[Block]:
    """Yield how much is unexplained, and what decides it."""
    cases, clauses = count_of(left.cases, "case"), count_of(len(left.clauses), "clause")
    yield Strong(f"?  unexplained: {cases} in {clauses}")
    if left.early:
        yield "   the diagnosis ended early: not every cause was tried and confirmed"
    for one in left.decides:
        yield from _decisive(one)
    yield ""


def _decisive(one: ReportedDecisive) -> Iterator[Block]:
    """Yield what decides the unexplained cases of an operation, the two inputs side by side."""
    if one.condition:
        yield f"   all of them, and no case that agrees: {one.condition}"
    elif one.common:
        agreeing = count_of(one.others, "case")
        yield f"   all of them (and {agreeing} that agree): {one.common}"
    if one.independent:
        yield f"   {unchanged(one)}"
    if one.differs is None or one.agrees is None:
        return
    differs, agrees = one.differs, one.agrees
    both = ("both", Code(_text(agrees.operation, agrees.candidate)))
    _, *sides = ((label, Code(text)) for label, text in answers(differs))
    rows = [("differs", Code(differs.asked)), *sides, ("agrees", Code(agrees.asked)), both]
    yield from ("", Item(f"one edit decides: {one.edit}", rows))


def unchanged(one: ReportedDecisive) -> str:
    """Return which fields were edited without another answer of the candidate."""
    return f"no edit of {' or '.join(one.independent)} that was tried changed its answer"


def facts(finding: ReportedFinding) -> list[tuple[str, Words]]:
    """Return the facts of a finding, each with a label."""
    clause = f"{finding.clause}, {finding.level}"
    return [
        ("requires", f"{finding.sentence} ({'; '.join([clause, *_few(finding.sources)])})"),
        *((label, Code(text)) for label, text in answers(finding)),
        ("repeat", CommandText(finding.repeat)),
    ]


def _few(sources: Sequence[str]) -> Iterator[str]:
    """Yield the first lines of harbor that a clause rests on, and the number of the others."""
    first, *more = sources
    yield first
    if more:
        yield f"{len(more)} more"


def answers(finding: ReportedFinding) -> Iterator[tuple[str, str]]:
    """Yield the input, the expected answer and the candidate's; harbor's too if it differs."""
    operation = finding.operation
    yield "input", finding.asked
    if finding.is_deviation:
        yield "expected", f"{_text(operation, finding.expected)} (by the expected deviations)"
    yield authority(operation), _text(operation, finding.harbor)
    message = {"message": finding.message} if finding.message else {}
    yield "candidate", _text(operation, {**finding.candidate, **message})


def _text(operation: str, answer: dict[str, object]) -> str:
    return show.answer(answer_of(operation, answer), with_message=True)


def junit(run: Run) -> str:
    """Return the JUnit XML of a run: a suite per operation and a test per clause, named by its id.

    A clause fails where it diverges; one with a check that did not run is an error, never a pass. A
    clause beyond the level that fails is skipped, with a message that says how.
    """
    groups = [
        Group(operation, [_test(run, operation, name, one) for name, one in counts.clauses.items()])
        for operation, counts in run.operations.items()
    ]
    return rendering.junit(View(run.verdict, groups))


def _test(run: Run, operation: str, clause: str, counts: ClauseCounts) -> Item:
    failures = [one for one in run.stale if one.startswith(f"{clause}: ")] if counts.stale else []
    wrong = [one for one in (*run.findings, *run.form_errors) if one.clause == clause]
    failures += [f"{show.printable(one.difference)}\n{in_lines(one)}" for one in wrong]
    errors = list(counts.problems)
    if not counts.complete:
        errors.append(f"the run ended after {counts.done} of {counts.checks} checks")
    outcome: Outcome = "failure" if failures else "error" if errors else "passed"
    detail = "\n\n".join(failures or errors)
    if clause in run.beyond:
        outcome, detail = "skipped", f"not required at level {run.level}: {detail}"
    return Item(
        clause,
        detail=detail,
        outcome=outcome,
        where=operation,
        seconds=run.seconds.get(clause, 0.0),
    )


def in_lines(finding: ReportedFinding) -> str:
    """Return what a finding's clause requires, its answers and its command, a line each."""
    told = (f"{label}: {text}" for label, text in answers(finding))
    return "\n".join([finding.sentence, *told, f"repeat: {finding.repeat}"])
