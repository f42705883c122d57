"""The work of a gate's process: it runs the cases of some steps on both releases.

For the engine that certifies, the earlier release is the oracle and the later one the candidate.
"""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import cache
from pathlib import Path

from conformance.certification.plan import RunSettings, Step
from conformance.certification.run import expectation_of, sides_of, take_all
from conformance.diagnosis.expected.deviations import ExpectedDeviations, PinnedCase
from conformance.examination.examination import LiveExamination, explore
from conformance.examination.findings import (
    DECLARED,
    RECORDED,
    CheckResult,
    Finding,
    Observation,
    ResultCollector,
    keep_smallest,
)
from conformance.examination.generating import Disagreement
from conformance.gate.changes import CHANGED, Change, known_change, shown_by
from conformance.gate.coverage import Counters
from conformance.gate.symptoms import Cause, Touches, causes, symptoms
from conformance.gate.work import REACH, Ground, PairResult, PairTerms, Shown, Work, title_of
from conformance.implementations.environments.releases import commands_of
from conformance.implementations.process import CandidateError
from conformance.implementations.process.reaper import reaped_tempdir
from conformance.implementations.start import (
    CandidateSpec,
    UntrustedOracleError,
    refuse_moved,
)
from conformance.operations.catalogue import check_of
from conformance.operations.comparing import compare
from conformance.protocol import show
from conformance.protocol.agreement import Agreement
from conformance.protocol.values import Answer, Fault, Misshapen


def take(work: Work, ground: Ground, terms: PairTerms) -> Shown:
    """Run a part of the work, in a process that serves only this pair."""
    try:
        here, counters = _here(ground)
        settings = RunSettings(
            CandidateSpec(here.after.version, here.after.command),
            terms.seed,
            max(2, terms.examples // work.fewer),
            terms.declared,
            here.before,
            whole=True,
            shares=False,
            repeated=1,  # each change is confirmed besides
        )
        results = tuple(_results(work, settings, terms))
        return Shown(results, frozenset((name, x) for name, one in counters for x in one.take()))
    except (CandidateError, UntrustedOracleError) as error:
        return Shown(problem=str(error))


_opened = ExitStack()
"""The resources of this process, while it lasts."""


@cache
def _here(ground: Ground) -> tuple[Ground, tuple[tuple[str, Counters], ...]]:
    """Return both releases and the counters of their lines; raises UvError."""
    folder = Path(ground.folder or _opened.enter_context(reaped_tempdir(REACH)))
    releases, counters = [], []
    for release, lines in zip((ground.before, ground.after), ground.watched, strict=True):
        command = release.command
        if ground.elsewhere:
            command = commands_of(((release.version, release.pins),))[release.version]
        if lines:
            counters.append((release.version, Counters(lines, folder)))
            command = replace(command, argv=(*command.argv, *counters[-1][1].words))
        releases.append(replace(release, command=command))
    before, after = releases
    return replace(ground, before=before, after=after), tuple(counters)


def _results(work: Work, settings: RunSettings, terms: PairTerms) -> Iterator[PairResult]:
    harbor, candidate = sides_of(settings)
    if work.verify:
        refuse_moved(harbor, work.verify, work.but)
    yield from _confirmed(work.changes, settings)
    for step in work.steps:
        if step.check == DECLARED:
            yield _replayed(step, settings, terms.accepted)
        else:
            (result,) = take_all(settings, [step], "")
            yield _shown(result, settings, terms.accepted)
    if work.cases:
        expect = expectation_of(settings.declared, settings.release)
        collector = ResultCollector.of_everything()
        examination = LiveExamination(
            harbor, candidate, work.clause, Agreement.DIVERGENT, expect=expect, collector=collector
        )
        examination.agree_on_each(work.cases)
        yield _shown(examination.result(CHANGED, 0), settings, terms.accepted)


def _shown(result: CheckResult, settings: RunSettings, accepted: ExpectedDeviations) -> PairResult:
    """Return what a step's result says about two releases."""
    expectation = expectation_of(settings.declared, settings.release)
    texts = {cause: title_of(one) for one in accepted.pinned for cause in _texts_of(one)}
    entries = {one.title: one for one in settings.declared.expected}
    collector = ResultCollector.of_divergence()
    changes, seen = dict[Cause, Change](), dict[str, Change]()
    problems = [result.problem, result.not_asked, *result.faults]
    for one in result.observations:
        if isinstance(one.expected, Fault):
            problems.append(one.expected.reason)
        elif isinstance(one.candidate, Fault | Misshapen):
            problems.append(f"{settings.candidate.name}: {one.candidate.reason}")
        elif finding := collector.add(one, compare(one.case, one.expected, one.candidate)):
            for cause, change in shown_by(finding, result.check):
                if cause in texts:
                    _join(seen, texts[cause], change)
                else:
                    keep_smallest(changes, cause, change)
        elif one.oracle is not None:
            expectation(one.case, one.oracle)
            plain = Observation(one.clause, one.case, one.oracle, one.candidate)
            for title in expectation.take_applied():
                _join(seen, title, known_change(plain, result.check, entries.get(title)))
    found = replace(result, findings=collector.findings, observations=collector.observations)
    told = tuple(f"{result.operation}: {one}" for one in dict.fromkeys(filter(None, problems)))
    return PairResult(found, tuple(changes.values()), seen, told)


def _join(seen: dict[str, Change], title: str, change: Change) -> None:
    seen[title] = seen[title].joined(change) if title in seen else change


def _texts_of(entry: PinnedCase) -> list[Cause]:
    """Return the causes of an entry whose answers differ only in text."""
    places = symptoms(entry.case, entry.harbor, entry.candidate)
    return list(causes(places)) if all(one.touches is Touches.TEXT for one in places) else []


def _replayed(step: Step, settings: RunSettings, accepted: ExpectedDeviations) -> PairResult:
    """Run the pinned cases of a clause on both releases again."""
    seen, stale = dict[str, Change](), list[str]()
    entries, (before, after) = accepted.of_clause(step.clause), sides_of(settings)
    for entry in entries:
        answers = before.answer(entry.case), after.answer(entry.case)
        if why := _moved(entry, *answers):
            stale.append(f"{title_of(entry)}: {why}")
        else:
            observed = Observation(step.clause, entry.case, *answers)
            _join(seen, title_of(entry), known_change(observed, step.check))
    result = CheckResult(step.clause, step.check, seed=0, cases=len(entries), seconds=0)
    return PairResult(result, seen=seen, stale=tuple(stale))


def _moved(entry: PinnedCase, before: Answer, after: Answer) -> str:
    """Return how the answer to a pinned case differs from the accepted one, or nothing."""
    for which, pinned, answer in (
        ("earlier", entry.harbor, before),
        ("later", entry.candidate, after),
    ):
        if symptoms(entry.case, pinned, answer):
            return f"accepted, but the {which} release answers {show.answer(answer)}"
    return "" if symptoms(entry.case, before, after) else "accepted, but nothing changes"


def _confirmed(changes: Sequence[Change], settings: RunSettings) -> Iterator[PairResult]:
    """Yield each change with a smaller case, if one is found, and whether that repeats.

    A change with another answer now has a problem. Several may share a case, which is run once.
    """
    before, after = sides_of(settings)
    answers = dict[str, tuple[Answer, Answer]]()
    for change in changes:
        is_small = change.check in {RECORDED, CHANGED} or change.touches is Touches.TEXT
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
