"""What became of each clause of a run, an operation a row: the matrix of its page."""

from dataclasses import dataclass
from enum import StrEnum

from conformance.certification.report import Run
from conformance.certification.report_parts import ClauseCounts
from conformance.operations import OPERATIONS, REGISTRY
from conformance.operations.catalogue import CATALOGUE


class State(StrEnum):
    """What became of a clause."""

    PASSED = "passed"
    EXPECTED = "passed, with expected deviations"
    DIVERGED = "diverged"
    UNRELIABLE = "no result to rely on"
    NOT_ASKED = "not asked"

    @property
    def mark(self) -> str:
        """A sign that tells it without a colour."""
        return {"passed": "=", "diverged": "≠", "not asked": "·"}.get(
            self, "~" if self is State.EXPECTED else "?"
        )

    @property
    def short(self) -> str:
        """The state in a word or two."""
        return {State.EXPECTED: "expected", State.UNRELIABLE: "no result"}.get(self, self.value)

    @property
    def colour(self) -> str:
        """The class of the style."""
        return {"passed": "same", "diverged": "error", "not asked": "quiet"}.get(self, "other")


@dataclass(frozen=True, slots=True)
class MatrixCell:
    """A clause: its id and sentence, what became of it, and how much was asked."""

    clause: str
    sentence: str
    state: State
    cases: int

    @property
    def name(self) -> str:
        """The clause's name within its operation."""
        return self.clause.partition(".")[2]


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """An operation: its clauses, what is amiss first, and why it was not asked where it was not."""

    operation: str
    heading: str
    cells: list[MatrixCell]
    cases: int
    agreement: str

    def count(self, state: State) -> int:
        """Return how many clauses came to this."""
        return sum(cell.state is state for cell in self.cells)

    @property
    def amiss(self) -> bool:
        """Whether a clause neither passed nor was left out."""
        return any(cell.state in {State.DIVERGED, State.UNRELIABLE} for cell in self.cells)


def matrix(run: Run) -> list[MatrixRow]:
    """Return a row an operation: those that were asked, and those that were not."""
    asked = list(run.operations)
    return [_row(run, name) for name in (*asked, *(o for o in OPERATIONS if o not in asked))]


_ORDER = (State.DIVERGED, State.UNRELIABLE, State.EXPECTED, State.PASSED, State.NOT_ASKED)


def _row(run: Run, operation: str) -> MatrixRow:
    counts = run.operations.get(operation)
    clauses = {} if counts is None else counts.clauses
    every = [id_ for id_, clause in CATALOGUE.items() if clause.operation == operation]
    cells = [_cell(clause, clauses.get(clause)) for clause in every]
    if counts is None:
        agreement = "not claimed" if operation in run.scope.not_claimed else "not asked"
    else:
        agreement = counts.agreement if counts.complete else "not finished"
    return MatrixRow(
        operation=operation,
        heading=REGISTRY[operation].heading,
        cells=sorted(cells, key=lambda cell: _ORDER.index(cell.state)),
        cases=0 if counts is None else counts.cases,
        agreement=agreement,
    )


def _cell(clause: str, counts: ClauseCounts | None) -> MatrixCell:
    if counts is None:
        state = State.NOT_ASKED
    elif counts.divergences:
        state = State.DIVERGED
    elif not counts.passed:
        state = State.UNRELIABLE
    else:
        state = State.EXPECTED if counts.declared else State.PASSED
    return MatrixCell(
        clause, CATALOGUE[clause].sentence, state, 0 if counts is None else counts.cases
    )
