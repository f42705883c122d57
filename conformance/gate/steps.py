"""The steps of a gate, which certify's processes run: the earlier release is the oracle.

Their results have the changes that the cases show, and which changed lines ran.
"""

import math
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass, fields, replace
from functools import cache
from pathlib import Path
from typing import Any, Self

from conformance.certification.plan import RunSettings, Step
from conformance.certification.run import expectation_of
from conformance.examination.examination import Expect, replay
from conformance.examination.findings import (
    RECORDED,
    CheckResult,
    Finding,
    Observation,
    ResultCollector,
    keep_smallest,
)
from conformance.examination.generating import Disagreement
from conformance.gate.changes import (
    CHANGED,
    Change,
    PairResult,
    grouped,
    known_change,
    shown_by,
    smallest,
)
from conformance.gate.coverage import Counters, Line
from conformance.gate.symptoms import Cause, Touches, symptoms
from conformance.implementations.process.reaper import reaped_tempdir
from conformance.implementations.released_harbor import Release, command_elsewhere
from conformance.implementations.start import CandidateSpec
from conformance.operations.comparing import compare
from conformance.protocol.values import Candidate, Case, Fault, Implementation, Misshapen

type Watched = tuple[tuple[Line, ...], tuple[Line, ...]]
"""The lines of each release that are counted when they run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PairSettings(RunSettings):
    """The settings of a run on two releases, whose processes count the ``watched`` lines."""

    pair: tuple[Release, Release]
    watched: Watched = ((), ())

    def here(self, folder: str) -> Self:
        """Return the settings with both releases as this process starts them; raises UvError."""
        before, after = _here(self.pair, self.watched, folder)
        return replace(self, oracle=before, candidate=CandidateSpec(after.version, after.command))

    def held(self, operation: str) -> list[CheckResult]:
        """Return a result without cases, with the lines that ran."""
        return [_result(CheckResult(f"{operation}.", RECORDED, seed=0, cases=0, seconds=0))]


_opened = ExitStack()
"""The folder of this process, while it lasts."""

_counters: dict[str, Counters] = {}
"""The counters of this process, by release."""


@cache
def _here(pair: tuple[Release, Release], watched: Watched, folder: str) -> list[Release]:
    counts = Path(folder or _opened.enter_context(reaped_tempdir("harbor-conformance-reach-")))
    releases = []
    for one, lines in zip(pair, watched, strict=True):
        command = one.command if folder else command_elsewhere(one.version, one.pins)
        if lines:
            _counters[one.version] = Counters(lines, counts)
            command = replace(command, argv=(*command.argv, *_counters[one.version].words))
        releases.append(replace(one, command=command))
    return releases


def _result(result: CheckResult, **members: Any) -> PairResult:  # noqa: ANN401 - fields of it
    """Return the result of a step, with the lines that this process ran since the last one."""
    known = {one.name: getattr(result, one.name) for one in fields(result)}
    lines = frozenset((name, x) for name, one in _counters.items() for x in one.take())
    return PairResult(**known | members, reached=lines)


@dataclass(frozen=True, slots=True)
class PairStep(Step):
    """A step whose checks generate 1 of ``fewer`` cases; it has ``cases`` if they are its own."""

    fewer: int = 1
    cases: tuple[Case, ...] = ()

    def take(
        self, harbor: Implementation, candidate: Candidate, settings: RunSettings, expect: Expect
    ) -> PairResult:
        """Run the step; return the changes that it shows."""
        settings = replace(settings, examples=max(2, settings.examples // self.fewer))
        if self.check == CHANGED:
            result = replay(self.clause, self.cases, harbor, candidate, expect, repeated=0)
            return _shown(replace(result, check=CHANGED), settings)
        return _shown(Step.take(self, harbor, candidate, settings, expect), settings)


def _shown(result: CheckResult, settings: RunSettings) -> PairResult:
    """Return what a step's result says about two releases."""
    expectation = expectation_of(settings.declared, settings.release)
    expectation.take_applied()
    entries = {one.title: one for one in settings.declared.expected}
    collector = ResultCollector(most=math.inf)  # all diverging cases, agreeing ones as they fit
    changes, seen = dict[Cause, Change](), dict[str, Change]()
    unanswered = list[str]()
    for one in result.observations:
        if isinstance(one.expected, Fault):
            unanswered.append(one.expected.reason)
        elif isinstance(one.candidate, Fault | Misshapen):
            unanswered.append(f"{settings.candidate.name}: {one.candidate.reason}")
        elif finding := collector.add(one, compare(one.case, one.expected, one.candidate)):
            for cause, change in shown_by(finding, result.check):
                keep_smallest(changes, cause, change)
        elif one.oracle is not None:
            expectation(one.case, one.oracle)
            plain = Observation(one.clause, one.case, one.oracle, one.candidate)
            for title in expectation.take_applied():
                change = known_change(plain, result.check, entries.get(title))
                seen[title] = seen[title].joined(change) if title in seen else change
    return _result(
        result,
        findings=collector.findings,
        observations=collector.observations,
        changes=tuple(changes.values()),
        seen=seen,
        unanswered=tuple(dict.fromkeys(unanswered)),
    )


@dataclass(frozen=True, slots=True)
class Confirmation(Step):
    """Runs the case of changes again.

    Hypothesis first searches a smaller case of a change that only generated cases show.
    """

    changes: tuple[Change, ...] = ()

    def take(
        self, harbor: Implementation, candidate: Candidate, settings: RunSettings, expect: Expect
    ) -> PairResult:
        """Return the changes; if the case has another answer now, they have a problem."""
        kept, first = {one.causes: one for one in self.changes}, self.changes[0]

        def tell(finding: Finding) -> None:
            for _, one in shown_by(finding, self.check):
                if one.causes in kept:
                    keep_smallest(kept, one.causes, one)
                    raise Disagreement(finding)

        if not (first.is_listed or first.touches is Touches.TEXT):
            self.generated(harbor, candidate, settings, expect, tell)
            (first,) = kept.values()
        found = first.finding
        moved = symptoms(first.case, found.oracle_answer, harbor.answer(first.case))
        moved += symptoms(first.case, found.candidate, candidate.answer(first.case))
        why = (f"{self.clause}: a release answered one case in two ways",) if moved else ()
        result = CheckResult(self.clause, self.check, seed=0, cases=0, seconds=0)
        changes = tuple(kept.values())
        return _result(result, changes=changes, unanswered=why, confirms=True)


def confirmations(changes: Iterable[Change]) -> list[Confirmation]:
    """Return the steps that confirm the smallest change of each kind, those of one case together.

    Several texts may differ in one case.
    """
    of_case: dict[str, list[Change]] = {}
    for one in map(smallest, grouped(changes)):
        of_case.setdefault(repr((one.check, one.finding)), []).append(one)
    return [Confirmation(x[0].finding.clause, x[0].check, tuple(x)) for x in of_case.values()]
