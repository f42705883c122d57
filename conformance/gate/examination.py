"""Two releases in the engine's examination: the later one is the candidate of the earlier one."""

import math
from collections.abc import Callable, Mapping, Sequence
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
from conformance.gate.changes import CHANGED, Change, shown_by
from conformance.gate.coverage import Reached
from conformance.gate.source_diff.watching import Counters
from conformance.gate.symptoms import Cause, symptoms
from conformance.implementations.process import ProcessCandidate
from conformance.implementations.start import UntrustedOracleError
from conformance.operations.catalogue import check_of
from conformance.operations.comparing import compare
from conformance.protocol.agreement import Agreement
from conformance.protocol.values import HARBOR_VERSION, Answer, Case, Fault, Misshapen

PINNED_ONLY = "recorded answers"
"""A step that compares the pinned release with what is recorded, and no pair."""

_LEAST = 2
"""Examples of a check at least: Hypothesis's first is the simplest one, whatever the seed."""


@dataclass(frozen=True, slots=True)
class PairResult(CheckResult):
    """What one step shows of two releases.

    ``accepted`` counts the cases of each entry of accepted changes, by its title. ``reached``
    has the changed lines that ran.
    """

    changes: tuple[Change, ...] = ()
    accepted: Mapping[str, int] = field(default_factory=dict)
    reached: Reached = frozenset()

    @property
    def step(self) -> Step:
        """The step that showed it."""
        return Step(self.clause, self.check)

    @property
    def problems(self) -> list[str]:
        """What kept the step from showing more."""
        found = dict.fromkeys(filter(None, (*self.faults, self.problem)))
        return [f"{self.operation}: {one}" for one in found]

    def without(self, change: Change) -> "PairResult":
        """Return it without a change, and then without all that was observed."""
        left = tuple(one for one in self.changes if one is not change)
        if len(left) == len(self.changes):
            return self
        return replace(self, changes=left, findings=(), observations=())


@dataclass(slots=True)
class Outcomes:
    """What is known of a pair: the results of steps, and why others have none."""

    results: list[PairResult] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    @property
    def changes(self) -> list[Change]:
        """What the steps showed."""
        return [change for one in self.results for change in one.changes]

    @property
    def reached(self) -> Reached:
        """The changed lines that ran."""
        return frozenset(line for one in self.results for line in one.reached)

    def add(self, shown: list[PairResult] | str) -> None:
        """Add what steps showed, or why they could not be taken."""
        if isinstance(shown, str):
            self.problems.append(shown)
        else:
            self.results += shown


@dataclass(frozen=True, slots=True)
class Sides:
    """Two releases, what is accepted of the later one, and what counts the lines that they run."""

    before: ProcessCandidate
    after: ProcessCandidate
    acceptance: Acceptance
    counters: tuple[tuple[str, Counters], ...] = ()

    def answers_of(self, cases: Sequence[Case]) -> list[tuple[Answer, Answer]]:
        """Return both releases' answers to each of several cases."""
        both = list(self.before.answers(cases)), list(self.after.answers(cases))
        return list(zip(*both, strict=True))

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

    def __init__(self, sides: Sides, step: Step, wanted: Cause | None = None) -> None:
        """Take the releases and the step."""
        of_divergence = ResultCollector.of_divergence
        super().__init__(
            sides.before,
            sides.after,
            step.clause,
            required=Agreement.DIVERGENT,
            tell=self._note,
            collector=of_divergence() if wanted is None else of_divergence(room=0),
        )
        self.sides, self.step, self._wanted = sides, step, wanted
        self.changes: dict[Cause, Change] = {}
        self.faults: list[str] = []

    def agree_on_each(self, cases: Sequence[Case]) -> None:
        """Ask both releases all these cases."""
        for case, answers in zip(cases, self.sides.answers_of(cases), strict=True):
            self.judge(case, *answers)

    def judge(self, case: Case, harbor: Answer, actual: Answer) -> None:
        """Compare the answers of both; where one gives none, note that and nothing else."""
        sides = self.sides
        for answer, release in ((harbor, sides.before), (actual, sides.after)):
            if isinstance(answer, Fault | Misshapen):
                self._note_fault(f"{release.name}: {answer.reason}")
                return
        try:
            expected, applied = sides.acceptance.expected(case, harbor)
        except PredictionFaultError as error:
            self._note_fault(str(error))
            return
        self.expect = lambda *_: expected
        super().judge(case, harbor, actual)
        if applied and compare(case, expected, actual).agreement is Agreement.EXACT:
            sides.acceptance.count(applied)

    def _note_fault(self, fault: str) -> None:
        self.cases += 1
        self.faults.append(fault)

    def _note(self, finding: Finding) -> None:
        """Keep the causes of a difference; raise Disagreement where one is wanted."""
        for cause, change in shown_by(finding, self.step.check):
            if not self.sides.acceptance.has_text(cause):
                keep_smallest(self.changes, cause, change)
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
            findings=self.collector.findings,
            observations=self.collector.observations,
            problem=problem,
            faults=tuple(self.faults),
            changes=tuple(self.changes.values()),
            accepted=self.sides.acceptance.take_counts(),
            reached=self.sides.take_reached(),
        )


@dataclass(frozen=True, slots=True)
class Amount:
    """Which cases a check generates, how many before its effort counts, and siblings of each."""

    seed: int
    examples: int
    siblings: int = 0


type Work = Callable[[Sides], list[PairResult]]
"""What a task of a gate does with two releases."""


def look(steps: Sequence[tuple[Step, Amount]], sides: Sides) -> list[PairResult]:
    """Ask both releases the cases of steps.

    Raises UntrustedOracleError where the pinned release answers differently than is recorded.
    """
    return [_look(step, amount, sides) for step, amount in steps]


def _look(step: Step, amount: Amount, sides: Sides) -> PairResult:
    examination = PairExamination(sides, step)
    if step.check == DECLARED:
        return _replay(examination)
    if step.check in {RECORDED, PINNED_ONLY}:
        _ask_recorded(examination)
        return examination.shown()
    return examination.shown(_explore(examination, amount))


def look_at(clause: str, cases: Sequence[Case], sides: Sides) -> list[PairResult]:
    """Ask both releases cases that are about what changed."""
    examination = PairExamination(sides, Step(clause, CHANGED))
    examination.agree_on_each(cases)
    return [examination.shown()]


def shrink(change: Change, amount: Amount, sides: Sides) -> list[PairResult]:
    """Look for the smallest generated case of a change that a check has shown."""
    (cause,) = change.causes
    examination = PairExamination(sides, change.step, wanted=cause)
    problem = _explore(examination, amount)
    return [replace(examination.shown(problem), cases=0, accepted={})]


def _explore(examination: PairExamination, amount: Amount) -> str:
    check = check_of(examination.step.id)
    examples = max(_LEAST, math.ceil(amount.examples * check.effort))
    seed = seed_of(check, amount.seed)
    return generate(check, examination, seed, examples, siblings=amount.siblings)


def _ask_recorded(examination: PairExamination) -> None:
    recorded = list(corpus.read(corpus.file_of(examination.clause)))
    sides = examination.sides
    both = sides.answers_of([entry.case for entry in recorded])
    for entry, (before, after) in zip(recorded, both, strict=True):
        for release, answer in ((sides.before.name, before), (sides.after.name, after)):
            if release == HARBOR_VERSION:
                _refuse_moved(entry, answer)
        if examination.step.check == RECORDED:
            examination.judge(entry.case, before, after)


def _refuse_moved(recorded: RecordedCase, answer: Answer) -> None:
    if isinstance(answer, Fault | Misshapen):
        return
    if compare(recorded.case, recorded.answer, answer).agreement is not Agreement.EXACT:
        raise UntrustedOracleError(f"{HARBOR_VERSION}: {CorpusMismatch(recorded, answer)}")


def _replay(examination: PairExamination) -> PairResult:
    """Ask both releases the pinned cases of a clause again."""
    sides = examination.sides
    entries = sides.acceptance.declared.of_clause(examination.clause)
    both = sides.answers_of([entry.case for entry in entries])
    whys = [
        (title_of(one), moved(one, *answers)) for one, answers in zip(entries, both, strict=True)
    ]
    return replace(
        examination.shown(),
        cases=len(entries),
        accepted={title: 1 for title, why in whys if not why},
        stale=tuple(f"{title}: {why}" for title, why in whys if why),
    )


def ask_again(changes: Sequence[Change], sides: Sides) -> list[PairResult]:
    """Return for each change whether both releases answer its case as before, else the problem.

    Several may share a case, which is asked once.
    """
    cases = {repr(change.case): change.case for change in changes}
    again = dict(zip(cases, sides.answers_of(list(cases.values())), strict=True))
    return [_again(change.finding, change.step, *again[repr(change.case)]) for change in changes]


def _again(found: Finding, step: Step, before: Answer, after: Answer) -> PairResult:
    differs = symptoms(found.case, found.oracle_answer, before)
    differs = differs or symptoms(found.case, found.candidate, after)
    why = f"{step.clause}: a release answered one case in two ways" if differs else ""
    return PairResult(step.clause, step.check, seed=0, cases=0, seconds=0, problem=why)
