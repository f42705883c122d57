"""The results of fuzzing so far, as the sum of its journal."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from conformance.diagnosis.diagnosis import finding_of, gravity
from conformance.examination.findings import Finding, Observation, keep_smallest, size
from conformance.fuzz.coverage import Behaviour, is_line
from conformance.fuzz.work import NOT_GENERATED, Done, Example, WorkResult
from conformance.protocol.differences import Kind
from conformance.protocol.values import Case


@dataclass(frozen=True, slots=True)
class FuzzFinding:
    """A divergence of a candidate, with the smallest case of its clause and kind."""

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


MOST_KEPT = 400
"""How many diverging observations of a candidate's operation a diagnosis uses."""


@dataclass
class FuzzState:
    """The sum of results; those in ``telling`` have examples worth sharing.

    ``shown`` has the behaviour of harbor that no recorded case of these operations shows. ``quiet``
    counts the inputs since harbor last did anything new, each once for all candidates. ``unsound``
    says why a check was unreliable, and nothing if it once was not.
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
    unsound: dict[str, str] = field(default_factory=dict)
    telling: list[WorkResult] = field(default_factory=list)
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
        """The current coverage of harbor."""
        lines = sum(map(is_line, self.behaviours))
        kinds = len(self.behaviours) - lines
        return CoveragePoint(self.seconds, self.cases.total(), lines, kinds)

    @property
    def findings(self) -> Sequence[FuzzFinding]:
        """The findings, the most serious first."""
        return sorted(self.found.values(), key=lambda found: gravity(found.finding))

    def unseen(self, new: Iterable[Example]) -> tuple[Example, ...]:
        """Return which behaviours of one process no other process has seen before."""
        seen, unseen = set(self.behaviours), []
        for one in new:
            if behaviours := tuple(b for b in one.behaviours if b not in seen):
                seen.update(behaviours)
                unseen.append(Example(behaviours, one.case, one.choices))
        return tuple(unseen)

    def add(self, result: WorkResult) -> None:
        """Add a result, unless it was added before."""
        if result.item in self.done:
            return
        name, clause, check, seed = result.item
        if not any((other, clause, check, seed) in self.done for other, _ in self.cases):
            self.quiet += result.cases
        self.done.add(result.item)
        self.seconds = max(self.seconds, result.at)
        self.cases[name, result.operation] += result.cases
        self.answered += result.answered
        new = self.unseen(result.new)
        for one in new:
            self.behaviours.update(one.behaviours)
            self.quiet = 0
        self.shown += [(result, one) for one in new if check not in NOT_GENERATED]
        if new or not self.coverage:
            self.coverage.append(self.latest)
        if self._add_diverging(result) or new:
            self.telling.append(result)
        if result.not_asked:
            self.given_up.setdefault((name, result.operation), result.not_asked)
        self.faults |= dict.fromkeys(f"{name}: {one}" for one in result.faults)
        self.stale |= dict.fromkeys(f"{name}: {one}" for one in result.stale)
        if result.problem:
            self.unsound.setdefault(f"{clause}/{check}", result.problem)
        elif result.cases:
            self.unsound[f"{clause}/{check}"] = ""

    def _add_diverging(self, result: WorkResult) -> bool:
        """Return whether an example is the smallest of its check and kind so far."""
        is_smallest, name = False, result.candidate
        for finding in map(finding_of, result.observations):
            found = FuzzFinding(name, finding, result.drawn_from)
            keep_smallest(self.found, (name, result.clause, finding.kind), found)
            if result.examples:
                check = (name, result.clause, result.check, finding.kind)
                keep_smallest(self._smallest, check, found)
                is_smallest |= self._smallest[check] is found
        if result.observations:
            kept = self.diverging.setdefault((name, result.operation), [])
            kept += (one for one in result.observations if one not in kept)
            if len(kept) > 2 * MOST_KEPT:
                kept[:] = sorted(kept, key=lambda one: size(one.case))[:MOST_KEPT]
        return is_smallest
