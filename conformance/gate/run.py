"""The tasks of a gate, and how a process of its executor does one."""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import Path

from conformance.certification.run import expectation_of
from conformance.diagnosis.expected.deviations import ExpectedDeviations
from conformance.executor.local import end_with_worker
from conformance.executor.workers import completed
from conformance.gate.accepted import Acceptance
from conformance.gate.examination import PairResult, Sides, Work
from conformance.gate.source_diff.watching import Counters, Line
from conformance.implementations.environments.releases import Commands, PinnedRelease, commands_of
from conformance.implementations.environments.versions import Pair
from conformance.implementations.process import CandidateError, ProcessCandidate
from conformance.implementations.process.reaper import reaped_tempdir


@dataclass(frozen=True, slots=True)
class GateTask:
    """A part of the work on a pair."""

    pair: Pair
    work: Work


@dataclass(frozen=True, slots=True)
class Ground:
    """What serves releases: commands, or where work is done elsewhere, versions to install there.

    Of each release it is counted in ``folder`` which of the ``watched`` lines run.
    """

    releases: Commands | tuple[PinnedRelease, ...]
    watched: Mapping[str, tuple[Line, ...]] = field(default_factory=dict)
    folder: str = ""

    def start(self, release: str) -> "_Seated":
        """Return a process of a release, which ends with this worker; raises UvError."""
        here = commands_of(self.releases) if isinstance(self.releases, tuple) else self.releases
        command, counters = here[release], None
        if release in self.watched:
            counters = Counters(self.watched[release], Path(self.folder or _folder()))
            command = replace(command, argv=(*command.argv, *counters.words))
        process = ProcessCandidate(release, command)
        end_with_worker(process.abandon)
        return process, counters


type Shown = Iterator[tuple[GateTask, list[PairResult] | str]]
"""What each task shows, or why it could not be done, as they end."""


def ask(
    executor: Executor, tasks: Sequence[GateTask], ground: Ground, agreed: ExpectedDeviations
) -> Shown:
    """Yield what each task shows; the processes of an executor keep their releases meanwhile."""
    return completed(executor, partial(take_one, ground=ground, agreed=agreed), tasks)


def take_one(task: GateTask, ground: Ground, agreed: ExpectedDeviations) -> list[PairResult] | str:
    """Return what a task shows, or why it could not be done, in a process that serves this run."""
    try:
        sides = _sides(task.pair, ground, agreed)
    except CandidateError as error:
        return str(error)
    return task.work(sides)


_opened = ExitStack()
"""What a worker elsewhere has open, as long as it lasts."""


@cache
def _folder() -> str:
    return _opened.enter_context(reaped_tempdir(REACH))


REACH = "harbor-conformance-reach-"
"""What the name of a folder begins with in which it is counted which lines run."""

type _Seated = tuple[ProcessCandidate, Counters | None]

_seated: dict[tuple[str, bool], _Seated] = {}
"""The processes of this worker, by release, and whether it is the same one's second."""


def _sides(pair: Pair, ground: Ground, agreed: ExpectedDeviations) -> Sides:
    """Return both sides of a pair; processes of others end, since each takes much memory."""
    seats = (pair.before, False), (pair.after, pair.after == pair.before)
    for seat in _seated.keys() - {*seats}:
        _seated.pop(seat)[0].abandon()
    for seat in seats:
        if seat not in _seated:
            _seated[seat] = ground.start(seat[0])
    (before, first), (after, second) = (_seated[seat] for seat in seats)
    counters = [(pair.before, first), (pair.after, second)]
    acceptance = Acceptance(agreed, expectation_of(agreed))
    return Sides(before, after, acceptance, tuple((r, one) for r, one in counters if one))
