"""Asks two releases the same questions and keeps the smallest case of each cause."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from conformance import corpus, plan
from conformance.checks import Check
from conformance.examination import Disagreement, generate, seed_of, size
from conformance.gate.partings import Parting, Touches, partings
from conformance.model import Answer, Case, Fault, Finding
from conformance.plan import RECORDED, Step
from conformance.process import ProcessCandidate

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


@dataclass
class Releases:
    """Two releases in their chairs, and what has been seen of them.

    With ``wanted``, an example ends at the first case of that cause, so that Hypothesis
    looks for a smaller one.
    """

    before: ProcessCandidate
    after: ProcessCandidate
    clause: str
    recorded: bool = False
    wanted: Cause | None = None
    asked: int = 0
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
        self.asked += 1
        for answer, release in ((before, self.before), (after, self.after)):
            if isinstance(answer, Fault):
                self.faults.append(f"{release.name}: {answer.reason}")
                return
        for cause, found in causes(partings(case, before, after)).items():
            difference = "; ".join(map(str, found[:_SHOWN]))
            finding = Finding(self.clause, case, before, after, difference)
            self._keep(
                Sighting(
                    cause=cause,
                    touches=min(parting.touches for parting in found),
                    finding=finding,
                    places=tuple(map(str, found)),
                    recorded=self.recorded,
                )
            )
            if cause == self.wanted:
                raise Disagreement(finding)

    def _keep(self, sighting: Sighting) -> None:
        known = self.sightings.get(sighting.cause)
        if known is None or size(sighting.finding.case) < size(known.finding.case):
            self.sightings[sighting.cause] = sighting


_SHOWN = 4
"""Places that a difference names; the rest follows from them."""


def causes(found: Sequence[Parting]) -> dict[Cause, list[Parting]]:
    """Return what two answers show, by cause.

    What comes first in the flow of data explains what follows from it. Where only the
    text parts, each place stands for itself: such places come and go in every result.
    """
    telling = [parting for parting in found if parting.touches is not Touches.TEXT]
    if telling:
        return {str(telling[0]): telling}
    return {str(parting): [parting] for parting in found}


@dataclass(frozen=True, slots=True)
class Seen:
    """What one step shows of two releases."""

    step: Step
    cases: int
    sightings: tuple[Sighting, ...]
    faults: tuple[str, ...] = ()
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Amount:
    """Which questions a check generates, and how many before its effort counts."""

    seed: int
    examples: int


def look(step: Step, before: ProcessCandidate, after: ProcessCandidate, asked: Amount) -> Seen:
    """Ask both releases the questions of a step."""
    chairs = Releases(before, after, step.clause, recorded=step.check == RECORDED)
    problem = ""
    if chairs.recorded:
        cases = [recorded.case for recorded in corpus.read(corpus.file_of(step.clause))]
        for case, *answers in zip(cases, before.answers(cases), after.answers(cases), strict=True):
            chairs.look(case, *answers)
    else:
        problem = _explore(_check(step), chairs, asked)
    return _seen(step, chairs, problem)


def shrink(
    step: Step, cause: Cause, before: ProcessCandidate, after: ProcessCandidate, asked: Amount
) -> Seen:
    """Look for the smallest generated case of a cause that a step has shown."""
    chairs = Releases(before, after, step.clause, wanted=cause)
    problem = _explore(_check(step), chairs, asked)
    return _seen(step, chairs, problem)


def _seen(step: Step, chairs: Releases, problem: str) -> Seen:
    repeated = [found for found in chairs.sightings.values() if _repeats(found, chairs)]
    if len(repeated) < len(chairs.sightings):
        problem = problem or f"{step.clause}: a release answered one question in two ways"
    return Seen(
        step=step,
        cases=chairs.asked,
        sightings=tuple(repeated),
        faults=tuple(dict.fromkeys(chairs.faults)),
        problem=problem,
    )


def _repeats(sighting: Sighting, chairs: Releases) -> bool:
    """Return whether both releases answer as before: what does not repeat is no change."""
    found = sighting.finding
    again = chairs.before.answer(found.case), chairs.after.answer(found.case)
    return not partings(found.case, found.harbor, again[0]) and not partings(
        found.case, found.candidate, again[1]
    )


def _check(step: Step) -> Check:
    (found,) = (
        check
        for check in plan.checks([step.operation])
        if (check.clause, check.name) == (step.clause, step.check)
    )
    return found


def _explore(check: Check, chairs: Releases, asked: Amount) -> str:
    examples = math.ceil(asked.examples * check.effort)
    return generate(check, chairs, seed_of(check, asked.seed), examples)
