"""Two releases in their examination: their answers to each case, and what these show."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from conformance.examination.findings import Finding, Observation, ResultCollector, keep_smallest
from conformance.examination.generating import Disagreement
from conformance.gate.accepted import Acceptance
from conformance.gate.reaching import Reached
from conformance.gate.symptoms import Cause, Touches, causes, symptoms
from conformance.implementations.process import ProcessCandidate
from conformance.operations.comparing import compare
from conformance.protocol.values import Answer, Case, Fault, Misshapen
from conformance.source_diff.watching import Counters


@dataclass(frozen=True, slots=True)
class Sighting:
    """One cause at one clause: its smallest case so far, and all places at which it parts."""

    cause: Cause
    touches: Touches
    finding: Finding
    places: tuple[str, ...]
    recorded: bool

    @property
    def case(self) -> Case:
        """The smallest case so far."""
        return self.finding.case


@dataclass(frozen=True, slots=True)
class Sides:
    """Two releases, what the later one is held to, and what counts the lines that they run."""

    before: ProcessCandidate
    after: ProcessCandidate
    acceptance: Acceptance
    counters: tuple[tuple[str, Counters], ...] = ()

    def answers(self, case: Case) -> tuple[Answer, Answer]:
        """Return what the releases answer."""
        return self.before.answer(case), self.after.answer(case)

    def answers_of(self, cases: Sequence[Case]) -> tuple[Sequence[Answer], Sequence[Answer]]:
        """Return what the releases answer to each of several cases."""
        return list(self.before.answers(cases)), list(self.after.answers(cases))

    def take_reached(self) -> Reached:
        """Return which watched lines ran since this was last asked."""
        return frozenset(
            (release, line) for release, counters in self.counters for line in counters.take()
        )


@dataclass
class PairExamination:
    """Two releases in their examination, and what has been seen of them.

    The later one is held to the earlier one with what is accepted. With ``wanted``, an example
    ends at the first case of that cause, so that Hypothesis looks for a smaller one.
    """

    sides: Sides
    clause: str
    recorded: bool = False
    wanted: Cause | None = None
    cases: int = 0
    sightings: dict[Cause, Sighting] = field(default_factory=dict)
    evidence: ResultCollector = field(default_factory=ResultCollector.of_divergence)
    faults: list[str] = field(default_factory=list)

    def agree(self, case: Case) -> Answer:
        """Ask both; return the earlier one's answer."""
        before, after = self.sides.answers(case)
        self.look(case, before, after)
        return before

    def agree_on_each(self, cases: Sequence[Case]) -> None:
        """Ask both these cases ahead."""
        for case, before, after in zip(cases, *self.sides.answers_of(cases), strict=True):
            self.look(case, before, after)

    @property
    def noticed(self) -> bool:
        """Whether the releases part anywhere."""
        return bool(self.sightings)

    def observe(self, label: str, *, happened: bool) -> None:
        """Leave shares alone: they are about what the pinned release says."""

    def look(self, case: Case, before: Answer, after: Answer) -> None:
        """Keep what two answers to a case show."""
        self.cases += 1
        for answer, release in ((before, self.sides.before), (after, self.sides.after)):
            if isinstance(answer, Fault | Misshapen):
                self.faults.append(f"{release.name}: {answer.reason}")
                return
        expected = self.sides.acceptance.expected(case, before, after)
        if isinstance(expected, Fault):
            self.faults.append(expected.reason)
            return
        own = None if expected is before else before
        comparison = compare(case, expected, after)
        self.evidence.add(Observation(self.clause, case, expected, after, own), comparison)
        for cause, places in causes(symptoms(case, expected, after)).items():
            if self.sides.acceptance.has_text(cause):
                continue
            difference = "; ".join(map(str, places[:_PLACES]))
            kind = comparison.kind
            finding = Finding(self.clause, case, expected, after, difference, kind, own)
            sighting = Sighting(
                cause=cause,
                touches=min(symptom.touches for symptom in places),
                finding=finding,
                places=tuple(map(str, places)),
                recorded=self.recorded,
            )
            keep_smallest(self.sightings, cause, sighting)
            if cause == self.wanted:
                raise Disagreement(finding)


_PLACES = 4
"""Places that a difference names; the rest follows from them."""
