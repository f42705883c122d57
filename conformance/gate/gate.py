"""The gate: installs releases, runs the same cases on each pair, and returns the changes."""

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from conformance.certification import plan
from conformance.certification.diagnosing import diagnosed
from conformance.certification.plan import EXAMPLES, Profile, RunSettings
from conformance.diagnosis.diagnosis import NOTHING_WRONG
from conformance.diagnosis.expected.deviations import modelled_between
from conformance.examination.findings import RECORDED
from conformance.examination.recorded.corpus import OF_RELEASES
from conformance.executor.local import OF_GATES
from conformance.executor.workers import Workers, completed, why_ended
from conformance.gate import asking
from conformance.gate.accepting import AcceptedChange, accepting
from conformance.gate.asking import REACH, Ground, Shown, Work
from conformance.gate.changes import Change, PairResult, grouped, smallest
from conformance.gate.coverage import Reached, reach_of, watched
from conformance.gate.results import INTERRUPTED, Gated, absent_of, conditions_of, gated
from conformance.gate.statements import differing
from conformance.gate.vocabulary import cases_of
from conformance.implementations.environments.versions import Pair
from conformance.implementations.installed_harbor import is_recorded
from conformance.implementations.process.reaper import reaped_tempdir
from conformance.implementations.released_harbor import AbsentRelease, Release, served
from conformance.implementations.start import CandidateSpec
from conformance.operations import HARBOR_OPERATIONS
from conformance.protocol.values import HARBOR_VERSION, Case


@dataclass(frozen=True, slots=True)
class Gate:
    """The settings of a gate: pairs of releases, clauses or all, cases, processes."""

    pairs: tuple[Pair, ...]
    seed: int
    profile: Profile
    cache: Path
    workers: Workers
    accepted: tuple[AcceptedChange, ...] = ()
    operations: tuple[str, ...] = HARBOR_OPERATIONS
    clauses: tuple[str, ...] = ()

    def run_settings(self, before: Release, after: Release) -> RunSettings:
        """Return the settings of a run that has the earlier release for the oracle."""
        return RunSettings(
            CandidateSpec(after.version, after.command),
            self.seed,
            EXAMPLES[self.profile],
            modelled_between(before.version, after.version),
            before,
            whole=True,
            repeated=1,  # each change is confirmed besides
        )


def gate(settings: Gate, tell: Callable[[str], None]) -> list[Gated]:
    """Return the result of each pair, or why it cannot be installed or driven."""
    releases = list(dict.fromkeys(r for pair in settings.pairs for r in (pair.before, pair.after)))
    tell(f"{len(releases)} environments in {settings.cache}")
    results: list[Gated] = []
    with served(releases, settings.cache) as found:
        for pair in settings.pairs:
            both = found[pair.before], found[pair.after]
            absent = [f"{x.release}: {x.why}" for x in both if isinstance(x, AbsentRelease)]
            present = [one for one in both if isinstance(one, Release)]
            if absent or any(INTERRUPTED in one.undriven for one in results):
                results.append(Gated(pair, undriven=(*absent,) or (INTERRUPTED,)))
            else:
                results.append(PairRun(pair, present[0], present[1], settings, tell).gated())
    return results


@dataclass
class PairRun:
    """The gate of one pair: the results so far, and what cut it off."""

    pair: Pair
    before: Release
    after: Release
    settings: Gate
    tell: Callable[[str], None]
    shown: list[Shown] = field(default_factory=list)

    @property
    def results(self) -> list[PairResult]:
        """The results of the steps."""
        return [one for part in self.shown for one in part.results]

    def gated(self) -> Gated:
        """Run everything on both releases, and return the result."""
        settings, workers, sides = self.settings, self.settings.workers, (self.before, self.after)
        run, code = settings.run_settings(*sides), differing(*(one.package for one in sides))
        diagnosis = NOTHING_WRONG
        with self._cut_off(), reaped_tempdir(REACH) as folder:
            ground = Ground(*sides, watched(code), folder if workers.scheduler is None else "")
            with workers.executor(OF_GATES) as executor:
                do = partial(asking.take, ground=ground, settings=run)
                self._ask(executor, do, "cases", [*self._work(cases_of(code))])
                groups = grouped(change for one in self.results for change in one.changes)
                told = [partial(asking.confirmed, x) for x in self._dealt([*map(smallest, groups)])]
                self._ask(executor, do, "changes", told)
            results, jobs = [one.result for one in steady(self.results)], workers.jobs
            release = self.pair.before
            diagnosis = diagnosed(results, run.declared, jobs, release=release, settings=run)
        reached: Reached = frozenset().union(*(one.reached for one in self.shown))
        problems = [one.problem for one in self.shown if one.problem]
        found = gated(self.pair, steady(self.results), problems, diagnosis)
        whole = (settings.operations, settings.clauses) == (HARBOR_OPERATIONS, ())
        found = accepting(found, settings.accepted, whole=whole)
        reach = reach_of(self.pair, code, reached, absent_of(*sides))
        return replace(found, conditions=conditions_of(*sides), reach=reach)

    def _ask(
        self, executor: Executor, do: Callable[[Work], Shown], what: str, work: Sequence[Work]
    ) -> None:
        for number, (_, shown) in enumerate(completed(executor, do, work), 1):
            self.shown.append(shown)
            self.tell(f"{self.pair}: {what}, {number} of {len(work)} parts")

    def _work(self, named: Mapping[str, tuple[Case, ...]]) -> Iterator[Work]:
        """Yield the steps in parts, and the cases ``named`` after what changed."""
        absent = absent_of(self.before, self.after)
        steps = plan.steps(self.settings.operations, self.settings.clauses)
        steps = [one for one in steps if one.operation not in absent]
        steps.sort(key=lambda step: step.operation != "run")  # whole jobs take longest
        clauses = frozenset(one.clause for one in steps)
        if self.settings.clauses:
            operations = {one.operation for one in steps}
            yield from (partial(asking.verified, one, clauses) for one in operations)
        # Generated cases of these operations were compared with the models of both releases.
        both = self.pair.before, self.pair.after
        modelled = {name for name in OF_RELEASES if all(is_recorded(name, one) for one in both)}
        few = [one for one in steps if one.check != RECORDED and one.operation in modelled]
        rest = [one for one in steps if one not in few]
        yield from (partial(asking.of_steps, part) for part in self._dealt(rest))
        for clause, cases in named.items():
            if clause in clauses:
                yield partial(asking.of_cases, clause, cases)
        yield from (partial(asking.of_steps, part, fewer=4) for part in self._dealt(few))

    def _dealt[T](self, items: Sequence[T]) -> list[tuple[T, ...]]:
        """Split items into parts, without empty ones: several a worker, so that none is idle."""
        parts = 12 * self.settings.workers.jobs
        return [part for n in range(parts) if (part := tuple(items[n::parts]))]

    @contextmanager
    def _cut_off(self) -> Iterator[None]:
        """Record that the pair was cut off, and go on after the block."""
        try:
            yield
        except KeyboardInterrupt:
            self.shown.append(Shown(problem=INTERRUPTED))
        except (BrokenExecutor, OSError) as error:
            self.shown.append(Shown(problem=why_ended(error)))


def steady(results: Sequence[PairResult]) -> list[PairResult]:
    """Return results without changes that did not repeat, and their clauses' results."""
    again = [one for one in results if one.confirms and one.problems]
    keys = {change.key for one in again for change in one.changes}
    clauses = {one.result.clause for one in again}
    left = []
    for one in results:
        changes = tuple(change for change in one.changes if change.key not in keys)
        moved = one.result.clause in clauses
        result = replace(one.result, findings=(), observations=()) if moved else one.result
        left.append(replace(one, changes=changes, result=result))
    return left


def repeat(pair: Pair, change: Change, settings: Gate) -> str:
    """Return the command that shows a change again."""
    base = () if pair.before == HARBOR_VERSION else ("--base", pair.before)
    words = ("harbor-conformance", "gate", pair.after, *base, "--clause", change.finding.clause)
    how = ("--seed", str(settings.seed), "--profile", settings.profile.value)
    return shlex.join((*words, *how))
