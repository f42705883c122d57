"""What changes between two releases: each change once, with its smallest case."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from conformance.certification.diagnosing import diagnoses, observed, place
from conformance.certification.plan import Step
from conformance.diagnosis.diagnosis import Diagnosis, together
from conformance.diagnosis.expected.deviations import ExpectedDeviations
from conformance.examination.findings import Finding, Observation, size
from conformance.gate.examination import PairResult, Sighting
from conformance.gate.symptoms import Cause, Touches, causes, names_errors, symptoms
from conformance.implementations.environments.versions import Pair
from conformance.operations import OPERATIONS
from conformance.protocol.differences import Kind


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that a release does otherwise: where it shows, and its smallest case.

    Where deviations reproduce it, they are named, ``description`` says what they do, and of
    ``cases`` to which they make a difference ``explained`` were answered as they predict. Else
    ``causes`` are the places at which the answers part, several where only the text does.
    """

    causes: tuple[Cause, ...]
    touches: Touches
    places: tuple[str, ...]
    clauses: tuple[str, ...]
    finding: Finding
    deviations: tuple[str, ...] = ()
    description: str = ""
    explained: int = 0
    cases: int = 0

    @property
    def title(self) -> str:
        """What the change is, in words."""
        return self.description or "; ".join(self.causes)


type Outcomes = list[PairResult | str]
"""What was seen of a pair, and why what could not be asked was not."""


type Sightings = list[tuple[Step, Sighting]]
"""Where one change was seen."""


def sightings_of(outcomes: Iterable[PairResult | str]) -> dict[str, Sightings]:
    """Return where each change was seen that the places tell at which answers part.

    One of numbers is told by its clause as well: that a number is another one says little.
    """
    by_key: dict[str, Sightings] = {}
    for one in step_results(outcomes):
        for sighting in one.sightings:
            of_clause = sighting.touches is Touches.SCORE and not names_errors(sighting.cause)
            clause = one.step.clause if of_clause or _is_diagnosed(one.step, sighting) else ""
            key = f"{one.step.operation} {clause} {sighting.cause}"
            by_key.setdefault(key, []).append((one.step, sighting))
    return by_key


def changes_of(
    results: Iterable[PairResult], diagnosis: Diagnosis | None = None
) -> tuple[Change, ...]:
    """Return the distinct changes of what was seen: scores first, then what shows most often.

    What diverges in a clause that a diagnosis tells of is told by it. Causes that part in the
    text only and have the same smallest case are one change.
    """
    by_place = _together([_change(where) for where in sightings_of(results).values()])
    changes = list(_told(diagnosis)) if diagnosis is not None else []
    told = {clause for change in changes for clause in change.clauses}
    changes += [one for one in by_place if not _is_told(one.finding, told)]
    return tuple(
        sorted(
            changes,
            key=lambda one: (one.touches, not one.description, -one.cases, one.clauses, one.causes),
        )
    )


def _told(diagnosis: Diagnosis) -> Iterator[Change]:
    for cause in diagnosis.causes:
        yield replace(
            _of_finding(cause.finding),
            clauses=cause.clauses,
            deviations=cause.deviations,
            description=cause.description,
            explained=cause.explained,
            cases=cause.cases,
        )
    yield from map(_of_finding, diagnosis.unexplained)


def _of_finding(finding: Finding) -> Change:
    places = symptoms(finding.case, finding.expected, finding.candidate)
    return Change(
        causes=tuple(causes(places)),
        touches=min(symptom.touches for symptom in places),
        places=tuple(map(str, places)),
        clauses=(finding.clause,),
        finding=finding,
    )


def _is_diagnosed(step: Step, sighting: Sighting) -> bool:
    return step.operation in OPERATIONS and sighting.touches is not Touches.TEXT


def _is_told(finding: Finding, clauses: Container[str]) -> bool:
    return finding.clause in clauses and finding.kind < Kind.SPELLING


def smallest(sightings: Sightings) -> tuple[Step, Sighting]:
    """Return the sighting with the smallest case of the clause that tells of a change.

    Where recorded cases show it, theirs is the clause: they are asked under every seed.
    """
    recorded = [entry for entry in sightings if entry[1].recorded]
    if recorded:
        clause = min(recorded, key=_by_size)[0].clause
        sightings = [entry for entry in sightings if entry[0].clause == clause]
    return min(sightings, key=_by_size)


def _by_size(seen: tuple[Step, Sighting]) -> tuple[tuple[int, str], str]:
    step, sighting = seen
    return size(sighting.finding.case), step.clause


def step_results(outcomes: Iterable[PairResult | str]) -> list[PairResult]:
    """Return what steps showed, without what kept others from it."""
    return [one for one in outcomes if isinstance(one, PairResult)]


def _change(where: Sightings) -> Change:
    _, sighting = smallest(where)
    return Change(
        causes=(sighting.cause,),
        touches=min(one.touches for _, one in where),
        places=sighting.places,
        clauses=tuple(sorted({one.clause for one, _ in where})),
        finding=sighting.finding,
    )


def _together(changes: Sequence[Change]) -> list[Change]:
    joined: dict[str, Change] = {}
    for change in changes:
        text = change.touches is Touches.TEXT
        key = repr(change.finding.case) if text else f"{change.clauses} {change.causes}"
        earlier = joined.get(key)
        joined[key] = change if earlier is None else _joined(earlier, change)
    return list(joined.values())


def _joined(first: Change, second: Change) -> Change:
    places = tuple(sorted({*first.places, *second.places}))
    return replace(
        first,
        causes=tuple(sorted({*first.causes, *second.causes})),
        places=places,
        clauses=tuple(sorted({*first.clauses, *second.clauses})),
        finding=replace(first.finding, difference="; ".join(places)),
    )


def told(
    outcomes: Mapping[Pair, Outcomes], declared: ExpectedDeviations, jobs: int
) -> dict[Pair, Diagnosis]:
    """Return for each pair what its operations do otherwise; whole jobs have no deviations.

    The reference stands for the earlier release: where that one is not as 0.13.1 is, and a
    deviation predicts something else, the change stays unexplained.
    """
    parts = [
        (pair, part)
        for pair, of_pair in outcomes.items()
        for part in observed(_observations(of_pair), OPERATIONS, declared)
        if part.diverging
    ]
    found = diagnoses([part for _, part in parts], jobs)
    return {
        pair: together(
            diagnosis for (of, _), diagnosis in zip(parts, found, strict=True) if of == pair
        )
        for pair in outcomes
    }


def _observations(outcomes: Outcomes) -> list[Observation]:
    steps = step_results(outcomes)
    results = sorted(steps, key=lambda one: place(one.step.clause, one.step.check))
    return [observation for one in results for observation in one.observations]
