"""Asks two releases the same questions and keeps the smallest case of each cause."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from conformance.certification.plan import Step
from conformance.comparison.agreement import Agreement
from conformance.examination.evidence import keep_smallest
from conformance.examination.examination import Disagreement, generate, seed_of
from conformance.examination.findings import RECORDED, Finding
from conformance.gate.partings import Parting, Touches, partings
from conformance.implementations.process import ProcessCandidate
from conformance.implementations.start import UntrustedOracleError
from conformance.operations.catalogue import check_of
from conformance.operations.comparing import compare
from conformance.protocol.values import HARBOR_VERSION, Answer, Case, Fault, Misshapen
from conformance.recorded import corpus
from conformance.recorded.corpus import RecordedCase
from conformance.recorded.moved import Moved

type Cause = str
"""What tells one change from another: the first place at which answers part, and how."""


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


@dataclass
class PairExamination:
    """Two releases in their examination, and what has been seen of them.

    With ``wanted``, an example ends at the first case of that cause, so that Hypothesis
    looks for a smaller one.
    """

    before: ProcessCandidate
    after: ProcessCandidate
    requirement: str
    recorded: bool = False
    wanted: Cause | None = None
    cases: int = 0
    sightings: dict[Cause, Sighting] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def agree(self, case: Case) -> Answer:
        """Ask both; return the earlier one's answer."""
        before = self.before.answer(case)
        self.look(case, before, self.after.answer(case))
        return before

    @property
    def noticed(self) -> bool:
        """Whether the releases part anywhere."""
        return bool(self.sightings)

    def observe(self, label: str, *, happened: bool) -> None:
        """Leave shares alone: they are about what the pinned release says."""

    def look(self, case: Case, before: Answer, after: Answer) -> None:
        """Keep what two answers to a case show."""
        self.cases += 1
        for answer, release in ((before, self.before), (after, self.after)):
            if isinstance(answer, Fault | Misshapen):
                self.faults.append(f"{release.name}: {answer.reason}")
                return
        kind = compare(case, before, after).kind
        for cause, places in causes(partings(case, before, after)).items():
            difference = "; ".join(map(str, places[:_PLACES]))
            finding = Finding(self.requirement, case, before, after, difference, kind)
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


def causes(places: Sequence[Parting]) -> dict[Cause, list[Parting]]:
    """Return what two answers show, by cause.

    What comes first in the flow of data explains what follows from it. Where only the
    text parts, each place stands for itself: such places come and go in every result.
    """
    telling = [parting for parting in places if parting.touches is not Touches.TEXT]
    if telling:
        return {str(telling[0]): telling}
    return {str(parting): [parting] for parting in places}


@dataclass(frozen=True, slots=True)
class StepResult:
    """What one step shows of two releases, and what kept it from showing more."""

    step: Step
    cases: int
    sightings: tuple[Sighting, ...]
    problems: tuple[str, ...] = ()


PINNED_ONLY = "recorded answers"
"""The name of a step that holds the pinned release to what is recorded, and compares no pair."""


@dataclass(frozen=True, slots=True)
class Amount:
    """Which questions a check generates, and how many before its effort counts."""

    seed: int
    examples: int


def look(
    step: Step, before: ProcessCandidate, after: ProcessCandidate, amount: Amount
) -> StepResult:
    """Ask both releases the questions of a step.

    Raises UntrustedOracleError where the pinned release answers otherwise than is recorded.
    """
    examination = PairExamination(before, after, step.requirement, recorded=step.check == RECORDED)
    problem = ""
    if step.check in {RECORDED, PINNED_ONLY}:
        recorded = list(corpus.read(corpus.file_of(step.requirement)))
        cases = [entry.case for entry in recorded]
        both = before.answers(cases), after.answers(cases)
        for entry, first, second in zip(recorded, *both, strict=True):
            _refuse_moved(entry, {before.name: first, after.name: second})
            if examination.recorded:
                examination.look(entry.case, first, second)
    else:
        problem = _explore(step, examination, amount)
    return _result_of(step, examination, problem)


def _refuse_moved(recorded: RecordedCase, answers: Mapping[str, Answer]) -> None:
    answer = answers.get(HARBOR_VERSION)
    if answer is None or isinstance(answer, Fault | Misshapen):
        return
    if compare(recorded.case, recorded.answer, answer).agreement is not Agreement.EXACT:
        raise UntrustedOracleError(f"{HARBOR_VERSION}: {Moved(recorded, answer)}")


def shrink(
    step: Step, cause: Cause, before: ProcessCandidate, after: ProcessCandidate, amount: Amount
) -> StepResult:
    """Look for the smallest generated case of a cause that a step has shown."""
    examination = PairExamination(before, after, step.requirement, wanted=cause)
    problem = _explore(step, examination, amount)
    return _result_of(step, examination, problem)


def _result_of(step: Step, examination: PairExamination, problem: str) -> StepResult:
    repeated = [
        sighting for sighting in examination.sightings.values() if _repeats(sighting, examination)
    ]
    if len(repeated) < len(examination.sightings) and not problem:
        problem = f"{step.requirement}: a release answered one question in two ways"
    problems = [*examination.faults, problem] if problem else examination.faults
    return StepResult(step, examination.cases, tuple(repeated), tuple(dict.fromkeys(problems)))


def _repeats(sighting: Sighting, examination: PairExamination) -> bool:
    """Return whether both releases answer as before: what does not repeat is no change."""
    finding = sighting.finding
    again = examination.before.answer(finding.case), examination.after.answer(finding.case)
    return not partings(finding.case, finding.harbor, again[0]) and not partings(
        finding.case, finding.candidate, again[1]
    )


def _explore(step: Step, examination: PairExamination, amount: Amount) -> str:
    check = check_of(step.id)
    examples = math.ceil(amount.examples * check.effort)
    return generate(check, examination, seed_of(check, amount.seed), examples)
