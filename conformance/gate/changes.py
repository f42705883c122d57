"""The changes between two releases, each once, with its smallest case."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from conformance.certification.plan import Step
from conformance.diagnosis.diagnosis import Diagnosis
from conformance.diagnosis.expected.deviations import Expected, ExpectedDeviation
from conformance.examination.findings import RECORDED, CheckResult, Finding, Observation, size
from conformance.gate.coverage import Reached
from conformance.gate.symptoms import Cause, Symptom, Touches, causes, symptoms
from conformance.operations import OPERATIONS
from conformance.operations.comparing import compare
from conformance.protocol.differences import Kind
from conformance.protocol.values import Case

CHANGED = "what changed"
"""The name of the step with the words that only one release has."""


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that a release does differently: where it shows, and its smallest case.

    If deviations reproduce it, they are named and described, and they predict the answers to
    ``explained`` of the ``cases`` in which they make a difference. Any other change is identified
    by its causes, the places at which answers first differ. ``check`` is that of the smallest case.
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
        """The change in words."""
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
    def is_listed(self) -> bool:
        """Whether it shows under every seed."""
        return self.check in {RECORDED, CHANGED}

    @property
    def key(self) -> str:
        """What distinguishes it from other changes: its operation and its cause.

        A change of numbers, or of an operation that candidates have, includes its clause, since a
        differing number says little.
        """
        (cause,), operation = self.causes, self.step.operation
        of_numbers = self.touches is Touches.SCORE and " → " not in cause
        of_clause = of_numbers or (operation in OPERATIONS and self.touches is not Touches.TEXT)
        return f"{operation} {self.finding.clause if of_clause else ''} {cause}"

    def joined(self, other: "Change") -> "Change":
        """Return both as one, with the smaller case."""
        smaller, larger = sorted([self, other], key=_by_size)
        return replace(
            smaller,
            touches=min(self.touches, other.touches),
            clauses=_sorted((self.clauses, other.clauses)),
            explained=smaller.explained + larger.explained,
            cases=smaller.cases + larger.cases,
        )


@dataclass(frozen=True, slots=True)
class PairResult(CheckResult):
    """The result of one step on two releases.

    ``seen`` has the accepted or modelled changes that were seen, by the title of their entries, and
    ``unanswered`` which cases have no answer to rely on. A result that ``confirms`` a change has a
    problem if the change did not repeat. ``reached`` are the lines that its process ran since its
    last result.
    """

    changes: tuple[Change, ...] = ()
    seen: Mapping[str, Change] = field(default_factory=dict)
    unanswered: tuple[str, ...] = ()
    confirms: bool = False
    reached: Reached = frozenset()

    @property
    def problems(self) -> list[str]:
        """Why the step does not show whether the releases agree, each once."""
        why = self.problem, self.not_asked, *self.faults, *self.unanswered
        return [f"{self.operation}: {one}" for one in dict.fromkeys(filter(None, why))]


def shown_by(finding: Finding, check: str) -> Iterator[tuple[Cause, Change]]:
    """Yield the changes that one case of a step shows, by their causes."""
    for cause, found in causes(_symptoms(finding)).items():
        yield cause, _change(finding, found, check)


def known_change(observed: Observation, check: str, entry: Expected | None = None) -> Change:
    """Return the change of a modelled deviation that one case shows."""
    finding = Finding.of(observed, compare(observed.case, observed.expected, observed.candidate))
    change = replace(_change(finding, _symptoms(finding), check), explained=1, cases=1)
    if not isinstance(entry, ExpectedDeviation):
        return change
    return replace(change, deviations=(entry.name,), description=entry.row.description)


def _symptoms(finding: Finding) -> list[Symptom]:
    return symptoms(finding.case, finding.expected, finding.candidate)


def _change(finding: Finding, found: Sequence[Symptom], check: str = "") -> Change:
    touches, places = min(one.touches for one in found), tuple(map(str, found))
    return Change(tuple(causes(found)), touches, places, (finding.clause,), finding, check)


def grouped(changes: Iterable[Change]) -> list[list[Change]]:
    """Group the results of steps by change."""
    by_key: dict[str, list[Change]] = {}
    for one in changes:
        by_key.setdefault(one.key, []).append(one)
    return list(by_key.values())


def smallest(group: Sequence[Change]) -> Change:
    """Return the one with the smallest case, preferably of a recorded case's clause."""
    if listed := [one for one in group if one.is_listed]:
        clause = min(listed, key=_by_size).finding.clause
        group = [one for one in group if one.finding.clause == clause]
    return min(group, key=_by_size)


def _by_size(change: Change) -> tuple[tuple[int, str], str]:
    return size(change.case), change.finding.clause


def changes_of(
    shown: Iterable[Change], known: Iterable[Change], diagnosis: Diagnosis
) -> tuple[Change, ...]:
    """Return the distinct changes: scores first, then the most frequent.

    ``known`` are those of modelled deviations. The diagnosis describes any other divergence in a
    modelled operation.
    """
    left = (
        one
        for one in _by_cause(grouped(shown))
        if one.finding.clause not in diagnosis.clauses or one.finding.kind >= Kind.SPELLING
    )
    return tuple(sorted((*known, *_diagnosed(diagnosis), *left), key=_by_gravity))


def _by_gravity(change: Change) -> tuple[object, ...]:
    return change.touches, not change.description, -change.cases, change.clauses, change.causes


def _diagnosed(diagnosis: Diagnosis) -> Iterator[Change]:
    for cause in diagnosis.causes:
        yield replace(
            _change(cause.finding, _symptoms(cause.finding)),
            clauses=cause.clauses,
            deviations=cause.deviations,
            description=cause.description,
            explained=cause.explained,
            cases=cause.cases,
        )
    yield from (_change(one, _symptoms(one)) for one in diagnosis.unexplained)


def _by_cause(groups: Iterable[Sequence[Change]]) -> Iterator[Change]:
    """Yield one change for each group; changes of text only are grouped by smallest case."""
    joined: dict[object, list[Change]] = {}
    for group in groups:
        change = replace(
            smallest(group),
            touches=min(one.touches for one in group),
            clauses=_sorted(one.clauses for one in group),
        )
        text = change.touches is Touches.TEXT
        key = repr(change.case) if text else (change.clauses, change.causes)
        joined.setdefault(key, []).append(change)
    for first, *others in joined.values():
        every = first, *others
        yield replace(
            first,
            causes=_sorted(one.causes for one in every) if others else first.causes,
            places=_sorted(one.places for one in every) if others else first.places,
            clauses=_sorted(one.clauses for one in every),
        )


def _sorted(texts: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(sorted({one for some in texts for one in some}))
