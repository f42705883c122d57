"""Asks two releases the same questions, and keeps what they show."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from conformance.certification.plan import Step
from conformance.comparison.agreement import Agreement
from conformance.examination.findings import (
    DECLARED,
    RECORDED,
    Finding,
    Observation,
    ResultCollector,
)
from conformance.examination.generating import generate, seed_of
from conformance.gate.accepted import moved, title_of
from conformance.gate.examination import PairExamination, Sides, Sighting
from conformance.gate.reaching import Reached
from conformance.gate.symptoms import Cause, symptoms
from conformance.implementations.start import UntrustedOracleError
from conformance.operations.catalogue import check_of
from conformance.operations.comparing import compare
from conformance.protocol.values import HARBOR_VERSION, Answer, Case, Fault, Misshapen
from conformance.recorded import corpus
from conformance.recorded.corpus import RecordedCase
from conformance.recorded.oracle_check import CorpusMismatch


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

    Each of them has up to ``siblings`` siblings.
    """

    seed: int
    examples: int
    siblings: int = 0


CHANGED = "what changed"
"""The name of a step that asks with the words that only one of two releases has."""


def look(step: Step, sides: Sides, amount: Amount, cases: Sequence[Case] = ()) -> StepResult:
    """Ask both releases the questions of a step; ``cases`` are those of one on what changed.

    Raises UntrustedOracleError where the pinned release answers otherwise than is recorded.
    """
    if step.check == DECLARED:
        return _replay(step, sides)
    listed = step.check in {RECORDED, CHANGED}
    examination = PairExamination(sides, step.clause, recorded=listed)
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
    recorded, sides = list(corpus.read(corpus.file_of(step.clause))), examination.sides
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
        raise UntrustedOracleError(f"{HARBOR_VERSION}: {CorpusMismatch(recorded, answer)}")


def _replay(step: Step, sides: Sides) -> StepResult:
    """Ask both releases the pinned cases of a clause again."""
    entries = sides.acceptance.declared.of_clause(step.clause)
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
    evidence = ResultCollector.of_divergence(room=0)
    examination = PairExamination(sides, step.clause, wanted=cause, evidence=evidence)
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
        else StepResult(step, 0, (), (f"{step.clause}: {_WAVERING}",))
        for step, sighting in zip(steps, sightings, strict=True)
    ]


_WAVERING = "a release answered one question in two ways"


def _repeats(finding: Finding, before: Answer, after: Answer) -> bool:
    """Return whether both releases answer as before: what does not repeat is no change."""
    first = symptoms(finding.case, finding.oracle_answer, before)
    return not first and not symptoms(finding.case, finding.candidate, after)


_LEAST = 2
"""Questions of a check at least: Hypothesis's first is the simplest one, whatever the seed."""


def _explore(step: Step, examination: PairExamination, amount: Amount) -> str:
    check = check_of(step.id)
    examples = max(_LEAST, math.ceil(amount.examples * check.effort))
    seed = seed_of(check, amount.seed)
    return generate(check, examination, seed, examples, siblings=amount.siblings)
