"""A run as one self-contained HTML page: verdict and scope first, then causes, then everything."""

from dataclasses import dataclass

from conformance.certification.report import Run
from conformance.certification.report_parts import ReportedCause, ReportedFinding
from conformance.certification.reporting import answer_of
from conformance.certification.verdict import count_of
from conformance.operations import authority, messages
from conformance.protocol import show
from conformance.report import pages
from conformance.report.parting import Lookalike, Piece, lookalikes, parted
from conformance.report.run_matrix import State, matrix
from conformance.report.run_view import tone

LONGEST = 2000
"""Characters of one string of an answer beyond which its middle is left out."""


@dataclass(frozen=True, slots=True)
class ShownFinding:
    """A finding side by side: both answers in pieces, and the numbers that look alike."""

    finding: ReportedFinding
    authority: str
    asked: str
    expected: list[Piece]
    oracle: str
    candidate: list[Piece]
    numbers: list[Lookalike]


def to_text(run: Run) -> str:
    """Return the page of a run."""
    head, _, rest = run.verdict.partition(": ")
    return pages.render(
        "report.html",
        run=run,
        head=head,
        rest=rest,
        colour=tone(run),
        unexplained=run.unexplained.findings if run.causes else run.findings,
        shown=_shown,
        extent=_extent,
        matrix=matrix(run),
        states=list(State),
        provenance={"harbor-conformance": run.suite, **run.provenance.model_dump()},
    )


def _extent(cause: ReportedCause) -> str:
    clauses = count_of(len(cause.clauses), "clause")
    extent = f"{cause.explained:,} of {cause.cases:,} cases in {clauses}"
    more = f"; {cause.contradicted:,} cases say otherwise" if cause.contradicted else ""
    return f"{extent}{more}"


def _shown(finding: ReportedFinding) -> ShownFinding:
    operation = finding.operation
    case = messages.case_from_json(operation, finding.input)
    answers = (finding.expected, finding.harbor, finding.candidate)
    expected, harbor, candidate = (answer_of(operation, one) for one in answers)
    required, answered = parted(
        show.answer(expected, longest=LONGEST), show.answer(candidate, longest=LONGEST)
    )
    return ShownFinding(
        finding=finding,
        authority=authority(operation),
        asked=show.case(case, longest=LONGEST),
        expected=required,
        oracle=show.answer(harbor, longest=LONGEST) if finding.is_deviation else "",
        candidate=answered,
        numbers=lookalikes(expected, candidate),
    )
