"""The tasks of a gate, and how a process of its executor does one."""

import itertools
import math
import os
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from functools import cache, partial
from pathlib import Path

from conformance.certification.plan import EXAMPLES, NOTHING_EXPECTED, Profile, Step
from conformance.certification.run import expectation_of
from conformance.diagnosis.expected.deviations import ExpectedDeviations
from conformance.examination.siblings import amount_for
from conformance.executor.local import end_with_worker
from conformance.executor.workers import completed
from conformance.gate import examination
from conformance.gate.accepted import Acceptance
from conformance.gate.examination import CHANGED, PINNED_ONLY, Amount, PairResult, Sides, Sighting
from conformance.gate.source_diff.cases import questions as asked_because_of
from conformance.gate.source_diff.differing import Differing
from conformance.gate.source_diff.vocabulary import vocabulary
from conformance.gate.source_diff.watching import Counters, Line, Plan, plan
from conformance.gate.symptoms import Cause
from conformance.implementations.environments.releases import Commands, PinnedRelease, commands_of
from conformance.implementations.environments.versions import Pair
from conformance.implementations.process import CandidateError, ProcessCandidate
from conformance.implementations.process.reaper import reaped_tempdir
from conformance.protocol.values import Case

_RUNS = {Profile.QUICK: 1, Profile.DEFAULT: 3, Profile.DEEP: 3}
"""How many times as many questions a check of whole jobs asks as in a certificate."""


class Depth(Enum):
    """How many questions a check generates, beside those of its profile."""

    LESS = auto()
    USUAL = auto()
    MORE = auto()


_LESS = 4
"""A check of which less is asked has one question of so many."""

_PARTS = 12
"""Parts of a pair's questions for each worker, where there are more workers than pairs."""


@dataclass(frozen=True, slots=True)
class Questions:
    """Which generated questions are asked, and how many: the same ones each time.

    ``accepted`` holds the changes that somebody has agreed to.
    """

    seed: int
    profile: Profile
    accepted: ExpectedDeviations = NOTHING_EXPECTED

    def amount(self, step: Step, depth: Depth) -> Amount:
        """Return the questions of a check; those of whole jobs are what an upgrade is about."""
        more = depth is Depth.MORE
        profile = Profile.DEFAULT if more else self.profile
        examples = EXAMPLES[profile] * (_RUNS[self.profile] if step.operation == "run" else 1)
        if depth is Depth.LESS:
            examples //= _LESS
        return Amount(self.seed + more, examples, amount_for(EXAMPLES[profile]))


@dataclass(frozen=True, slots=True)
class GateTask:
    """A part of the questions to a pair; with a cause, only its smallest case is looked for.

    ``cases`` are those of a step on what changed. Of steps that ran changed lines more is asked:
    other questions, as many as the default profile has. ``again`` are sightings, one of each
    step, whose cases are asked once more, and nothing else.
    """

    pair: Pair
    steps: tuple[Step, ...]
    cause: Cause | None = None
    cases: tuple[Case, ...] = ()
    depth: Depth = Depth.USUAL
    again: tuple[Sighting, ...] = ()


type Plans = Mapping[str, Plan]
"""Which lines of each release are watched."""


def parts_of(pairs: int, jobs: int) -> int:
    """Return in how many parts the steps of a pair are dealt out: processors must not be idle.

    Small parts even out, and are what an interrupted gate has; but each new pair costs a
    worker two processes of harbor.
    """
    return 1 if pairs >= jobs else _PARTS * math.ceil(jobs / pairs)


def tasks_of(
    pair: Pair, steps: Sequence[Step], parts: int, depth: Depth = Depth.USUAL
) -> list[GateTask]:
    """Return the tasks of steps that are dealt out in so many parts."""
    dealt = (tuple(steps[part::parts]) for part in range(parts))
    return [GateTask(pair, part, depth=depth) for part in dealt if part]


def tasks_on(known: Mapping[Pair, Differing], steps: Sequence[Step]) -> list[GateTask]:
    """Return the tasks on what changed in each pair, as far as its clauses are asked."""
    clauses = {step.clause for step in steps if step.check != PINNED_ONLY}
    return [
        GateTask(pair, (Step(clause, CHANGED),), cases=cases)
        for pair, differing in known.items()
        for clause, cases in asked_because_of(vocabulary(differing)).items()
        if clause in clauses
    ]


type Shown = Iterator[tuple[GateTask, list[PairResult] | str]]
"""What each task shows, or why it could not be done, as they end."""


@dataclass(frozen=True, slots=True)
class Ground:
    """The command that serves each release, and the lines of each that are watched."""

    commands: Commands
    plans: Plans = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RemoteGround:
    """The same for a worker elsewhere, which builds the releases itself."""

    releases: tuple[PinnedRelease, ...]
    watched: tuple[tuple[str, tuple[Line, ...]], ...]


def ask(
    executor: Executor,
    tasks: Sequence[GateTask],
    ground: Ground | RemoteGround,
    questions: Questions,
) -> Shown:
    """Yield what each task shows; the processes of an executor keep their releases meanwhile."""
    return completed(executor, partial(take_one, ground=ground, questions=questions), tasks)


def take_one(
    task: GateTask, ground: Ground | RemoteGround, questions: Questions
) -> list[PairResult] | str:
    """Return what a task shows, or why it could not be done, in a process that serves this run."""
    here = ground if isinstance(ground, Ground) else _ground_here(ground)
    try:
        sides = _sides(task.pair, here, questions.accepted)
    except CandidateError as error:
        return str(error)
    if task.again:
        return examination.ask_again(task.steps, task.again, sides)
    results = []
    for step in task.steps:
        amount = questions.amount(step, task.depth)
        if task.cause is None:
            results.append(examination.look(step, sides, amount, task.cases))
        else:
            results.append(examination.shrink(step, task.cause, sides, amount))
    return results


_opened = ExitStack()
"""What a worker elsewhere has open, as long as it lasts."""


@cache
def _ground_here(ground: RemoteGround) -> Ground:
    """Return the releases on this worker; raises UvError where one cannot be installed."""
    folder = Path(_opened.enter_context(reach_folder()))
    plans = {name: plan(folder / f"{name}.json", lines) for name, lines in ground.watched}
    return Ground(commands_of(ground.releases), plans)


def reach_folder() -> AbstractContextManager[str]:
    """Open a folder for the lines that are watched, and how often each ran."""
    return reaped_tempdir("harbor-conformance-reach-")


_numbers = itertools.count()

type Seat = tuple[str, bool]
"""A release, and whether it stands on both sides and this is the second of them."""

_seated: dict[Seat, ProcessCandidate] = {}
_counting: dict[Seat, Counters] = {}


def _sides(pair: Pair, ground: Ground, agreed: ExpectedDeviations) -> Sides:
    """Return both sides of a pair; processes of others end, since each takes much memory."""
    before, after = (pair.before, False), (pair.after, pair.after == pair.before)
    for seat in _seated.keys() - {before, after}:
        _seated.pop(seat).abandon()
        _counting.pop(seat, None)
    acceptance = Acceptance(agreed, expectation_of(agreed))
    first, second = (_process(seat, ground) for seat in (before, after))
    counters = [(seat[0], _counting[seat]) for seat in (before, after) if seat in _counting]
    return Sides(first, second, acceptance, tuple(counters))


def _process(seat: Seat, ground: Ground) -> ProcessCandidate:
    if seat not in _seated:
        release, is_second = seat
        command = ground.commands[release]
        if release in ground.plans:
            counters = ground.plans[release].counters(
                f"{os.getpid()}-{is_second:d}-{next(_numbers)}"
            )
            _counting[seat] = counters
            command = replace(command, argv=(*command.argv, *counters.words))
        process = _seated[seat] = ProcessCandidate(release, command)
        end_with_worker(process)
    return _seated[seat]
