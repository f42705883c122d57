"""A run as one self-contained HTML page: verdict and scope first, then causes, then everything."""

from dataclasses import asdict, dataclass

from conformance import __version__
from conformance.certification.certified_run import CertifiedRun
from conformance.certification.verdict_line import verdict_line
from conformance.diagnosis.diagnosis import Cause
from conformance.examination.findings import Finding
from conformance.operations import authority
from conformance.operations.catalogue import CATALOGUE
from conformance.protocol import show
from conformance.report import html
from conformance.report.parting import Lookalike, Piece, lookalikes, parted
from conformance.report.run_matrix import State, matrix

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
    expected: list[Piece]
    oracle: str
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


def to_text(run: CertifiedRun) -> str:
    """Return the page of a run."""
    diagnosis = run.diagnosis
    unexplained = diagnosis.unexplained if diagnosis.causes else run.findings()
    head, _, rest = verdict_line(run).partition(": ")
    return html.render(
        "report.html",
        run=run,
        total=run.total,
        head=head,
        rest=rest,
        colour=_colour(run),
        causes=[_cause(run, cause) for cause in diagnosis.causes],
        nearly=[_cause(run, cause) for cause in diagnosis.nearly],
        unexplained=[_shown(run, finding) for finding in unexplained],
        inexact=[_shown(run, finding) for finding in run.inexact()],
        expected=_expected(run),
        matrix=matrix(run),
        states=list(State),
        notes=run.notes(),
        provenance={"harbor-conformance": __version__, **asdict(run.provenance)},
        again=again(run),
    )


def _colour(run: CertifiedRun) -> str:
    """Return the colour of the verdict: a partial run is not that of a whole one."""
    if run.code:
        return "error"
    return "same" if run.conformant else "other"


def again(run: CertifiedRun) -> str:
    """Return the command that repeats the run."""
    named = [word for word in run.candidate_options if word != "--candidate"]
    how = ["--profile", run.profile, "--seed", str(run.seed)]
    asked = run.operations if run.scope.not_asked else ()
    how += [word for operation in asked for word in ("--operation", operation)]
    words = ["harbor-conformance", "certify", *named, *how, *run.certify_options]
    return " ".join(
        word if word.isprintable() and " " not in word else repr(word) for word in words
    )


def _cause(run: CertifiedRun, cause: Cause) -> ShownCause:
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
        finding=_shown(run, cause.finding),
    )


def _shown(run: CertifiedRun, finding: Finding) -> Shown:
    clause = CATALOGUE[finding.clause]
    expected = show.answer(finding.expected, longest=LONGEST)
    candidate = show.answer(finding.candidate, longest=LONGEST)
    oracle = show.answer(finding.oracle_answer, longest=LONGEST) if finding.is_deviation else ""
    required, answered = parted(expected, candidate)
    return Shown(
        clause=finding.clause,
        sentence=clause.sentence,
        sources=", ".join(map(str, clause.sources)),
        kind=finding.kind.words,
        difference=finding.difference,
        asked=show.case(finding.case, longest=LONGEST),
        authority=authority(finding.case.operation),
        expected=required,
        oracle=oracle,
        candidate=answered,
        numbers=lookalikes(finding.expected, finding.candidate),
        repeat=run.repeat(finding),
    )


def _expected(run: CertifiedRun) -> list[Expected]:
    """Return what the ledger declares, and the clauses in which it changed an expected answer."""
    seen: dict[str, list[str]] = {}
    for result in run.results:
        for title in result.applied:
            seen.setdefault(title, []).append(result.clause)
    entries = [
        Expected(one.title, one.cause, one.source, sorted(set(seen.get(one.title, ()))))
        for one in run.ledger.expected
    ]
    return entries + [
        Expected("one case", one.cause, one.source, [one.clause]) for one in run.ledger.pinned
    ]
