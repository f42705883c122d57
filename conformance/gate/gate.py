"""The gate: builds releases, asks them in phases, and returns the changes of each pair."""

import shlex
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from conformance.certification import plan
from conformance.certification.plan import Step
from conformance.certification.run import functions_of
from conformance.certification.verdict import ExitCode
from conformance.diagnosis.diagnosis import Diagnosis
from conformance.examination.findings import DECLARED
from conformance.executor.local import OF_GATES
from conformance.executor.workers import Workers, why_ended
from conformance.gate import run
from conformance.gate.changes import Change, Outcomes, told
from conformance.gate.coverage import Differences, differences, plans
from conformance.gate.examination import PINNED_ONLY
from conformance.gate.phases import Phases
from conformance.gate.results import INTERRUPTED, Gated, conditions_of, gated, with_reach
from conformance.gate.run import Ground, Questions, RemoteGround
from conformance.implementations.environments.releases import (
    AbsentRelease,
    Environment,
    build,
    served,
)
from conformance.implementations.environments.versions import Pair
from conformance.operations import HARBOR_OPERATIONS
from conformance.operations.catalogue import CATALOGUE
from conformance.protocol.values import HARBOR_VERSION


@dataclass(frozen=True)
class Gate:
    """What is gated, and how: pairs of releases, clauses or all, questions, processes."""

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
    environments = build(releases, settings.cache)
    present = [one for one in environments.values() if isinstance(one, Environment)]
    absent = {r: one.why for r, one in environments.items() if isinstance(one, AbsentRelease)}
    by_release = {environment.release: environment for environment in present}
    with served(present) as commands, run.reach_folder() as folder:
        ready = [pair for pair in settings.pairs if {pair.before, pair.after} <= by_release.keys()]
        progress("which lines changed")
        known = differences(ready, by_release)
        watched = plans(known, Path(folder))
        ground: Ground | RemoteGround = Ground(dict(commands), watched)
        if settings.workers.scheduler is not None:
            lines = tuple((release, plan.places) for release, plan in watched.items())
            ground = RemoteGround(tuple(one.pinned for one in present), lines)
        outcomes = _ask(settings, known, ground, progress) if ready else {}
    diagnoses = _diagnose(settings, outcomes, progress)
    agreed = settings.questions.accepted
    return [
        with_reach(
            gated(
                pair,
                conditions_of(by_release[pair.before], by_release[pair.after]),
                outcomes[pair],
                diagnoses.get(pair),
                agreed,
            ),
            known[pair],
            outcomes[pair],
        )
        if pair in ready
        else _undriven(pair, absent)
        for pair in settings.pairs
    ]


def _ask(
    settings: Gate,
    known: Differences,
    ground: Ground | RemoteGround,
    progress: Callable[[str], None],
) -> dict[Pair, Outcomes]:
    outcomes: dict[Pair, Outcomes] = {pair: [] for pair in known}
    parts = run.parts_of(len(known), settings.workers.jobs)
    questions, workers = settings.questions, settings.workers
    try:
        with workers.executor(OF_GATES, predictions=functions_of(questions.accepted)) as executor:
            ask = partial(run.ask, executor, ground=ground, questions=questions)
            Phases(ask, outcomes, parts, progress).take(settings.steps, known, questions.profile)
    except KeyboardInterrupt:
        _cut_off(outcomes, INTERRUPTED)
    except (BrokenExecutor, OSError) as error:
        _cut_off(outcomes, why_ended(error))
    return outcomes


def _diagnose(
    settings: Gate, outcomes: dict[Pair, Outcomes], progress: Callable[[str], None]
) -> dict[Pair, Diagnosis]:
    """Tell changes by deviations; those of a pair that was cut off are told by places."""
    whole = {
        pair: of_pair
        for pair, of_pair in outcomes.items()
        if not any(isinstance(one, str) for one in of_pair)
    }
    progress("what the changes are")
    try:
        return told(whole, settings.questions.accepted, settings.workers.jobs)
    except KeyboardInterrupt:
        _cut_off(outcomes, INTERRUPTED)
    except BrokenExecutor as error:
        _cut_off(outcomes, why_ended(error))
    return {}


def _cut_off(outcomes: dict[Pair, Outcomes], why: str) -> None:
    for of_pair in outcomes.values():
        of_pair.append(why)


def _undriven(pair: Pair, absent: dict[str, str]) -> Gated:
    why = [f"{r}: {absent[r]}" for r in (pair.before, pair.after) if r in absent]
    return Gated(pair, None, {}, (), tuple(why))


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
