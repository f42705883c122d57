"""The work of a gate's process: it runs the cases of some steps on both releases.

For the engine that certifies, the earlier release is the oracle and the later one the candidate.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from conformance.certification.plan import RunSettings, Step
from conformance.certification.run import expectation_of, sides_of, take_all
from conformance.examination.examination import LiveExamination, explore
from conformance.examination.findings import (
    CheckResult,
    Finding,
    Observation,
    ResultCollector,
    keep_smallest,
)
from conformance.examination.generating import Disagreement
from conformance.gate.changes import CHANGED, Change, PairResult, known_change, shown_by
from conformance.gate.coverage import Counters, Line, Reached
from conformance.gate.symptoms import Cause, Touches, symptoms
from conformance.implementations.installed_harbor import refuse_moved
from conformance.implementations.process import CandidateError
from conformance.implementations.process.reaper import reaped_tempdir
from conformance.implementations.released_harbor import Release, command_elsewhere
from conformance.implementations.start import CandidateSpec, UntrustedOracleError
from conformance.operations.catalogue import check_of
from conformance.operations.comparing import compare
from conformance.protocol.values import Answer, Case, Fault, Misshapen

REACH = "harbor-conformance-reach-"
"""The prefix of folders for counts of lines."""


@dataclass(frozen=True, slots=True)
class Ground:
    """Two releases, their watched lines, and a folder for the counts.

    Without a folder, the work is done on another machine, where the releases are first installed.
    """

    before: Release
    after: Release
    watched: tuple[tuple[Line, ...], tuple[Line, ...]] = ((), ())
    folder: str = ""


type Work = Callable[[RunSettings], Iterator[PairResult]]
"""A part of the work on a pair: a function of this module, with what it is about."""


@dataclass(frozen=True, slots=True)
class Shown:
    """The results of a part of the work and its lines, or why it failed."""

    results: tuple[PairResult, ...] = ()
    reached: Reached = frozenset()
    problem: str = ""


def take(work: Work, ground: Ground, settings: RunSettings) -> Shown:
    """Run a part of the work, in a process that serves only this pair."""
    try:
        (before, after), counters = _here(ground)
        spec = CandidateSpec(after.version, after.command)
        settings = replace(settings, candidate=spec, oracle=before)
        sides_of(settings)  # unless one cannot be started
        results = tuple(work(settings))
        reached = frozenset((name, x) for name, one in counters.items() for x in one.take())
        return Shown(results, reached)
    except (CandidateError, UntrustedOracleError) as error:
        return Shown(problem=str(error))


_opened = ExitStack()
"""The resources of this process, while it lasts."""


@cache
def _here(ground: Ground) -> tuple[list[Release], dict[str, Counters]]:
    """Return both releases, and the counters of their lines by release; raises UvError."""
    folder = Path(ground.folder or _opened.enter_context(reaped_tempdir(REACH)))
    releases, counters = list[Release](), dict[str, Counters]()
    for one, lines in zip((ground.before, ground.after), ground.watched, strict=True):
        command = one.command if ground.folder else command_elsewhere(one.version, one.pins)
        if lines:
            counters[one.version] = Counters(lines, folder)
            command = replace(command, argv=(*command.argv, *counters[one.version].words))
        releases.append(replace(one, command=command))
    return releases, counters


def verified(operation: str, but: frozenset[str], settings: RunSettings) -> Iterator[PairResult]:
    """Verify an operation by its recorded answers, without the clauses in ``but``: no results."""
    refuse_moved(sides_of(settings)[0], operation, but)
    return iter(())


def of_steps(
    steps: Sequence[Step], settings: RunSettings, *, fewer: int = 1
) -> Iterator[PairResult]:
    """Yield the results of steps, whose checks generate 1 of ``fewer`` cases."""
    settings = replace(settings, examples=max(2, settings.examples // fewer))
    for step in steps:
        (result,) = take_all(settings, [step], "")
        yield _shown(result, settings)


def of_cases(clause: str, cases: Sequence[Case], settings: RunSettings) -> Iterator[PairResult]:
    """Yield the result of the cases of a clause about the change."""
    expect = expectation_of(settings.declared, settings.release)
    examination = LiveExamination.of_everything(*sides_of(settings), clause, expect)
    examination.agree_on_each(cases)
    yield _shown(examination.result(CHANGED, 0), settings)


def _shown(result: CheckResult, settings: RunSettings) -> PairResult:
    """Return what a step's result says about two releases."""
    expectation = expectation_of(settings.declared, settings.release)
    entries = {one.title: one for one in settings.declared.expected}
    collector = ResultCollector(most=math.inf)  # all diverging cases, agreeing ones as they fit
    changes, seen = dict[Cause, Change](), dict[str, Change]()
    problems = [result.problem, result.not_asked, *result.faults]
    for one in result.observations:
        if isinstance(one.expected, Fault):
            problems.append(one.expected.reason)
        elif isinstance(one.candidate, Fault | Misshapen):
            problems.append(f"{settings.candidate.name}: {one.candidate.reason}")
        elif finding := collector.add(one, compare(one.case, one.expected, one.candidate)):
            for cause, change in shown_by(finding, result.check):
                keep_smallest(changes, cause, change)
        elif one.oracle is not None:
            expectation(one.case, one.oracle)
            plain = Observation(one.clause, one.case, one.oracle, one.candidate)
            for title in expectation.take_applied():
                change = known_change(plain, result.check, entries.get(title))
                seen[title] = seen[title].joined(change) if title in seen else change
    found = replace(result, findings=collector.findings, observations=collector.observations)
    told = tuple(f"{result.operation}: {one}" for one in dict.fromkeys(filter(None, problems)))
    return PairResult(found, tuple(changes.values()), seen, told)


def confirmed(changes: Sequence[Change], settings: RunSettings) -> Iterator[PairResult]:
    """Yield each change with a smaller case, if one is found, and whether that repeats.

    A change with another answer now has a problem. Several may share a case, which is run once.
    """
    before, after = sides_of(settings)
    answers = dict[str, tuple[Answer, Answer]]()
    for change in changes:
        is_small = change.is_listed or change.touches is Touches.TEXT
        one = change if is_small else _smaller(change, settings)
        found, key = one.finding, repr(one.case)
        if key not in answers:
            answers[key] = before.answer(one.case), after.answer(one.case)
        asked = found.oracle_answer, found.candidate
        pairs = zip(asked, answers[key], strict=True)
        result = CheckResult(found.clause, one.check, seed=0, cases=0, seconds=0)
        why = f"{result.operation}: {found.clause}: a release answered one case in two ways"
        moved = any(symptoms(one.case, first, second) for first, second in pairs)
        yield PairResult(result, (one,), problems=(why,) if moved else (), confirms=True)


def _smaller(change: Change, settings: RunSettings) -> Change:
    """Let Hypothesis search a smaller case of a change that only generated cases show."""
    (wanted,) = change.causes
    kept = {wanted: change}

    def tell(finding: Finding) -> None:
        for cause, one in shown_by(finding, change.check):
            if cause == wanted:
                keep_smallest(kept, cause, one)
                raise Disagreement(finding)

    explore(
        check_of(change.step.id),
        *sides_of(settings),
        seed=settings.seed,
        examples=settings.examples,
        expect=expectation_of(settings.declared, settings.release),
        whole=True,
        shares={},
        tell=tell,
    )
    return kept[wanted]
