"""The phases of a gate: listed cases, generated ones, smaller ones, and each reported one again."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from conformance.certification.plan import Profile, Step
from conformance.examination.findings import DECLARED, RECORDED
from conformance.gate import run
from conformance.gate.changes import Outcomes, sightings_of, smallest, step_results
from conformance.gate.coverage import Differences
from conformance.gate.examination import CHANGED, PINNED_ONLY, PairResult, Sighting
from conformance.gate.run import Depth, GateTask, Shown
from conformance.gate.source_diff.watching import Line
from conformance.gate.symptoms import Touches
from conformance.implementations.environments.versions import Pair

type Ask = Callable[[Sequence[GateTask]], Shown]
"""Asks the tasks of a gate, and yields what each of them shows."""


@dataclass(frozen=True, slots=True)
class Phases:
    """Asks pairs, phase after phase, and keeps in ``outcomes`` what is seen of each.

    The steps of a pair are dealt out in so many ``parts``.
    """

    ask: Ask
    outcomes: dict[Pair, Outcomes]
    parts: int
    progress: Callable[[str], None]

    def take(self, steps: Sequence[Step], known: Differences, profile: Profile) -> None:
        """Ask the steps of every pair, and with words that only one release has.

        The quick profile generates few questions where nothing that changed is run, and more
        where it is.
        """
        checks = [step for step in steps if is_check(step)]
        listed = [step for step in steps if not is_check(step)]
        self._take("questions", [*self._each(listed), *run.tasks_on(known, steps)])
        if profile is Profile.QUICK:
            self._take("questions", list(self._by_reach(checks)))
            self._take("more questions", list(self._deeper()))
        else:
            self._take("questions", list(self._each(checks)))
        self._take("smaller cases", list(self._to_shrink()))
        self._ask_again()

    def _take(self, doing: str, tasks: Sequence[GateTask]) -> None:
        for number, (task, result) in enumerate(self.ask(tasks), 1):
            self.outcomes[task.pair] += [result] if isinstance(result, str) else result
            self.progress(f"{doing}: {number} of {len(tasks)} parts ({task.pair})")

    def _each(self, steps: Sequence[Step]) -> Iterator[GateTask]:
        for pair in self.outcomes:
            yield from run.tasks_of(pair, steps, self.parts)

    def _by_reach(self, checks: Sequence[Step]) -> Iterator[GateTask]:
        for pair, outcomes in self.outcomes.items():
            apart = unconcerned(step_results(outcomes), checks)
            concerned = [step for step in checks if step not in apart]
            others = [step for step in checks if step in apart]
            yield from run.tasks_of(pair, concerned, self.parts)
            yield from run.tasks_of(pair, others, self.parts, Depth.LESS)

    def _deeper(self) -> Iterator[GateTask]:
        for pair, outcomes in self.outcomes.items():
            for step in deeper(step_results(outcomes)):
                yield GateTask(pair, (step,), depth=Depth.MORE)

    def _to_shrink(self) -> Iterator[GateTask]:
        for pair, outcomes in self.outcomes.items():
            for where in sightings_of(outcomes).values():
                if not any(s.recorded or s.touches is Touches.TEXT for _, s in where):
                    step, sighting = smallest(where)
                    yield GateTask(pair, (step,), sighting.cause)

    def _ask_again(self) -> None:
        """Ask again what is told of each change, until all of it came out twice alike."""
        asked: set[int] = set()
        while tasks := list(self._not_asked_again(asked)):
            for task, results in self.ask(tasks):
                asked |= set(map(id, task.again))
                if isinstance(results, str):
                    self.outcomes[task.pair].append(results)
                    continue
                for sighting, result in zip(task.again, results, strict=True):
                    if not result.sightings:
                        self._drop(task.pair, sighting, result)

    def _not_asked_again(self, asked: set[int]) -> Iterator[GateTask]:
        for pair, outcomes in self.outcomes.items():
            told = [smallest(where) for where in sightings_of(outcomes).values()]
            left = [one for one in told if id(one[1]) not in asked]
            for dealt in filter(None, (left[part :: self.parts] for part in range(self.parts))):
                steps, sightings = zip(*dealt, strict=True)
                yield GateTask(pair, steps, again=sightings)

    def _drop(self, pair: Pair, sighting: Sighting, why: PairResult) -> None:
        """Leave out a sighting, with all that its step observed; tell why."""
        self.outcomes[pair] = [
            one if isinstance(one, str) else _without(one, sighting) for one in self.outcomes[pair]
        ]
        self.outcomes[pair].append(why)


def _without(result: PairResult, sighting: Sighting) -> PairResult:
    if not any(one is sighting for one in result.sightings):
        return result
    left = tuple(one for one in result.sightings if one is not sighting)
    return replace(result, sightings=left, observations=())


_DEEPER = 16
"""Checks of a pair that are asked more because they ran what changed."""

_RECORDED = frozenset({RECORDED, PINNED_ONLY})
"""The names of steps that ask recorded cases, whether or not answers are compared."""


def is_check(step: Step) -> bool:
    """Return whether the questions of a step are generated."""
    return step.check not in {RECORDED, DECLARED, PINNED_ONLY, CHANGED}


def unconcerned(results: Sequence[PairResult], checks: Iterable[Step]) -> set[Step]:
    """Return the checks of clauses whose recorded cases run nothing that changed.

    A line counts that at most half of an operation's clauses run: what all of them run is looked
    at by all of them, and tells none from another. Of a clause without recorded cases, or with
    questions about what changed, nothing of the kind is known. Where clauses are chosen, the
    recorded cases of the others count as well, so that of each as much is asked as among all.
    """
    recorded = {one.step.clause: one for one in results if one.step.check in _RECORDED}
    named = {one.step.clause for one in results if one.step.check == CHANGED}
    clauses = Counter(one.step.operation for one in recorded.values())
    runs = Counter((one.step.operation, line) for one in recorded.values() for line in one.reached)
    telling = {key for key, times in runs.items() if 2 * times <= clauses[key[0]]}
    concerned = {
        clause
        for clause, one in recorded.items()
        if any((one.step.operation, line) in telling for line in one.reached)
    }
    known = recorded.keys() - concerned - named
    return {step for step in checks if step.clause in known}


def deeper(results: Iterable[PairResult]) -> Iterator[Step]:
    """Yield the checks that together ran every changed line that any did, the rarest first."""
    checks = [one for one in results if is_check(one.step) and one.reached]
    runs = Counter(line for one in checks for line in one.reached)
    covered: set[tuple[str, Line]] = set()
    chosen = dict[Step, None]()
    for line in sorted(runs, key=lambda line: (runs[line], line)):
        if line not in covered and len(chosen) < _DEEPER:
            least = min((one for one in checks if line in one.reached), key=_narrowness)
            covered |= least.reached
            chosen[least.step] = None
    yield from chosen


def _narrowness(result: PairResult) -> tuple[int, str]:
    return len(result.reached), result.step.id
