"""A run as one self-contained HTML page: verdict and scope first, then causes, then everything."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import takewhile

from conformance.certification.certificate import Certificate
from conformance.certification.verdict import Summary
from conformance.certification.verdict_line import verdict_line
from conformance.diagnosis.diagnosis import Cause
from conformance.examination.findings import Finding
from conformance.operations import REGISTRY, authority
from conformance.operations.catalogue import CATALOGUE
from conformance.protocol import show
from conformance.report import html

type Marked = tuple[str, str, str]
"""A text in three parts, of which the middle one differs from that of another."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A finding side by side: what is required, asked and answered, and the command again."""

    clause: str
    sentence: str
    sources: str
    kind: str
    asked: str
    authority: str
    harbor: Marked
    expected: str
    candidate: Marked
    repeat: str


@dataclass(frozen=True, slots=True)
class ShownCause:
    """A cause: its deviations, how people come to them, how far they explain, a finding."""

    names: str
    habit: str
    extent: str
    finding: Shown


@dataclass(frozen=True, slots=True)
class Row:
    """The counts of a clause or an operation."""

    name: str
    cases: int
    divergences: int
    state: str
    passed: bool


def to_text(certificate: Certificate) -> str:
    """Return the page of a run."""
    diagnosis = certificate.diagnosis
    unexplained = diagnosis.unexplained if diagnosis.causes else certificate.findings()
    return html.render(
        "report.html",
        run=certificate,
        verdict=verdict_line(certificate),
        causes=[_cause(certificate, cause) for cause in diagnosis.causes],
        nearly=[_cause(certificate, cause) for cause in diagnosis.nearly],
        unexplained=[_shown(certificate, finding) for finding in unexplained],
        inexact=[_shown(certificate, finding) for finding in certificate.inexact()],
        operations=dict(_operations(certificate)),
        notes=certificate.notes(),
        provenance=asdict(certificate.provenance),
        again=again(certificate),
    )


def again(certificate: Certificate) -> str:
    """Return the command that repeats the run."""
    named = [word for word in certificate.candidate_options if word != "--candidate"]
    how = ["--profile", certificate.profile, "--seed", str(certificate.seed)]
    asked = certificate.operations if certificate.scope.not_asked else ()
    how += [word for operation in asked for word in ("--operation", operation)]
    words = ["harbor-conformance", "certify", *named, *how, *certificate.certify_options]
    return " ".join(
        word if word.isprintable() and " " not in word else repr(word) for word in words
    )


def _cause(certificate: Certificate, cause: Cause) -> ShownCause:
    extent = f"{cause.explained:,} of {cause.cases:,} cases in {len(cause.clauses)} clauses"
    if cause.contradicted:
        extent += f"; {cause.contradicted:,} cases say otherwise"
    names = ", ".join(cause.deviations)
    return ShownCause(names, cause.habit, extent, _shown(certificate, cause.finding))


def _shown(certificate: Certificate, finding: Finding) -> Shown:
    requirement = CATALOGUE[finding.requirement]
    expected, candidate = show.answer(finding.harbor), show.answer(finding.candidate)
    marked, answered = parted(expected, candidate)
    return Shown(
        clause=finding.requirement,
        sentence=requirement.sentence,
        sources=", ".join(map(str, requirement.sources)),
        kind=finding.kind.words,
        asked=show.case(finding.case),
        authority=authority(finding.case.operation),
        harbor=marked,
        expected="" if finding.own is None else show.answer(finding.own),
        candidate=answered,
        repeat=certificate.repeat(finding),
    )


def parted(one: str, other: str) -> tuple[Marked, Marked]:
    """Return two texts with what is not alike in the middle."""
    start = _alike(one, other)
    end = _alike(one[start:][::-1], other[start:][::-1])
    return _cut(one, start, end), _cut(other, start, end)


def _alike(one: str, other: str) -> int:
    """Return how many characters two texts have in common from their beginning."""
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _cut(text: str, start: int, end: int) -> Marked:
    last = len(text) - end
    return text[:start], text[start:last], text[last:]


def _operations(certificate: Certificate) -> Iterator[tuple[Row, list[Row]]]:
    for operation in certificate.operations:
        whole = _row(REGISTRY[operation].heading, certificate.of_operation(operation))
        clauses = certificate.clauses(operation)
        yield whole, [_row(clause, certificate.of_clause(clause)) for clause in clauses]


def _row(name: str, summary: Summary) -> Row:
    state = summary.agreement.name.lower() if summary.complete else "not finished"
    state = "not reliable" if summary.problems else state
    return Row(name, summary.cases, summary.divergences, state, summary.passed)
