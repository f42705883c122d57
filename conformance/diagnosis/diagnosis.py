"""What is wrong with a candidate: causes that reproduce its answers, and what none explains."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from candidates.deviations.catalogue import chosen
from candidates.deviations.deviation import Deviation
from conformance.diagnosis.predicting import Conditional, DeviationSet, Predictor, Scored, is_named
from conformance.diagnosis.searching import Search
from conformance.examination.findings import Finding, Observation, keep_smallest, size
from conformance.operations.catalogue import CATALOGUE
from conformance.operations.clause import Level
from conformance.operations.comparing import compare
from conformance.protocol.differences import Kind
from conformance.protocol.values import HARBOR_VERSION


@dataclass(frozen=True, slots=True)
class Cause:
    """One thing that is wrong: deviations of one description, at most one an operation.

    ``deviations`` are names of the catalogue, none where the deviation follows from the shapes of
    the operation or has a condition. ``description`` says what it does. ``clauses`` are those with
    a divergence that it contributes to, first the one that it breaks by itself. It makes a
    difference to ``cases`` of the cases, of which it predicts ``explained``. ``contradicted``
    counts agreeing cases that it predicts wrongly: if there are any, it is *nearly* a cause, and
    explains nothing. ``alike`` are other deviations with the same predictions. ``finding`` is the
    smallest of its gravest divergences, of the clause that it breaks by itself if there is one.
    """

    deviations: tuple[str, ...]
    description: str
    clauses: tuple[str, ...]
    explained: int
    cases: int
    contradicted: int
    alike: tuple[str, ...]
    finding: Finding


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """Causes, the gravest first, and divergences that no cause explains.

    ``unexplained`` holds the smallest finding of each clause and kind, and
    ``cases_unexplained`` counts all of them; ``clauses`` are those that diverge. ``decides`` says
    what is true of every unexplained case and of no case that agrees, where anything is.
    """

    causes: tuple[Cause, ...] = ()
    nearly: tuple[Cause, ...] = ()
    unexplained: tuple[Finding, ...] = ()
    cases_unexplained: int = 0
    clauses: tuple[str, ...] = ()
    decides: str = ""

    @property
    def clauses_unexplained(self) -> tuple[str, ...]:
        """The clauses with a divergence that no cause explains."""
        return tuple(dict.fromkeys(finding.clause for finding in self.unexplained))


NOTHING_WRONG = Diagnosis()


def diagnose(  # noqa: PLR0913 - what was observed, of whom, and how it is explained
    operation: str,
    diverging: Sequence[Observation],
    agreeing: Sequence[Observation],
    declared: Sequence[str] = (),
    *,
    named_only: bool = False,
    release: str = HARBOR_VERSION,
) -> Diagnosis:
    """Return what is wrong in one operation, besides the expected deviations of it.

    ``release`` is harbor's, whose answers are expected.

    With ``named_only`` causes are deviations of the catalogue alone, without conditions.

    Of findings that weigh the same, a cause has the one that was observed first. The same
    observations give the same diagnosis: what bounds it is a number of predicted answers,
    ``searching.MOST_WORK``, and no time.
    """
    diverging = sorted(diverging, key=lambda one: size(one.case))
    rows = tuple(row for name in declared for row in chosen(name))
    predictor = Predictor([*diverging, *agreeing], rows, release)
    explained = Search(
        operation, predictor, len(diverging), declared, named_only=named_only, release=release
    )
    whole = explained.best()
    scored = _needed(explained, _sound(explained, whole))
    if not named_only:
        scored = _of_most(explained, scored)
    causes = [_cause(predictor, explained, scored, row) for row in scored.deviations]
    almost = [row for row in whole.deviations if row not in scored.deviations and is_named(row)]
    nearly = [_cause(predictor, explained, whole, row) for row in almost]
    missed = [finding_of(diverging[place]) for place in sorted(scored.missed)]
    return Diagnosis(
        causes=tuple(filter(None, causes)),
        nearly=tuple(filter(None, nearly)),
        unexplained=by_clause_and_kind(missed),
        cases_unexplained=len(missed),
        clauses=tuple(dict.fromkeys(one.clause for one in diverging)),
        decides="" if named_only else explained.what_decides(scored.missed),
    )


def _sound(explained: Search, scored: Scored) -> Scored:
    """Leave out, one by one, what the most agreeing cases contradict."""
    while scored.contradicted:
        smaller = [
            explained.of(tuple(other for other in scored.deviations if other is not row))
            for row in scored.deviations
        ]
        scored = min(smaller, key=lambda one: (len(one.contradicted), len(one.missed)))
    return scored


def _needed(explained: Search, scored: Scored) -> Scored:
    """Leave out, one by one, what the others predict without: of two that do the same one stays."""
    for row in scored.deviations:
        rest = explained.of(tuple(other for other in scored.deviations if other is not row))
        if rest.missed <= scored.missed and not rest.contradicted:
            return _needed(explained, rest)
    return scored


def _of_most(explained: Search, scored: Scored) -> Scored:
    """Return an explanation of most divergent clauses, or the empty one.

    What explains a minor part may be a coincidence: the rest shows that something else is wrong.
    """
    return explained.of(()) if explained.leaves_most(scored) else scored


def _cause(
    predictor: Predictor, explained: Search, scored: Scored, row: Deviation | Conditional
) -> Cause | None:
    """Return a deviation as a cause, or None where others predict all that it does."""
    rest: DeviationSet = tuple(other for other in scored.deviations if other is not row)
    observed = predictor.observations
    places = [
        place for place in range(len(observed)) if predictor.differ(scored.deviations, rest, place)
    ]
    predicted = [place for place in places if place not in scored.missed | scored.contradicted]
    findings = [finding_of(observed[place]) for place in predicted]
    wrong = [finding for finding in findings if finding.kind < Kind.SPELLING]
    if not wrong:
        return None
    clauses = dict.fromkeys(finding.clause for finding in wrong)
    return Cause(
        deviations=(row.name,) if is_named(row) else (),
        description=row.description,
        clauses=tuple(sorted(clauses, key=lambda clause: clause != row.clause)),
        explained=len(predicted),
        cases=len(places),
        contradicted=len(scored.contradicted.intersection(places)),
        alike=tuple(explained.alike(scored, row)),
        finding=min(wrong, key=lambda one: (one.clause != row.clause, _weight(one))),
    )


def together(diagnoses: Iterable[Diagnosis]) -> Diagnosis:
    """Return one diagnosis of several operations; causes of one description are one."""
    diagnoses = tuple(diagnoses)
    return Diagnosis(
        causes=_by_description(cause for one in diagnoses for cause in one.causes),
        nearly=_by_description(cause for one in diagnoses for cause in one.nearly),
        unexplained=tuple(sorted((f for one in diagnoses for f in one.unexplained), key=gravity)),
        cases_unexplained=sum(one.cases_unexplained for one in diagnoses),
        clauses=tuple(clause for one in diagnoses for clause in one.clauses),
        decides="; ".join(one.decides for one in diagnoses if one.decides),
    )


def _by_description(causes: Iterable[Cause]) -> tuple[Cause, ...]:
    merged: dict[str, Cause] = {}
    for cause in causes:
        merged[cause.description] = (
            _both(merged[cause.description], cause) if cause.description in merged else cause
        )
    return tuple(sorted(merged.values(), key=lambda cause: gravity(cause.finding)))


def _both(one: Cause, other: Cause) -> Cause:
    return replace(
        one,
        deviations=(*one.deviations, *other.deviations),
        clauses=(*one.clauses, *other.clauses),
        explained=one.explained + other.explained,
        cases=one.cases + other.cases,
        contradicted=one.contradicted + other.contradicted,
        alike=(*one.alike, *other.alike),
        finding=min(one.finding, other.finding, key=_weight),
    )


def finding_of(observed: Observation) -> Finding:
    """Return the difference between the answers of an observation."""
    return Finding.of(observed, compare(observed.case, observed.expected, observed.candidate))


def gravity(finding: Finding) -> tuple[int, Kind, tuple[int, str], str]:
    """Return what findings are ordered by: level, kind of difference, the case's size, clause."""
    level = _LEVELS.index(CATALOGUE[finding.clause].rating.level)
    return level, *_weight(finding), finding.clause


_LEVELS = [*Level]


def _weight(finding: Finding) -> tuple[Kind, tuple[int, str]]:
    return finding.kind, size(finding.case)


def by_clause_and_kind(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return the smallest finding of each clause and kind, the gravest first."""
    smallest: dict[tuple[str, Kind], Finding] = {}
    for finding in findings:
        keep_smallest(smallest, (finding.clause, finding.kind), finding)
    return tuple(sorted(smallest.values(), key=gravity))
