"""Asks two releases the same questions, and keeps what they show."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from conformance.certification.plan import Step
from conformance.changes.watching import Counters
from conformance.comparison.agreement import Agreement
from conformance.examination.evidence import Evidence, keep_smallest
from conformance.examination.exploring import Disagreement
from conformance.examination.findings import DECLARED, RECORDED, Finding, Observation
from conformance.examination.generating import generate, seed_of
from conformance.gate.accepted import Acceptance, moved, title_of
from conformance.gate.partings import Cause, Touches, causes, partings
from conformance.gate.reaching import Reached
from conformance.implementations.process import ProcessCandidate
from conformance.implementations.start import UntrustedOracleError
from conformance.operations.catalogue import check_of
from conformance.operations.comparing import compare
from conformance.protocol.values import HARBOR_VERSION, Answer, Case, Fault, Misshapen
from conformance.recorded import corpus
from conformance.recorded.corpus import RecordedCase
from conformance.recorded.moved import Moved


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
    requirement: str
    recorded: bool = False
    wanted: Cause | None = None
    cases: int = 0
    sightings: dict[Cause, Sighting] = field(default_factory=dict)
    evidence: Evidence = field(default_factory=Evidence.of_divergence)
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
        self.evidence.take(Observation(self.requirement, case, expected, after, own), comparison)
        for cause, places in causes(partings(case, expected, after)).items():
            if self.sides.acceptance.has_text(cause):
                continue
            difference = "; ".join(map(str, places[:_PLACES]))
            kind = comparison.kind
            finding = Finding(self.requirement, case, expected, after, difference, kind, own)
            sighting = Sighting(
                cause=cause,
                touches=min(parting.touches for parting in places),
                finding=finding,
                places=tuple(map(str, places)),
                recorded=self.recorded,
            )
            keep_smallest(self.sightings, cause, sighting)
            if cause == self.wanted:
                raise Disagreement(finding)


_PLACES = 4
"""Places that a difference names; the rest follows from them."""


@dataclass(frozen=True, slots=True)
class StepResult:
    """What one step shows of two releases, and what kept it from showing more.

    ``accepted`` counts the cases of each entry that somebody agreed to, by its title, and
    ``stale`` says which pinned ones are answered otherwise now, ``reached`` which of the changed
    lines ran.
    """

    step: Step
    cases: int
    sightings: tuple[Sighting, ...]
    problems: tuple[str, ...] = ()
    observations: tuple[Observation, ...] = ()
    accepted: Mapping[str, int] = field(default_factory=dict)
    stale: tuple[str, ...] = ()
    reached: Reached = frozenset()


PINNED_ONLY = "recorded answers"
"""The name of a step that holds the pinned release to what is recorded, and compares no pair."""


@dataclass(frozen=True, slots=True)
class Amount:
    """Which questions a check generates, and how many before its effort counts.

    Each of them has up to ``family`` siblings.
    """

    seed: int
    examples: int
    family: int = 0


CHANGED = "what changed"
"""The name of a step that asks with the words that only one of two releases has."""


def look(step: Step, sides: Sides, amount: Amount, cases: Sequence[Case] = ()) -> StepResult:
    """Ask both releases the questions of a step; ``cases`` are those of one on what changed.

    Raises UntrustedOracleError where the pinned release answers otherwise than is recorded.
    """
    if step.check == DECLARED:
        return _replay(step, sides)
    listed = step.check in {RECORDED, CHANGED}
    examination = PairExamination(sides, step.requirement, recorded=listed)
    problem = ""
    if step.check == CHANGED:
        _ask(examination, cases)
    elif step.check in {RECORDED, PINNED_ONLY}:
        _ask_recorded(step, examination)
    else:
        problem = _explore(step, examination, amount)
    return _result_of(step, examination, problem)


def _ask(examination: PairExamination, cases: Sequence[Case]) -> None:
    first, second = examination.sides.answers_of(cases)
    for case, before, after in zip(cases, first, second, strict=True):
        examination.look(case, before, after)


def _ask_recorded(step: Step, examination: PairExamination) -> None:
    recorded, sides = list(corpus.read(corpus.file_of(step.requirement))), examination.sides
    first, second = sides.answers_of([entry.case for entry in recorded])
    for entry, before, after in zip(recorded, first, second, strict=True):
        _refuse_moved(entry, {sides.before.name: before, sides.after.name: after})
        if examination.recorded:
            examination.look(entry.case, before, after)


def _refuse_moved(recorded: RecordedCase, answers: Mapping[str, Answer]) -> None:
    answer = answers.get(HARBOR_VERSION)
    if answer is None or isinstance(answer, Fault | Misshapen):
        return
    if compare(recorded.case, recorded.answer, answer).agreement is not Agreement.EXACT:
        raise UntrustedOracleError(f"{HARBOR_VERSION}: {Moved(recorded, answer)}")


def _replay(step: Step, sides: Sides) -> StepResult:
    """Ask both releases the pinned cases of a clause again."""
    entries = sides.acceptance.ledger.of_clause(step.requirement)
    stale, accepted = [], {}
    for entry in entries:
        if why := moved(entry, *sides.answers(entry.case)):
            stale.append(f"{title_of(entry)}: {why}")
        else:
            accepted[title_of(entry)] = 1
    reached = sides.take_reached()
    return StepResult(
        step, len(entries), (), accepted=accepted, stale=tuple(stale), reached=reached
    )


def shrink(step: Step, cause: Cause, sides: Sides, amount: Amount) -> StepResult:
    """Look for the smallest generated case of a cause that a step has shown."""
    evidence = Evidence.of_divergence(room=0)
    examination = PairExamination(sides, step.requirement, wanted=cause, evidence=evidence)
    problem = _explore(step, examination, amount)
    return replace(_result_of(step, examination, problem), cases=0, accepted={})


def _result_of(step: Step, examination: PairExamination, problem: str) -> StepResult:
    problems = [*examination.faults, problem] if problem else examination.faults
    return StepResult(
        step,
        examination.cases,
        tuple(examination.sightings.values()),
        tuple(dict.fromkeys(problems)),
        examination.evidence.observations,
        examination.sides.acceptance.take_counts(),
        reached=examination.sides.take_reached(),
    )


def ask_again(
    steps: Sequence[Step], sightings: Sequence[Sighting], sides: Sides
) -> list[StepResult]:
    """Return of each sighting itself where both releases answer as before, else the problem.

    Several may share a case, which is asked once.
    """
    cases = {repr(sighting.case): sighting.case for sighting in sightings}
    both = zip(*sides.answers_of(list(cases.values())), strict=True)
    again = dict(zip(cases, both, strict=True))
    return [
        StepResult(step, 0, (sighting,))
        if _repeats(sighting.finding, *again[repr(sighting.case)])
        else StepResult(step, 0, (), (f"{step.requirement}: {_WAVERING}",))
        for step, sighting in zip(steps, sightings, strict=True)
    ]


_WAVERING = "a release answered one question in two ways"


def _repeats(finding: Finding, before: Answer, after: Answer) -> bool:
    """Return whether both releases answer as before: what does not repeat is no change."""
    first = partings(finding.case, finding.of_harbor, before)
    return not first and not partings(finding.case, finding.candidate, after)


_LEAST = 2
"""Questions of a check at least: Hypothesis's first is the simplest one, whatever the seed."""


def _explore(step: Step, examination: PairExamination, amount: Amount) -> str:
    check = check_of(step.id)
    examples = max(_LEAST, math.ceil(amount.examples * check.effort))
    seed = seed_of(check, amount.seed)
    return generate(check, examination, seed, examples, family=amount.family)
