"""The gate: installs releases, runs the same cases on each pair, and returns the changes."""

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from conformance.certification import plan
from conformance.certification.diagnosing import diagnosed
from conformance.certification.plan import EXAMPLES, Profile, Step
from conformance.certification.run import Ask, opened
from conformance.diagnosis.diagnosis import NOTHING_WRONG
from conformance.diagnosis.expected.deviations import modelled_between
from conformance.examination.corpus import OF_RELEASES
from conformance.examination.findings import RECORDED
from conformance.executor.workers import Workers, why_ended
from conformance.gate.accepting import AcceptedChange, accepting
from conformance.gate.changes import CHANGED, Change, PairResult
from conformance.gate.coverage import Reached, reach_of, watched
from conformance.gate.results import INTERRUPTED, Gated, absent_of, conditions_of, gated
from conformance.gate.statements import differing
from conformance.gate.steps import PairSettings, PairStep, Watched, confirmations
from conformance.gate.vocabulary import cases_of
from conformance.implementations.environments import cache_folder
from conformance.implementations.environments.versions import Pair
from conformance.implementations.installed_harbor import is_recorded
from conformance.implementations.released_harbor import AbsentRelease, Release, served
from conformance.implementations.start import CandidateSpec, UntrustedOracleError
from conformance.operations import HARBOR_OPERATIONS
from conformance.protocol.values import HARBOR_VERSION, Case


@dataclass(frozen=True, slots=True)
class Gate:
    """The settings of a gate: pairs of releases, clauses or all, cases, processes."""

    pairs: tuple[Pair, ...]
    seed: int
    profile: Profile
    workers: Workers
    accepted: tuple[AcceptedChange, ...] = ()
    operations: tuple[str, ...] = HARBOR_OPERATIONS
    clauses: tuple[str, ...] = ()

    def run_settings(self, before: Release, after: Release, watched: Watched) -> PairSettings:
        """Return the settings of a run that has the earlier release for the oracle."""
        return PairSettings(
            CandidateSpec(after.version, after.command),
            self.seed,
            EXAMPLES[self.profile],
            modelled_between(before.version, after.version),
            before,
            whole=True,
            repeated=1,  # each change is confirmed besides
            pair=(before, after),
            watched=watched,
        )


def gate(settings: Gate, tell: Callable[[str], None]) -> list[Gated]:
    """Return the result of each pair, or why it cannot be installed or driven."""
    releases = list(dict.fromkeys(r for pair in settings.pairs for r in (pair.before, pair.after)))
    tell(f"{len(releases)} environments in {cache_folder()}")
    results: list[Gated] = []
    with served(releases) as found:
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
    """The gate of one pair: the results so far, and why others are missing."""

    pair: Pair
    before: Release
    after: Release
    settings: Gate
    tell: Callable[[str], None]
    results: list[PairResult] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def gated(self) -> Gated:
        """Run everything on both releases, and return the result."""
        settings, sides, diagnosis = self.settings, (self.before, self.after), NOTHING_WRONG
        code = differing(*(one.package for one in sides))
        run = settings.run_settings(*sides, watched(code))
        steps = [*self._steps(cases_of(code))]
        with self._cut_off():
            with opened(run, steps, settings.workers) as ask:
                self._take("cases", ask, steps)
                changes = (change for one in self.results for change in one.changes)
                self._take("changes", ask, confirmations(changes))
            results, jobs = steady(self.results), settings.workers.jobs
            release = self.pair.before
            diagnosis = diagnosed(results, run.declared, jobs, release=release, settings=run)
        found = gated(self.pair, steady(self.results), self.problems, diagnosis)
        whole = (settings.operations, settings.clauses) == (HARBOR_OPERATIONS, ())
        found = accepting(found, settings.accepted, whole=whole)
        reached: Reached = frozenset().union(*(one.reached for one in self.results))
        reach = reach_of(self.pair, code, reached, absent_of(*sides))
        return replace(found, conditions=conditions_of(*sides), reach=reach)

    def _take(self, what: str, ask: Ask, steps: Sequence[Step]) -> None:
        """Run steps, and keep their results; a release that does not start again has none."""
        for number, one in enumerate(ask(steps), 1):
            if isinstance(one, PairResult):
                self.results.append(one)
            else:
                self.problems += one.faults
            self.tell(f"{self.pair}: {what}, {min(number, len(steps))} of {len(steps)} parts")

    def _steps(self, named: Mapping[str, tuple[Case, ...]]) -> Iterator[PairStep]:
        """Yield the steps, and the cases ``named`` after what changed."""
        absent = absent_of(self.before, self.after)
        steps = plan.steps(self.settings.operations, self.settings.clauses)
        steps = [one for one in steps if one.operation not in absent]
        steps.sort(key=lambda step: step.operation != "run")  # whole jobs take longest
        # Generated cases of these operations were compared with the models of both releases.
        both = self.pair.before, self.pair.after
        modelled = {name for name in OF_RELEASES if all(is_recorded(name, one) for one in both)}
        few = [one for one in steps if one.check != RECORDED and one.operation in modelled]
        yield from (PairStep(one.clause, one.check) for one in steps if one not in few)
        for clause, cases in named.items():
            if any(one.clause == clause for one in steps):
                yield PairStep(clause, CHANGED, cases=cases)
        yield from (PairStep(one.clause, one.check, fewer=4) for one in few)

    @contextmanager
    def _cut_off(self) -> Iterator[None]:
        """Record that the pair was cut off, and go on after the block."""
        try:
            yield
        except KeyboardInterrupt:
            self.problems.append(INTERRUPTED)
        except (BrokenExecutor, OSError, UntrustedOracleError) as error:
            self.problems.append(why_ended(error))


def steady(results: Sequence[PairResult]) -> list[PairResult]:
    """Return results without changes that did not repeat, and their clauses' results."""
    again = [one for one in results if one.confirms and one.problems]
    keys = {change.key for one in again for change in one.changes}
    clauses = {one.clause for one in again}
    left = []
    for one in results:
        changes = tuple(change for change in one.changes if change.key not in keys)
        moved = one.clause in clauses
        result = replace(one, findings=(), observations=()) if moved else one
        left.append(replace(result, changes=changes))
    return left


def repeat(pair: Pair, change: Change, settings: Gate) -> str:
    """Return the command that shows a change again."""
    base = () if pair.before == HARBOR_VERSION else ("--base", pair.before)
    words = ("harbor-conformance", "gate", pair.after, *base, "--clause", change.finding.clause)
    how = ("--seed", str(settings.seed), "--profile", settings.profile.value)
    return shlex.join((*words, *how))
