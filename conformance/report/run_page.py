"""A run as one self-contained HTML page: verdict and scope, then causes, then the rest."""

import json
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from conformance.certification import count_of
from conformance.certification.report import Run
from conformance.certification.report_parts import ClauseCounts, ReportedCause, ReportedFinding
from conformance.certification.reporting import answer_of
from conformance.operations import OPERATIONS, REGISTRY, authority, messages
from conformance.operations.catalogue import CATALOGUE
from conformance.operations.clause import Clause
from conformance.protocol import show
from conformance.protocol.values import Answer, Case
from conformance.report import pages, pasting
from conformance.report.run_view import module_of, tone
from conformance.report.side_by_side import lookalikes, marked

LONGEST = 2000
"""The length of a string of an answer beyond which its middle is left out."""


class State(NamedTuple):
    """The state of a clause, in words, as a sign, and as a CSS class."""

    words: str
    mark: str
    colour: str


PASSED = State("passed", "=", "same")
EXPECTED = State("passed, with expected deviations", "~", "other")
DIVERGED = State("diverged", "≠", "error")
UNRELIABLE = State("no result to rely on", "?", "other")
NOT_ASKED = State("not run", "·", "quiet")


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """An operation: its clauses with their cases by state, failures first.

    ``agreement`` says why, if it was not run.
    """

    operation: str
    heading: str
    clauses: dict[State, list[tuple[Clause, int]]]
    cases: int
    agreement: str

    @property
    def passed(self) -> str:
        """How many clauses passed."""
        passed = sum(len(self.clauses[state]) for state in (PASSED, EXPECTED))
        return f"{passed} of {sum(map(len, self.clauses.values()))}"


def to_text(run: Run) -> str:
    """Return the page of a run."""
    head, _, rest = run.verdict.partition(": ")
    names = (*run.operations, *(one for one in OPERATIONS if one not in run.operations))
    return pages.render(
        "report.html",
        run=run,
        head=head,
        rest=rest,
        colour=tone(run),
        unexplained=run.unexplained.findings if run.causes else run.findings,
        shown=partial(_shown, module_of(run)),
        extent=_extent,
        matrix=[_row(run, name) for name in names],
        states=(PASSED, EXPECTED, DIVERGED, UNRELIABLE, NOT_ASKED),
        provenance={"harbor-conformance": run.suite, **run.provenance.model_dump()},
    )


def _extent(cause: ReportedCause) -> str:
    wrong = f", but wrong in {count_of(cause.contradicted, 'agreeing case')}"
    extent = f"{cause.explained:,} of {cause.cases:,} cases in "
    return f"{extent}{count_of(len(cause.clauses), 'clause')}{wrong if cause.contradicted else ''}"


def _shown(module: str, finding: ReportedFinding) -> dict[str, object]:
    """Return a finding side by side: both answers in pieces, and the numbers that look alike.

    A test to paste is included if it is not too long.
    """
    operation = finding.operation
    case = messages.case_from_json(operation, finding.input)
    answers = (finding.expected, finding.harbor, finding.candidate)
    expected, harbor, candidate = (answer_of(operation, one) for one in answers)
    sides = marked(show.answer(expected, longest=LONGEST), show.answer(candidate, longest=LONGEST))
    return {
        "authority": authority(operation),
        "asked": show.case(case, longest=LONGEST),
        "expected": sides[0],
        "candidate": sides[1],
        "oracle": show.answer(harbor, longest=LONGEST) if finding.is_deviation else "",
        "numbers": lookalikes(case, expected, candidate),
        **_pasted(case, expected, module),
    }


def _pasted(case: Case, expected: Answer, module: str) -> dict[str, str]:
    given = json.dumps(messages.input_to_json(case))
    if len(given) > LONGEST:
        return {"test": "", "input": ""}
    test = pasting.python_test(case, expected, module) if module else ""
    return {"test": test, "input": given}


def _row(run: Run, operation: str) -> MatrixRow:
    counts = run.operations.get(operation)
    by_state: dict[State, list[tuple[Clause, int]]] = {
        state: [] for state in (DIVERGED, UNRELIABLE, EXPECTED, PASSED, NOT_ASKED)
    }
    for id_, clause in CATALOGUE.items():
        if clause.operation == operation:
            one = counts.clauses.get(id_) if counts else None
            by_state[_state(one)].append((clause, one.cases if one else 0))
    heading = REGISTRY[operation].heading
    if counts is None:
        why = "not claimed" if operation in run.scope.not_claimed else "not run"
        return MatrixRow(operation, heading, by_state, 0, why)
    agreement = counts.agreement if counts.complete else "not finished"
    return MatrixRow(operation, heading, by_state, counts.cases, agreement)


def _state(counts: ClauseCounts | None) -> State:
    if counts is None:
        return NOT_ASKED
    if counts.divergences:
        return DIVERGED
    if not counts.passed:
        return UNRELIABLE
    return EXPECTED if counts.declared else PASSED
