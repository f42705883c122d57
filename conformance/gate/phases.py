"""The phases of a gate: listed cases, generated ones, smaller ones, and each reported one again."""

import math
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import partial

from conformance.certification.plan import EXAMPLES, NOTHING_EXPECTED, Profile, Step
from conformance.diagnosis.expected.deviations import ExpectedDeviations
from conformance.examination.findings import DECLARED, RECORDED
from conformance.examination.siblings import amount_for
from conformance.gate.changes import CHANGED, Change, grouped, smallest
from conformance.gate.coverage import Differences
from conformance.gate.examination import (
    PINNED_ONLY,
    Amount,
    Outcomes,
    PairResult,
    Work,
    ask_again,
    look,
    look_at,
    shrink,
)
from conformance.gate.run import GateTask, Shown
from conformance.gate.source_diff.cases import cases_of
from conformance.gate.source_diff.differing import Differing
from conformance.gate.source_diff.vocabulary import vocabulary
from conformance.gate.source_diff.watching import Line
from conformance.gate.symptoms import Touches
from conformance.implementations.environments.versions import Pair

_RUNS = {Profile.QUICK: 1, Profile.DEFAULT: 3, Profile.DEEP: 3}
"""How many times as many cases a check of whole jobs generates as in a certificate."""

_LESS = 4
"""A check of which less is asked generates one case of so many."""

_PARTS = 12
"""Parts of a pair's steps for each worker, where there are more workers than pairs."""

_DEEPER = 16
"""Checks of a pair that generate more because they ran what changed."""

LISTED = frozenset({RECORDED, DECLARED, PINNED_ONLY, CHANGED})
"""The names of steps that generate nothing."""


class Depth(Enum):
    """How many cases a check generates, compared with those of its profile."""

    LESS = auto()
    USUAL = auto()
    MORE = auto()


@dataclass(frozen=True, slots=True)
class Questions:
    """Which cases are generated, and how many: the same ones each time.

    ``accepted`` holds the changes that somebody has agreed to.
    """

    seed: int
    profile: Profile
    accepted: ExpectedDeviations = NOTHING_EXPECTED

    def amount(self, step: Step, depth: Depth = Depth.USUAL) -> Amount:
        """Return the cases of a check; whole jobs are what an upgrade is about.

        Where there are more, they are others, as many as the default profile has.
        """
        more = depth is Depth.MORE
        profile = Profile.DEFAULT if more else self.profile
        examples = EXAMPLES[profile] * (_RUNS[self.profile] if step.operation == "run" else 1)
        if depth is Depth.LESS:
            examples //= _LESS
        return Amount(self.seed + more, examples, amount_for(EXAMPLES[profile]))


type Ask = Callable[[Sequence[GateTask]], Shown]
"""Does the tasks of a gate, and yields what each of them shows."""


@dataclass(frozen=True, slots=True)
class Phases:
    """Asks pairs, phase after phase, and keeps in ``outcomes`` what is seen of each.

    The steps of a pair are dealt out in so many ``parts``; none is of an operation that is
    ``absent`` in one of its releases.
    """

    ask: Ask
    questions: Questions
    outcomes: dict[Pair, Outcomes]
    parts: int
    progress: Callable[[str], None]
    absent: Mapping[Pair, Container[str]]

    def take(self, steps: Sequence[Step], known: Differences) -> None:
        """Ask the steps of every pair, and with words that only one release has.

        The quick profile generates few cases where nothing that changed is run, and more
        where it is.
        """
        checks = [step for step in steps if step.check not in LISTED]
        listed = [step for step in steps if step.check in LISTED]
        clauses = {step.clause for step in steps if step.check != PINNED_ONLY}
        self._take("questions", lambda pair: self._listed(pair, listed, known.get(pair), clauses))
        if self.questions.profile is Profile.QUICK:
            self._take("questions", lambda pair: self._by_reach(pair, checks))
            self._take("more questions", self._deeper)
        else:
            self._take("questions", lambda pair: self._looks(self._present(pair, checks)))
        self._take("smaller cases", self._to_shrink)
        self._ask_again()

    def _take(self, doing: str, work_on: Callable[[Pair], Iterable[Work]]) -> None:
        tasks = [GateTask(pair, work) for pair in self.outcomes for work in work_on(pair)]
        for number, (task, shown) in enumerate(self.ask(tasks), 1):
            self.outcomes[task.pair].add(shown)
            self.progress(f"{doing}: {number} of {len(tasks)} parts ({task.pair})")

    def _looks(self, steps: Sequence[Step], depth: Depth = Depth.USUAL) -> Iterator[Work]:
        for part in dealt(steps, self.parts):
            yield partial(look, [(step, self.questions.amount(step, depth)) for step in part])

    def _present(self, pair: Pair, steps: Iterable[Step]) -> list[Step]:
        """Return the steps of operations that both releases have."""
        return [step for step in steps if step.operation not in self.absent[pair]]

    def _listed(
        self, pair: Pair, steps: Sequence[Step], known: Differing | None, clauses: Container[str]
    ) -> Iterator[Work]:
        """Yield the work on recorded and pinned cases, and on cases about what changed."""
        yield from self._looks(self._present(pair, steps))
        for clause, cases in cases_of(vocabulary(known)).items() if known else ():
            if clause in clauses:
                yield partial(look_at, clause, cases)

    def _by_reach(self, pair: Pair, checks: Sequence[Step]) -> Iterator[Work]:
        checks = self._present(pair, checks)
        apart = unconcerned(self.outcomes[pair].results, checks)
        yield from self._looks([step for step in checks if step not in apart])
        yield from self._looks([step for step in checks if step in apart], Depth.LESS)

    def _deeper(self, pair: Pair) -> Iterator[Work]:
        for step in deeper(self.outcomes[pair].results):
            yield partial(look, [(step, self.questions.amount(step, Depth.MORE))])

    def _to_shrink(self, pair: Pair) -> Iterator[Work]:
        for group in grouped(self.outcomes[pair].changes):
            if not any(one.recorded or one.touches is Touches.TEXT for one in group):
                change = smallest(group)
                yield partial(shrink, change, self.questions.amount(change.step))

    def _ask_again(self) -> None:
        """Ask again what is told of each change, until all of it came out twice alike."""
        asked: set[int] = set()
        while tasks := self._not_asked_again(asked):
            for task, shown in self.ask(list(tasks)):
                outcomes, changes = self.outcomes[task.pair], tasks[task]
                asked |= set(map(id, changes))
                if isinstance(shown, str):
                    outcomes.add(shown)
                    continue
                for change, result in zip(changes, shown, strict=True):
                    if result.problem:
                        left = [one.without(change) for one in outcomes.results]
                        outcomes.results[:] = [*left, result]

    def _not_asked_again(self, asked: set[int]) -> dict[GateTask, list[Change]]:
        tasks: dict[GateTask, list[Change]] = {}
        for pair, outcomes in self.outcomes.items():
            told = [smallest(group) for group in grouped(outcomes.changes)]
            for part in dealt([one for one in told if id(one) not in asked], self.parts):
                tasks[GateTask(pair, partial(ask_again, part))] = part
        return tasks


def parts_of(pairs: int, jobs: int) -> int:
    """Return in how many parts the steps of a pair are dealt out: processors must not be idle.

    Small parts even out, and are what an interrupted gate has; but each new pair costs a
    worker two processes of harbor.
    """
    return 1 if pairs >= jobs else _PARTS * math.ceil(jobs / pairs)


def dealt[T](items: Sequence[T], parts: int) -> list[list[T]]:
    """Return items in so many parts, those that are empty left out."""
    return [part for n in range(parts) if (part := list(items[n::parts]))]


def unconcerned(results: Sequence[PairResult], checks: Iterable[Step]) -> set[Step]:
    """Return the checks of clauses whose recorded cases run nothing that changed.

    A line counts that at most half of an operation's clauses run: what all of them run is looked
    at by all of them, and tells none from another. Of a clause without recorded cases, or with
    cases about what changed, nothing of the kind is known. Where clauses are chosen, the
    recorded cases of the others count as well, so that of each as much is asked as among all.
    """
    recorded = {one.clause: one for one in results if one.check in {RECORDED, PINNED_ONLY}}
    named = {one.clause for one in results if one.check == CHANGED}
    clauses = Counter(one.operation for one in recorded.values())
    runs = Counter((one.operation, line) for one in recorded.values() for line in one.reached)
    telling = {key for key, times in runs.items() if 2 * times <= clauses[key[0]]}
    concerned = {
        clause
        for clause, one in recorded.items()
        if any((one.operation, line) in telling for line in one.reached)
    }
    known = recorded.keys() - concerned - named
    return {step for step in checks if step.clause in known}


def deeper(results: Iterable[PairResult]) -> Iterator[Step]:
    """Yield the checks that together ran every changed line that any did, the rarest first."""
    checks = [one for one in results if one.check not in LISTED and one.reached]
    runs = Counter(line for one in checks for line in one.reached)
    covered: set[tuple[str, Line]] = set()
    chosen = dict[Step, None]()
    for line in sorted(runs, key=lambda line: (runs[line], line)):
        if line not in covered and len(chosen) < _DEEPER:
            ran = (one for one in checks if line in one.reached)
            least = min(ran, key=lambda one: (len(one.reached), one.step.id))
            covered |= least.reached
            chosen[least.step] = None
    return iter(chosen)
