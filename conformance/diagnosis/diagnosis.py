"""What is wrong with a candidate: causes that reproduce its answers, and the unexplained rest."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from candidates.deviations.catalogue import chosen
from candidates.deviations.deviation import Deviation
from conformance.diagnosis.confirming import Confirming
from conformance.diagnosis.deciding import Deciding, Decisive
from conformance.diagnosis.experiments import Experiment
from conformance.diagnosis.explanations import (
    Conditional,
    DeviationSet,
    Scored,
    is_named,
    without,
)
from conformance.diagnosis.metering import SpentError
from conformance.diagnosis.plain import plainest
from conformance.diagnosis.predicting import Predictor
from conformance.diagnosis.searching import LEAST_WORK, Search
from conformance.examination.findings import Finding, Observation, keep_smallest, size
from conformance.operations.catalogue import CATALOGUE
from conformance.operations.clause import Level
from conformance.operations.comparing import compare
from conformance.protocol.differences import Kind
from conformance.protocol.values import HARBOR_VERSION

_SEARCHING, _CONFIRMING, _DECIDING = 0.62, 0.9, 0.98
"""The share of the work after which each of these ends. The rest is for refuting causes."""


@dataclass(frozen=True, slots=True)
class Cause:
    """One mistake: deviations with the same description, at most one for each operation.

    ``deviations`` are names of the catalogue, none if the deviation follows from the shapes of the
    operation or has a condition. ``description`` says what it does. ``clauses`` are those with a
    divergence that it contributes to, first the one that it breaks by itself. It makes a difference
    to ``cases`` of the cases, of which it predicts ``explained``. ``contradicted`` counts agreeing
    cases that it predicts wrongly. ``alike`` are other deviations with the same predictions.
    ``finding`` is the plainest of its divergences, of the clause that it breaks by itself if there
    is one. ``clause`` is that clause, empty where the deviation follows from the shapes, and
    ``advice`` says what to change.
    """

    deviations: tuple[str, ...]
    description: str
    clauses: tuple[str, ...]
    explained: int
    cases: int
    contradicted: int
    alike: tuple[str, ...]
    finding: Finding
    clause: str = ""
    advice: str = ""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """Causes, the most serious first, and divergences that no cause explains.

    ``unexplained`` holds the smallest finding of each clause and kind, and
    ``cases_unexplained`` counts all of them; ``clauses`` are those that diverge. ``decides`` has
    what decides on them, by operation. ``early``: not everything was tried and confirmed.
    """

    causes: tuple[Cause, ...] = ()
    unexplained: tuple[Finding, ...] = ()
    cases_unexplained: int = 0
    clauses: tuple[str, ...] = ()
    decides: tuple[Decisive, ...] = ()
    early: bool = False


NOTHING_WRONG = Diagnosis()


def diagnose(  # noqa: PLR0913 - what was seen, what is tried, and who answers new cases
    operation: str,
    diverging: Sequence[Observation],
    agreeing: Sequence[Observation],
    declared: Sequence[str] = (),
    *,
    named_only: bool = False,
    release: str = HARBOR_VERSION,
    experiment: Experiment | None = None,
    work: float = LEAST_WORK,
    omitted: Sequence[Observation] = (),
) -> Diagnosis:
    """Return what is wrong in one operation, besides its expected deviations.

    ``release`` is harbor's, whose answers are expected. ``omitted`` are cases that need no
    cause, but a cause must be right in most of all cases that it changes.

    With ``named_only``, causes are only deviations of the catalogue, without conditions. With an
    experiment, what is stated is confirmed on new cases.

    Of findings that weigh the same, a cause has the one that was observed first. The same
    observations give the same diagnosis: ``work`` bounds it, the cost of answers, and no time.
    """
    diverging = sorted(diverging, key=lambda one: size(one.case))
    rows = tuple(row for name in declared for row in chosen(name))
    predictor = Predictor([*diverging, *agreeing], rows, release)
    of_run = range(len(predictor.observations))
    search = Search(
        operation, predictor, declared, named_only=named_only, most_work=work, release=release
    )
    decides: tuple[Decisive, ...] = ()
    with predictor.meter.counting():
        with predictor.meter.limited(end=work * (_SEARCHING if experiment else _CONFIRMING)):
            whole = search.best()
        early = predictor.meter.exhausted and bool(whole.wrong)
        try:
            others = Predictor(omitted, rows, release, predictor.meter)
            if experiment is None or named_only:
                scored = _needed(search, _sound(search, search.of(whole.deviations)))
                scored = scored if named_only else _of_most(search, scored)
                scored = _right_in_most(search, scored, others)
            else:
                confirming = Confirming(operation, search, experiment, rows, release)
                scored = _confirmed(search, confirming, whole, _CONFIRMING * work)
                scored = _right_in_most(search, scored, others)
                if scored.missed:
                    with predictor.meter.limited(end=_DECIDING * work):
                        decides = Deciding(search, confirming.cases).decisive(scored)
                    scored = _of_most(search, confirming.upheld(search.of(scored.deviations)))
            found = [_cause(search, scored, row, of_run) for row in scored.deviations]
            causes = tuple(filter(None, found))
        except SpentError:  # what is not confirmed is not stated
            scored, causes = search.of(()), ()
    missed = [finding_of(predictor.observations[p]) for p in sorted(scored.missed) if p in of_run]
    smallest = {(one.clause, one.kind): one for one in reversed(missed)}
    return Diagnosis(
        causes=causes,
        unexplained=by_clause_and_kind(smallest.values()),
        cases_unexplained=len(missed),
        clauses=tuple(dict.fromkeys(one.clause for one in diverging)),
        decides=decides,
        early=early or predictor.meter.short,
    )


def _confirmed(search: Search, confirming: Confirming, whole: Scored, end: float) -> Scored:
    """Return what new cases confirm of an explanation; nothing if that takes too much work."""
    try:
        with search.predictor.meter.limited(end=end):
            scored = confirming.confirmed(whole)
            return _of_most(search, _needed(search, scored))
    except SpentError:
        return search.of(())


def _sound(search: Search, scored: Scored) -> Scored:
    """Drop deviations one by one, first the one that most agreeing cases contradict."""
    while scored.contradicted:
        smaller = [search.of(without(scored.deviations, row)) for row in scored.deviations]
        scored = min(smaller, key=lambda one: (len(one.contradicted), len(one.missed)))
    return scored


def _needed(search: Search, scored: Scored) -> Scored:
    """Drop redundant deviations one by one: of two that do the same, one stays."""
    predicted = {*range(len(search.predictor.observations))} - scored.missed
    for row in scored.deviations:
        rest = without(scored.deviations, row)
        if search.predicts(rest, predicted):
            return _needed(search, search.of(rest))
    return scored


def _of_most(search: Search, scored: Scored) -> Scored:
    """Return an explanation of most divergent clauses, or the empty one.

    An explanation of a minor part may be a coincidence: the rest shows that something else is
    wrong.
    """
    return search.of(()) if search.leaves_most(scored) else scored


def _right_in_most(search: Search, scored: Scored, omitted: Predictor) -> Scored:
    """Return an explanation without deviations that are wrong in most cases that they change."""
    if not omitted.observations:
        return scored
    kept, wrong = list[Deviation | Conditional](), scored.missed | scored.contradicted
    for row in scored.deviations:
        rest = without(scored.deviations, row)
        changed = _changed(search.predictor, scored.deviations, rest)
        others = _changed(omitted, scored.deviations, rest)
        right = len(changed - wrong) + len(omitted.fitting(scored.deviations, others))
        if 2 * right >= len(changed) + len(others):
            kept.append(row)
    return search.of(tuple(kept))


def _changed(predictor: Predictor, one: DeviationSet, other: DeviationSet) -> set[int]:
    """Return the places at which two explanations predict different answers."""
    places = range(len(predictor.observations))
    return {place for place in places if predictor.differ(one, other, place)}


def _cause(
    search: Search, scored: Scored, row: Deviation | Conditional, of_run: range
) -> Cause | None:
    """Return a deviation as a cause, or None if the others predict everything that it predicts."""
    predictor = search.predictor
    rest = without(scored.deviations, row)
    observed = predictor.observations
    wrong = sorted(predictor.diverging | scored.contradicted)  # elsewhere all is as harbor's
    every = [place for place in wrong if predictor.differ(scored.deviations, rest, place)]
    places = [place for place in every if place in of_run]
    predicted = [place for place in every if place not in scored.missed | scored.contradicted]
    findings = [(place, finding_of(observed[place])) for place in predicted]
    clauses = dict.fromkeys(
        one.clause for place, one in findings if place in of_run and one.kind < Kind.SPELLING
    )
    own = [one for _, one in findings if one.kind < Kind.SPELLING and one.clause in clauses]
    if not own:
        return None
    return Cause(
        deviations=(row.name,) if is_named(row) else (),
        description=row.description,
        clauses=tuple(sorted(clauses, key=lambda clause: clause != row.clause)),
        explained=sum(place in of_run for place in predicted),
        cases=len(places),
        contradicted=len(scored.contradicted.intersection(places)),
        alike=tuple(dict.fromkeys(search.alike(scored, row))),
        finding=plainest(own, row.clause),
        clause=row.clause if row.clause in CATALOGUE else "",
        advice=row.advice,
    )


def together(diagnoses: Iterable[Diagnosis]) -> Diagnosis:
    """Return one diagnosis of several operations; causes with the same description are merged."""
    diagnoses = tuple(diagnoses)
    return Diagnosis(
        causes=_by_description(cause for one in diagnoses for cause in one.causes),
        unexplained=tuple(sorted((f for one in diagnoses for f in one.unexplained), key=gravity)),
        cases_unexplained=sum(one.cases_unexplained for one in diagnoses),
        clauses=tuple(clause for one in diagnoses for clause in one.clauses),
        decides=tuple(one for each in diagnoses for one in each.decides),
        early=any(one.early for one in diagnoses),
    )


def _by_description(causes: Iterable[Cause]) -> tuple[Cause, ...]:
    merged: dict[str, Cause] = {}
    for cause in causes:
        known = merged.get(cause.description)
        merged[cause.description] = _both(known, cause) if known else cause
    return tuple(sorted(merged.values(), key=lambda cause: gravity(cause.finding)))


def _both(one: Cause, other: Cause) -> Cause:
    return replace(
        one,
        deviations=(*one.deviations, *other.deviations),
        clauses=(*one.clauses, *other.clauses),
        explained=one.explained + other.explained,
        cases=one.cases + other.cases,
        contradicted=one.contradicted + other.contradicted,
        alike=tuple(dict.fromkeys([*one.alike, *other.alike])),
        finding=plainest([one.finding, other.finding]),
    )


def finding_of(observed: Observation) -> Finding:
    """Return the difference between the answers of an observation."""
    return Finding.of(observed, compare(observed.case, observed.expected, observed.candidate))


def gravity(finding: Finding) -> tuple[int, Kind, tuple[int, str], str]:
    """Return the sort key of findings: level, kind of difference, size of the case, clause."""
    level = [*Level].index(CATALOGUE[finding.clause].rating.level)
    return level, finding.kind, size(finding.case), finding.clause


def by_clause_and_kind(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return the smallest finding of each clause and kind, the most serious first."""
    smallest: dict[tuple[str, Kind], Finding] = {}
    for finding in findings:
        keep_smallest(smallest, (finding.clause, finding.kind), finding)
    return tuple(sorted(smallest.values(), key=gravity))
