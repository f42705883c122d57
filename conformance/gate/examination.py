"""Two releases in the engine's examination: the later one is the candidate of the earlier one."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from conformance.certification.plan import Step
from conformance.examination.examination import LiveExamination
from conformance.examination.findings import (
    DECLARED,
    RECORDED,
    CheckResult,
    Finding,
    ResultCollector,
    keep_smallest,
)
from conformance.examination.generating import Disagreement, generate, seed_of
from conformance.examination.recorded import corpus
from conformance.examination.recorded.corpus import RecordedCase
from conformance.examination.recorded.oracle_check import CorpusMismatch
from conformance.gate.accepted import Acceptance, PredictionFaultError, moved, title_of
from conformance.gate.coverage import Reached
from conformance.gate.source_diff.watching import Counters
from conformance.gate.symptoms import Cause, Touches, causes, symptoms
from conformance.implementations.process import ProcessCandidate
from conformance.implementations.start import UntrustedOracleError
from conformance.operations.catalogue import check_of
from conformance.operations.comparing import compare
from conformance.protocol.agreement import Agreement
from conformance.protocol.values import HARBOR_VERSION, Answer, Case, Fault, Misshapen

PINNED_ONLY = "recorded answers"
"""A step that compares the pinned release with what is recorded, and no pair."""

CHANGED = "what changed"
"""A step with the words that only one of two releases has."""

_PLACES = 4
"""Places that a difference names; the rest follows from them."""

_LEAST = 2
"""Examples of a check at least: Hypothesis's first is the simplest one, whatever the seed."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """One cause at one clause: its smallest case so far, and all places at which it differs."""

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
class PairResult(CheckResult):
    """What one step shows of two releases.

    ``accepted`` counts the cases of each entry of accepted changes, by its title. ``reached``
    has the changed lines that ran.
    """

    sightings: tuple[Sighting, ...] = ()
    accepted: Mapping[str, int] = field(default_factory=dict)
    reached: Reached = frozenset()

    @property
    def step(self) -> Step:
        """The step that showed it."""
        return Step(self.clause, self.check)

    @property
    def problems(self) -> tuple[str, ...]:
        """What kept the step from showing more."""
        return tuple(dict.fromkeys(filter(None, (*self.faults, self.not_asked, self.problem))))


@dataclass(frozen=True, slots=True)
class Sides:
    """Two releases, what is accepted of the later one, and what counts the lines that they run."""

    before: ProcessCandidate
    after: ProcessCandidate
    acceptance: Acceptance
    counters: tuple[tuple[str, Counters], ...] = ()

    def answers_of(self, cases: Sequence[Case]) -> tuple[Sequence[Answer], Sequence[Answer]]:
        """Return both releases' answers to each of several cases."""
        return list(self.before.answers(cases)), list(self.after.answers(cases))

    def take_reached(self) -> Reached:
        """Return which watched lines ran since the last call."""
        return frozenset(
            (release, line) for release, counters in self.counters for line in counters.take()
        )


class PairExamination(LiveExamination):
    """Two releases in their examination; no difference ends an example but a wanted one.

    The later release must match the earlier one with the accepted changes. With ``wanted``, an
    example ends at the first case of that cause, so that Hypothesis looks for a smaller one.
    """

    def __init__(
        self, sides: Sides, step: Step, wanted: Cause | None = None, room: float | None = None
    ) -> None:
        """Take the releases and the step."""
        collect = ResultCollector.of_divergence
        super().__init__(
            sides.before,
            sides.after,
            step.clause,
            required=Agreement.DIVERGENT,
            expect=sides.acceptance.expected,
            tell=self._note,
            collector=collect() if room is None else collect(room),
        )
        self.sides, self.step, self._wanted = sides, step, wanted
        self.sightings: dict[Cause, Sighting] = {}
        self.faults: list[str] = []

    def agree_on_each(self, cases: Sequence[Case]) -> None:
        """Ask both releases all these cases."""
        for case, before, after in zip(cases, *self.sides.answers_of(cases), strict=True):
            self.judge(case, before, after)

    def judge(self, case: Case, harbor: Answer, actual: Answer) -> None:
        """Compare the answers of both; where one gives none, note that and nothing else."""
        for answer, release in ((harbor, self.sides.before), (actual, self.sides.after)):
            if isinstance(answer, Fault | Misshapen):
                self.cases += 1
                self.faults.append(f"{release.name}: {answer.reason}")
                return
        try:
            super().judge(case, harbor, actual)
        except PredictionFaultError as error:
            self.faults.append(str(error))
        else:
            self.sides.acceptance.count(case, actual)

    def _note(self, found: Finding) -> None:
        """Keep the causes of a difference; raise Disagreement where one is wanted."""
        for cause, places in causes(symptoms(found.case, found.expected, found.candidate)).items():
            if self.sides.acceptance.has_text(cause):
                continue
            difference = "; ".join(map(str, places[:_PLACES]))
            finding = Finding(
                found.clause,
                found.case,
                found.expected,
                found.candidate,
                difference,
                found.kind,
                found.oracle,
            )
            touches = min(symptom.touches for symptom in places)
            is_listed = self.step.check in {RECORDED, CHANGED}
            sighting = Sighting(cause, touches, finding, tuple(map(str, places)), is_listed)
            keep_smallest(self.sightings, cause, sighting)
            if cause == self._wanted:
                raise Disagreement(finding)

    def shown(self, problem: str = "") -> PairResult:
        """Return what the step shows."""
        return PairResult(
            self.step.clause,
            self.step.check,
            seed=0,
            cases=self.cases,
            seconds=0,
            observations=self.collector.observations,
            problem=problem,
            faults=tuple(self.faults),
            not_asked=self.not_asked,
            sightings=tuple(self.sightings.values()),
            accepted=self.sides.acceptance.take_counts(),
            reached=self.sides.take_reached(),
        )


@dataclass(frozen=True, slots=True)
class Amount:
    """Which cases a check generates, how many before its effort counts, and siblings of each."""

    seed: int
    examples: int
    siblings: int = 0


def look(step: Step, sides: Sides, amount: Amount, cases: Sequence[Case] = ()) -> PairResult:
    """Ask both releases the cases of a step; ``cases`` are those of one on what changed.

    Raises UntrustedOracleError where the pinned release answers differently than is recorded.
    """
    if step.check == DECLARED:
        return _replay(step, sides)
    examination = PairExamination(sides, step)
    if step.check == CHANGED:
        examination.agree_on_each(cases)
    elif step.check in {RECORDED, PINNED_ONLY}:
        _ask_recorded(examination)
    else:
        return examination.shown(_explore(examination, amount))
    return examination.shown()


def shrink(step: Step, cause: Cause, sides: Sides, amount: Amount) -> PairResult:
    """Look for the smallest generated case of a cause that a step has shown."""
    examination = PairExamination(sides, step, wanted=cause, room=0)
    problem = _explore(examination, amount)
    examination.cases = 0
    sides.acceptance.take_counts()
    return examination.shown(problem)


def _explore(examination: PairExamination, amount: Amount) -> str:
    check = check_of(examination.step.id)
    examples = max(_LEAST, math.ceil(amount.examples * check.effort))
    seed = seed_of(check, amount.seed)
    return generate(check, examination, seed, examples, siblings=amount.siblings)


def _ask_recorded(examination: PairExamination) -> None:
    recorded = list(corpus.read(corpus.file_of(examination.clause)))
    sides = examination.sides
    first, second = sides.answers_of([entry.case for entry in recorded])
    for entry, before, after in zip(recorded, first, second, strict=True):
        _refuse_moved(entry, {sides.before.name: before, sides.after.name: after})
        if examination.step.check == RECORDED:
            examination.judge(entry.case, before, after)


def _refuse_moved(recorded: RecordedCase, answers: Mapping[str, Answer]) -> None:
    answer = answers.get(HARBOR_VERSION)
    if answer is None or isinstance(answer, Fault | Misshapen):
        return
    if compare(recorded.case, recorded.answer, answer).agreement is not Agreement.EXACT:
        raise UntrustedOracleError(f"{HARBOR_VERSION}: {CorpusMismatch(recorded, answer)}")


def _replay(step: Step, sides: Sides) -> PairResult:
    """Ask both releases the pinned cases of a clause again."""
    entries = sides.acceptance.declared.of_clause(step.clause)
    both = sides.answers_of([entry.case for entry in entries])
    whys = [moved(entry, *answers) for entry, *answers in zip(entries, *both, strict=True)]
    pairs = list(zip(entries, whys, strict=True))
    return PairResult(
        step.clause,
        step.check,
        seed=0,
        cases=len(entries),
        seconds=0,
        accepted={title_of(entry): 1 for entry, why in pairs if not why},
        stale=tuple(f"{title_of(entry)}: {why}" for entry, why in pairs if why),
        reached=sides.take_reached(),
    )


def ask_again(
    steps: Sequence[Step], sightings: Sequence[Sighting], sides: Sides
) -> list[PairResult]:
    """Return of each sighting itself where both releases answer as before, else the problem.

    Several may share a case, which is asked once.
    """
    cases = {repr(sighting.case): sighting.case for sighting in sightings}
    both = zip(*sides.answers_of(list(cases.values())), strict=True)
    again = dict(zip(cases, both, strict=True))
    return [
        _again(step, sighting, *again[repr(sighting.case)])
        for step, sighting in zip(steps, sightings, strict=True)
    ]


def _again(step: Step, sighting: Sighting, before: Answer, after: Answer) -> PairResult:
    found = sighting.finding
    result = PairResult(step.clause, step.check, seed=0, cases=0, seconds=0)
    differs = symptoms(found.case, found.oracle_answer, before)
    if differs or symptoms(found.case, found.candidate, after):
        return replace(result, problem=f"{step.clause}: a release answered one case in two ways")
    return replace(result, sightings=(sighting,))
