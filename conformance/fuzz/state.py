"""What fuzzing has seen so far, as the sum of its journal."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from conformance.diagnosis.diagnosis import finding_of, gravity
from conformance.examination.findings import (
    DECLARED,
    RECORDED,
    Finding,
    Observation,
    keep_smallest,
    size,
)
from conformance.fuzz.behaviour import Behaviour, is_line
from conformance.fuzz.work import HARBOR_ALONE, Done, Example, WorkResult
from conformance.protocol.differences import Kind
from conformance.protocol.values import Case


@dataclass(frozen=True, slots=True)
class FuzzFinding:
    """A divergence of a candidate, by the smallest case of its clause and kind."""

    candidate: str
    finding: Finding
    seed: int | None

    @property
    def case(self) -> Case:
        """The smallest case."""
        return self.finding.case


@dataclass(frozen=True, slots=True)
class CoveragePoint:
    """harbor's coverage at one time: seconds, cases, lines that ran, and kinds of answer."""

    seconds: float
    cases: int
    lines: int
    kinds: int


MOST_DIVERGING = 400
"""Diverging observations of a candidate's operation that a diagnosis uses."""


@dataclass
class FuzzState:
    """The sum of results; those in ``telling`` have examples that are worth sharing.

    ``shown`` is what harbor did that it does with no recorded case of these operations.
    ``quiet`` counts the cases since harbor last did anything new: each input to harbor once,
    however many candidates got it. ``unsound`` says of a check why it could not be relied on, and
    nothing where it once could.
    """

    done: set[Done] = field(default_factory=set)
    behaviours: set[Behaviour] = field(default_factory=set)
    shown: list[tuple[WorkResult, Example]] = field(default_factory=list)
    found: dict[tuple[str, str, Kind], FuzzFinding] = field(default_factory=dict)
    diverging: dict[tuple[str, str], list[Observation]] = field(default_factory=dict)
    coverage: list[CoveragePoint] = field(default_factory=list)
    cases: Counter[tuple[str, str]] = field(default_factory=Counter)
    answered: int = 0
    seconds: float = 0.0
    quiet: int = 0
    given_up: dict[tuple[str, str], str] = field(default_factory=dict)
    faults: dict[str, None] = field(default_factory=dict)
    stale: dict[str, None] = field(default_factory=dict)
    unsound: dict[tuple[str, str], str] = field(default_factory=dict)
    telling: list[WorkResult] = field(default_factory=list)
    _run: set[tuple[str, str, int | None]] = field(default_factory=set)
    _smallest: dict[tuple[str, str, str, Kind], FuzzFinding] = field(default_factory=dict)

    @classmethod
    def of(cls, results: Iterable[WorkResult]) -> "FuzzState":
        """Return the sum of results."""
        state = cls()
        for result in results:
            state.add(result)
        return state

    @property
    def latest(self) -> CoveragePoint:
        """Harbor's coverage now."""
        lines = sum(map(is_line, self.behaviours))
        kinds = len(self.behaviours) - lines
        return CoveragePoint(self.seconds, self.cases.total(), lines, kinds)

    @property
    def findings(self) -> Sequence[FuzzFinding]:
        """The findings, the gravest first."""
        return sorted(self.found.values(), key=lambda found: gravity(found.finding))

    def unseen(self, new: Iterable[Example]) -> tuple[Example, ...]:
        """Return what of these behaviours of one process no other process has seen before."""
        seen = set(self.behaviours)
        unseen = []
        for one in new:
            if behaviours := tuple(b for b in one.behaviours if b not in seen):
                seen.update(behaviours)
                unseen.append(Example(behaviours, one.case, one.choices))
        return tuple(unseen)

    def add(self, result: WorkResult) -> None:
        """Add a result; one that is there already changes nothing."""
        if result.item in self.done:
            return
        self.done.add(result.item)
        self.seconds = max(self.seconds, result.at)
        self.cases[result.candidate, result.operation] += result.cases
        self.answered += result.answered
        self._add_new(result)
        if self._add_diverging(result) or result.new:
            self.telling.append(result)
        self._add_trouble(result)

    def _add_new(self, result: WorkResult) -> None:
        inputs = (result.clause, result.check, result.drawn_from)
        if inputs not in self._run:
            self._run.add(inputs)
            self.quiet += result.cases
        for new in self.unseen(result.new):
            self.behaviours.update(new.behaviours)
            self.quiet = 0
            if result.check not in {RECORDED, DECLARED, HARBOR_ALONE}:
                self.shown.append((result, new))
        if not self.quiet or not self.coverage:
            self.coverage.append(self.latest)

    def _add_diverging(self, result: WorkResult) -> bool:
        """Return whether an example is the smallest of its check and kind so far.

        Later seeds find the same again, by other inputs.
        """
        is_smallest = False
        for finding in map(finding_of, result.observations):
            name, clause, kind = result.candidate, result.clause, finding.kind
            found = FuzzFinding(name, finding, result.drawn_from)
            keep_smallest(self.found, (name, clause, kind), found)
            if result.examples:
                check = (name, clause, result.check, kind)
                keep_smallest(self._smallest, check, found)
                is_smallest |= self._smallest[check] is found
        if result.observations:
            kept = self.diverging.setdefault((result.candidate, result.operation), [])
            kept += (one for one in result.observations if one not in kept)
            if len(kept) > 2 * MOST_DIVERGING:
                kept[:] = sorted(kept, key=lambda one: size(one.case))[:MOST_DIVERGING]
        return is_smallest

    def _add_trouble(self, result: WorkResult) -> None:
        name, check = result.candidate, (result.clause, result.check)
        if result.not_asked:
            self.given_up.setdefault((name, result.operation), result.not_asked)
        self.faults |= dict.fromkeys(f"{name}: {one}" for one in result.faults)
        self.stale |= dict.fromkeys(f"{name}: {one}" for one in result.stale)
        if result.problem:
            self.unsound.setdefault(check, result.problem)
        elif result.cases:
            self.unsound[check] = ""
