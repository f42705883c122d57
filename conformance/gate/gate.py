"""The gate: builds releases, asks them in phases, and returns the changes of each pair."""

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from conformance.certification import plan
from conformance.certification.diagnosing import diagnosed
from conformance.certification.plan import Step
from conformance.certification.run import functions_of
from conformance.certification.verdict import ExitCode
from conformance.diagnosis.diagnosis import Diagnosis
from conformance.examination.findings import DECLARED
from conformance.executor.local import OF_GATES
from conformance.executor.workers import Workers, why_ended
from conformance.gate import run
from conformance.gate.changes import Change
from conformance.gate.coverage import Differences, reach_of, watched
from conformance.gate.examination import PINNED_ONLY, Outcomes
from conformance.gate.phases import Phases, Questions, parts_of
from conformance.gate.results import INTERRUPTED, Gated, absent_of, conditions_of, gated
from conformance.gate.run import Ground
from conformance.gate.source_diff.differing import differing
from conformance.implementations.environments.releases import (
    AbsentRelease,
    Environment,
    build,
    served,
)
from conformance.implementations.environments.versions import Pair
from conformance.implementations.process.reaper import reaped_tempdir
from conformance.operations import HARBOR_OPERATIONS
from conformance.operations.catalogue import CATALOGUE
from conformance.protocol.values import HARBOR_VERSION


@dataclass(frozen=True)
class Gate:
    """What is gated, and how: pairs of releases, clauses or all, cases, processes."""

    pairs: tuple[Pair, ...]
    questions: Questions
    cache: Path
    workers: Workers
    operations: tuple[str, ...] = HARBOR_OPERATIONS
    clauses: tuple[str, ...] = ()

    @property
    def steps(self) -> list[Step]:
        """The steps that are asked of each pair, those of whole jobs first: they take longest.

        Where clauses are chosen, the other recorded cases of their operations are asked as
        well: the pinned release is believed where all its answers are as recorded.
        """
        steps = plan.steps(self.operations, self.clauses)
        compared = {step.clause for step in steps}
        pinned = {entry.clause for entry in self.questions.accepted.pinned}
        operations = {step.operation for step in steps}
        steps += [
            Step(id_, PINNED_ONLY)
            for id_, clause in CATALOGUE.items()
            if clause.operation in operations and id_ not in compared
        ]
        steps += [Step(id_, DECLARED) for id_ in CATALOGUE if id_ in pinned & compared]
        return sorted(steps, key=lambda step: step.operation != "run")


def gate(settings: Gate, progress: Callable[[str], None]) -> list[Gated]:
    """Return the result of each pair, or why it cannot be installed or driven.

    ``progress`` gets what is being done, in words.
    """
    releases = list(dict.fromkeys(r for pair in settings.pairs for r in (pair.before, pair.after)))
    progress(f"{len(releases)} environments in {settings.cache}")
    built = build(releases, settings.cache)
    present = {r: one for r, one in built.items() if isinstance(one, Environment)}
    ready = [pair for pair in settings.pairs if {pair.before, pair.after} <= present.keys()]
    progress("which lines changed")
    known = {p: differing(present[p.before].package, present[p.after].package) for p in ready}
    outcomes = {pair: Outcomes() for pair in ready}
    if ready:
        _ask(settings, present, known, outcomes, progress)
    progress("what the changes are")
    diagnoses = _diagnoses(settings, outcomes)
    results = []
    for pair in settings.pairs:
        if pair not in outcomes:
            sides = built[pair.before], built[pair.after]
            why = [f"{one.release}: {one.why}" for one in sides if isinstance(one, AbsentRelease)]
            results.append(Gated(pair, undriven=tuple(why)))
            continue
        reach = reach_of(pair, known[pair], outcomes[pair].reached)
        conditions = conditions_of(present[pair.before], present[pair.after])
        agreed = settings.questions.accepted
        found = gated(pair, outcomes[pair], diagnoses.get(pair), agreed)
        results.append(replace(found, conditions=conditions, reach=reach))
    return results


def _ask(
    settings: Gate,
    present: Mapping[str, Environment],
    known: Differences,
    outcomes: dict[Pair, Outcomes],
    progress: Callable[[str], None],
) -> None:
    """Ask all pairs, here or on workers elsewhere, which install the releases themselves."""
    questions, workers = settings.questions, settings.workers
    agreed, lines = questions.accepted, watched(known)
    environments = list(present.values())
    with served(environments) as commands, reaped_tempdir(run.REACH) as folder, _cut_off(outcomes):
        ground = Ground(dict(commands), lines, folder)
        if workers.scheduler is not None:
            ground = Ground(tuple(one.pinned for one in environments), lines)
        with workers.executor(OF_GATES, predictions=functions_of(agreed)) as executor:
            ask = partial(run.ask, executor, ground=ground, agreed=agreed)
            parts = parts_of(len(known), workers.jobs)
            absent = {p: absent_of(present[p.before], present[p.after]) for p in known}
            Phases(ask, questions, outcomes, parts, progress, absent).take(settings.steps, known)


def _diagnoses(settings: Gate, outcomes: dict[Pair, Outcomes]) -> dict[Pair, Diagnosis]:
    """Return the diagnosis of each pair that was not cut off.

    The reference stands for the earlier release: where that one is not as 0.13.1 is, and a
    deviation predicts something else, the change stays unexplained.
    """
    whole = {pair: one.results for pair, one in outcomes.items() if not one.problems}
    agreed, jobs = settings.questions.accepted, settings.workers.jobs
    diagnoses: dict[Pair, Diagnosis] = {}
    with _cut_off(outcomes):
        for pair, results in whole.items():
            diagnoses[pair] = diagnosed(results, agreed, jobs, named_only=True, release=pair.before)
    return diagnoses


@contextmanager
def _cut_off(outcomes: dict[Pair, Outcomes]) -> Iterator[None]:
    """Note of every pair that it was cut off, and go on after the block."""
    try:
        yield
    except KeyboardInterrupt:
        why = INTERRUPTED
    except (BrokenExecutor, OSError) as error:
        why = why_ended(error)
    else:
        return
    for one in outcomes.values():
        one.problems.append(why)


def exit_code(results: Sequence[Gated], *, require_reach: bool = False) -> ExitCode:
    """Return the exit status: what is not complete weighs more than a change.

    With ``require_reach`` a changed line that did not run, without a reason, counts as one.
    """
    if any(INTERRUPTED in gated.undriven for gated in results):
        return ExitCode.INTERRUPTED
    if any(gated.undriven or not any(gated.cases.values()) for gated in results):
        return ExitCode.ORACLE
    if any(gated.changes or gated.stale for gated in results):
        return ExitCode.DIVERGES
    if require_reach and any(gated.reach is not None and gated.reach.open for gated in results):
        return ExitCode.DIVERGES
    return ExitCode.CONFORMANT


def repeat(pair: Pair, change: Change, questions: Questions) -> str:
    """Return the command that shows a change again."""
    words = ["harbor-conformance", "gate", pair.after]
    if pair.before != HARBOR_VERSION:
        words += ["--base", pair.before]
    words += ["--clause", change.finding.clause, "--seed", str(questions.seed)]
    return shlex.join([*words, "--profile", questions.profile.value])
