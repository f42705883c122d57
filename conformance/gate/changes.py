"""What changes between two releases: each change once, with its smallest case."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from conformance.certification.plan import Step
from conformance.diagnosis.diagnosis import Diagnosis
from conformance.examination.findings import RECORDED, Finding, size
from conformance.gate.symptoms import Cause, Touches, causes, symptoms
from conformance.operations import OPERATIONS
from conformance.protocol.differences import Kind
from conformance.protocol.values import Case

CHANGED = "what changed"
"""The name of a step with the words that only one of two releases has."""


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that a release does differently: where it shows, and its smallest case.

    A step shows one by its cause, the place at which the answers first differ; changes of one
    cause are joined, and so are those of the text only with one case. Where deviations
    reproduce it, they are named, ``description`` says what they do, and of ``cases`` to which
    they make a difference ``explained`` were answered as they predict. ``check`` is that of the
    step whose case it is.
    """

    causes: tuple[Cause, ...]
    touches: Touches
    places: tuple[str, ...]
    clauses: tuple[str, ...]
    finding: Finding
    check: str = ""
    deviations: tuple[str, ...] = ()
    description: str = ""
    explained: int = 0
    cases: int = 0

    @property
    def title(self) -> str:
        """What the change is, in words."""
        return self.description or "; ".join(self.causes)

    @property
    def case(self) -> Case:
        """Its smallest case."""
        return self.finding.case

    @property
    def step(self) -> Step:
        """The step that showed it."""
        return Step(self.finding.clause, self.check)

    @property
    def recorded(self) -> bool:
        """Whether it shows under every seed."""
        return self.check in {RECORDED, CHANGED}


def shown_by(finding: Finding, check: str) -> Iterator[tuple[Cause, Change]]:
    """Yield the changes that one case of a step shows, by their causes."""
    clauses = (finding.clause,)
    found = symptoms(finding.case, finding.expected, finding.candidate)
    for cause, places in causes(found).items():
        touches = min(symptom.touches for symptom in places)
        yield cause, Change((cause,), touches, tuple(map(str, places)), clauses, finding, check)


def grouped(changes: Iterable[Change]) -> list[list[Change]]:
    """Return what steps showed, that of one change together.

    A change is known by its operation and its cause. One of numbers is known by its clause as
    well: that a number is another one says little.
    """
    by_key: dict[str, list[Change]] = {}
    for one in changes:
        (cause,), operation = one.causes, one.step.operation
        of_numbers = one.touches is Touches.SCORE and " → " not in cause
        of_clause = of_numbers or (operation in OPERATIONS and one.touches is not Touches.TEXT)
        clause = one.finding.clause if of_clause else ""
        by_key.setdefault(f"{operation} {clause} {cause}", []).append(one)
    return list(by_key.values())


def smallest(group: Sequence[Change]) -> Change:
    """Return the one with the smallest case of the clause that tells of a change.

    Where recorded cases show it, theirs is the clause: they are asked under every seed.
    """
    if recorded := [one for one in group if one.recorded]:
        clause = min(recorded, key=_by_size).finding.clause
        group = [one for one in group if one.finding.clause == clause]
    return min(group, key=_by_size)


def _by_size(change: Change) -> tuple[tuple[int, str], str]:
    return size(change.case), change.finding.clause


def changes_of(shown: Iterable[Change], diagnosis: Diagnosis | None = None) -> tuple[Change, ...]:
    """Return the distinct changes of what was shown: scores first, then the most frequent.

    What diverges in a clause that a diagnosis tells of is told by it.
    """
    changes = [] if diagnosis is None else list(_diagnosed(diagnosis))
    told = {clause for change in changes for clause in change.clauses}
    changes += [
        one
        for one in _by_cause(grouped(shown))
        if one.finding.clause not in told or one.finding.kind >= Kind.SPELLING
    ]
    return tuple(
        sorted(
            changes,
            key=lambda one: (one.touches, not one.description, -one.cases, one.clauses, one.causes),
        )
    )


def _diagnosed(diagnosis: Diagnosis) -> Iterator[Change]:
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
    found = symptoms(finding.case, finding.expected, finding.candidate)
    touches = min(symptom.touches for symptom in found)
    return Change(tuple(causes(found)), touches, tuple(map(str, found)), (finding.clause,), finding)


def _by_cause(groups: Iterable[Sequence[Change]]) -> Iterable[Change]:
    """Return one change for each group; of those of the text only, one for each smallest case."""
    joined: dict[object, Change] = {}
    for group in groups:
        change = replace(
            smallest(group),
            touches=min(one.touches for one in group),
            clauses=_sorted(one.clauses for one in group),
        )
        text = change.touches is Touches.TEXT
        key = repr(change.case) if text else (change.clauses, change.causes)
        if earlier := joined.get(key):
            both = earlier, change
            change = replace(
                earlier,
                causes=_sorted(one.causes for one in both),
                places=_sorted(one.places for one in both),
                clauses=_sorted(one.clauses for one in both),
            )
        joined[key] = change
    return joined.values()


def _sorted(texts: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(sorted({one for some in texts for one in some}))
