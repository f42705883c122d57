"""A run as one self-contained HTML page: verdict and scope first, then causes, then everything."""

from dataclasses import asdict, dataclass

from conformance import __version__
from conformance.certification.certificate import Certificate
from conformance.certification.verdict_line import verdict_line
from conformance.diagnosis.diagnosis import Cause
from conformance.examination.findings import Finding
from conformance.operations import authority
from conformance.operations.catalogue import CATALOGUE
from conformance.protocol import show
from conformance.report import html
from conformance.report.certificate_matrix import State, matrix
from conformance.report.parting import Lookalike, Piece, lookalikes, parted

LONGEST = 2000
"""Characters of one string of an answer beyond which its middle is left out."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A finding side by side: what is required, asked and answered, and the command again."""

    clause: str
    sentence: str
    sources: str
    kind: str
    difference: str
    asked: str
    authority: str
    harbor: list[Piece]
    expected: str
    candidate: list[Piece]
    numbers: list[Lookalike]
    repeat: str


@dataclass(frozen=True, slots=True)
class ShownCause:
    """A cause: its deviations, how people come to them, how far they explain, a finding."""

    names: str
    habit: str
    alike: str
    extent: str
    clauses: tuple[str, ...]
    finding: Shown


@dataclass(frozen=True, slots=True)
class Expected:
    """An expected deviation: what is declared, why, where it is told, and where it was seen."""

    entry: str
    cause: str
    source: str
    clauses: list[str]


def to_text(certificate: Certificate) -> str:
    """Return the page of a run."""
    diagnosis = certificate.diagnosis
    unexplained = diagnosis.unexplained if diagnosis.causes else certificate.findings()
    head, _, rest = verdict_line(certificate).partition(": ")
    return html.render(
        "report.html",
        run=certificate,
        total=certificate.total,
        head=head,
        rest=rest,
        colour=_colour(certificate),
        causes=[_cause(certificate, cause) for cause in diagnosis.causes],
        nearly=[_cause(certificate, cause) for cause in diagnosis.nearly],
        unexplained=[_shown(certificate, finding) for finding in unexplained],
        inexact=[_shown(certificate, finding) for finding in certificate.inexact()],
        expected=_expected(certificate),
        matrix=matrix(certificate),
        states=list(State),
        notes=certificate.notes(),
        provenance={"harbor-conformance": __version__, **asdict(certificate.provenance)},
        again=again(certificate),
    )


def _colour(certificate: Certificate) -> str:
    """Return the colour of the verdict: a partial run is not that of a whole one."""
    if certificate.code:
        return "error"
    return "same" if certificate.conformant else "other"


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
    clauses = "1 clause" if len(cause.clauses) == 1 else f"{len(cause.clauses)} clauses"
    extent = f"{cause.explained:,} of {cause.cases:,} cases in {clauses}"
    if cause.contradicted:
        extent += f"; {cause.contradicted:,} cases say otherwise"
    return ShownCause(
        names=", ".join(cause.deviations),
        habit=cause.habit,
        alike=", ".join(cause.alike),
        extent=extent,
        clauses=cause.clauses,
        finding=_shown(certificate, cause.finding),
    )


def _shown(certificate: Certificate, finding: Finding) -> Shown:
    requirement = CATALOGUE[finding.requirement]
    expected = show.answer(finding.harbor, longest=LONGEST)
    candidate = show.answer(finding.candidate, longest=LONGEST)
    harbor, answered = parted(expected, candidate)
    return Shown(
        clause=finding.requirement,
        sentence=requirement.sentence,
        sources=", ".join(map(str, requirement.sources)),
        kind=finding.kind.words,
        difference=finding.difference,
        asked=show.case(finding.case, longest=LONGEST),
        authority=authority(finding.case.operation),
        harbor=harbor,
        expected="" if finding.own is None else show.answer(finding.own, longest=LONGEST),
        candidate=answered,
        numbers=lookalikes(finding.harbor, finding.candidate),
        repeat=certificate.repeat(finding),
    )


def _expected(certificate: Certificate) -> list[Expected]:
    """Return what the ledger declares, and the clauses in which it changed an expected answer."""
    seen: dict[str, list[str]] = {}
    for result in certificate.results:
        for title in result.applied:
            seen.setdefault(title, []).append(result.requirement)
    entries = [
        Expected(one.title, one.cause, one.source, sorted(set(seen.get(one.title, ()))))
        for one in certificate.ledger.expected
    ]
    return entries + [
        Expected("one case", one.cause, one.source, [one.requirement])
        for one in certificate.ledger.pinned
    ]
