"""Fuzzing under way: recorded cases, stored examples, then round after round, to a limit."""

import itertools
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path

from conformance.certification import INTERRUPTED
from conformance.certification.request import Request, RunPlan, plan_of
from conformance.certification.run import probe, run
from conformance.examination import corpus
from conformance.executor.workers import why_ended
from conformance.fuzz import journal
from conformance.fuzz.config import JOURNAL, PROPOSALS, FuzzConfig, claim, held, in_words
from conformance.fuzz.journal import FuzzState
from conformance.fuzz.result import Ended, FuzzPlan, FuzzResult, result_of
from conformance.fuzz.sharing import SharedExamples, key_of
from conformance.fuzz.work import HARBOR_ALONE, NOT_GENERATED, WorkItem, WorkResult
from conformance.implementations.start import UnaskedOracleError
from conformance.operations.catalogue import CATALOGUE


def fuzz(
    config: FuzzConfig, progress: Callable[[str], None], news: Callable[[str], None]
) -> FuzzResult:
    """Begin, or resume the folder's fuzzing, and run until a limit is reached.

    ``progress`` gets repeated messages, and ``news`` each of its messages once. Raises FuzzError if
    it cannot begin, CandidateError if a candidate cannot be run, UntrustedOracleError, and OSError.
    """
    with held(config.folder, fresh=config.fresh):
        seed = claim(config)
        targets = [_planned(replace(one, seed=seed), config.folder) for one in config.requests]
        file = config.folder / JOURNAL
        state = FuzzState.of(journal.read(file))
        examples = SharedExamples(config)
        news(f"seed {seed} and those after it, in {config.folder}")
        with journal.opened(file) as append:
            ended = _Fuzzer(config, targets, state, examples, append, progress, news).ended()
        if examples.lost:
            news(f"{examples.name} is gone ({examples.lost}): examples stay in the folder")
        return result_of(config, targets, state, ended, examples)


def _planned(request: Request, folder: Path) -> FuzzPlan:
    whole = plan_of(request, probe(request.spec, request.wanted))
    return FuzzPlan(request, whole.tried, whole.scope, whole.steps, folder / PROPOSALS)


@dataclass
class _Fuzzer:
    """A running fuzzing, and its outputs."""

    config: FuzzConfig
    targets: Sequence[FuzzPlan]
    state: FuzzState
    examples: SharedExamples
    append: Callable[[WorkResult], None]
    progress: Callable[[str], None]
    news: Callable[[str], None]
    began: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        """Record where this part of the fuzzing starts."""
        self.seconds_before, self.cases_before = self.state.seconds, self.state.cases

    def ended(self) -> Ended:
        """Run, and return how it ended; raises UntrustedOracleError."""
        try:
            return Ended(self._run_all())
        except KeyboardInterrupt:
            return Ended(INTERRUPTED, cut_off=True)
        except (BrokenExecutor, OSError, UnaskedOracleError) as error:
            return Ended(why_ended(error), cut_off=True)

    def _run_all(self) -> str:
        """Run until a limit is reached; return why it ended."""
        for target, items in parts(self.targets, self.examples, self.state):
            if why := self._limit() or (self._run(target, items) if items else ""):
                return why
        if self.state.given_up:
            return "no candidate answers any more"
        return "these clauses have recorded cases only, and all were run"

    def _run(self, target: RunPlan, items: list[WorkItem]) -> str:
        """Run items; return the limit that was reached, if any."""
        settings = replace(target.settings, examples=self.config.examples)
        with closing(run(settings, items, self.config.workers)) as results:
            for result in results:
                if not isinstance(result, WorkResult):
                    self.state.merge(target.name, result)
                    return f"{target.name} could not be started again"
                self._keep(target, result)
                self.progress(self._line())
                if why := self._limit():
                    return why
        return ""

    def _keep(self, target: RunPlan, result: WorkResult) -> None:
        """Record the result of an item, and share its examples."""
        state, new = self.state, self.state.unseen(result.new)
        result = replace(result, candidate=target.name, at=round(self._seconds, 3), new=new)
        self.append(result)
        found = set(state.found)
        is_smallest = state.add(result)
        for candidate, clause, kind in sorted(state.found - found):
            self.news(f"found: {candidate} at {clause}: {kind.words}")
        if is_smallest:
            key = key_of(f"{result.clause}/{result.check}", target)
            self.examples.save(key, map(bytes.fromhex, result.examples))

    @property
    def _seconds(self) -> float:
        """The seconds of all parts of the fuzzing."""
        return self.seconds_before + time.monotonic() - self.began

    def _limit(self) -> str:
        """Return the reached limit in words, or nothing."""
        state = self.state
        return self.config.limits.reached(self._seconds, state.cases, state.quiet)

    def _line(self) -> str:
        """Return the progress, the rate, harbor's coverage and the findings."""
        now, seconds = self.state.latest, max(time.monotonic() - self.began, 1e-3)
        rate = (now.cases - self.cases_before) / seconds
        return (
            f"{in_words(self._seconds)}, {now.cases:,} cases, {rate:,.0f}/s; harbor: "
            f"{now.lines:,} lines, {now.kinds:,} kinds of answer, nothing new in "
            f"{self.state.quiet:,} cases; {len(self.state.found)} findings"
        )


def parts(
    targets: Sequence[RunPlan], examples: SharedExamples, state: FuzzState
) -> Iterator[tuple[RunPlan, list[WorkItem]]]:
    """Yield targets with the items that the same processes run, until nothing is left."""
    stored = {one.name: list(_stored(one, examples, state)) for one in targets}
    operations = {operation for one in targets for operation in one.scope.claimed}
    alone = [
        WorkItem(id_, HARBOR_ALONE)
        for id_, clause in CATALOGUE.items()
        if clause.operation in operations and corpus.file_of(id_).exists()
    ]
    for one in targets:
        recorded = [WorkItem(s.clause, s.check) for s in one.steps if s.check in NOT_GENERATED]
        # What harbor does with any recorded case is not new.
        yield one, _left(one, [*(alone if one is targets[0] else ()), *recorded], state)
    first, amount = targets[0].request.seed, 1
    while seeds := next_seeds(targets, first, amount, state):
        for one in targets:
            items = [item for seed in seeds for item in drawn(one, seed)]
            yield one, _left(one, [*stored.pop(one.name, ()), *items], state)
        # The same processes, which check their harbor first, run at most 32 rounds.
        first, amount = seeds[-1] + 1, min(2 * amount, 32)


def _stored(target: RunPlan, examples: SharedExamples, state: FuzzState) -> Iterator[WorkItem]:
    """Yield the checks with stored examples, except those of this fuzzing."""
    for item in drawn(target, 0):
        found = [one for one in examples.of(item.id, target) if one.hex() not in state.examples]
        if found:
            yield WorkItem(item.clause, item.check, None, tuple(found))


def drawn(target: RunPlan, seed: int) -> list[WorkItem]:
    """Return the items of one round for a target: all checks under one seed."""
    checks = (step for step in target.steps if step.check not in NOT_GENERATED)
    return [WorkItem(step.clause, step.check, seed) for step in checks]


def next_seeds(targets: Sequence[RunPlan], first: int, amount: int, state: FuzzState) -> list[int]:
    """Return the next seeds that have items left, from ``first`` on; none if no seed ever has."""

    def has_any(seed: int) -> bool:
        return any(_left(one, drawn(one, seed), state) for one in targets)

    if not has_any(-1):
        return []
    return list(itertools.islice(filter(has_any, itertools.count(first)), amount))


def _left(target: RunPlan, items: Sequence[WorkItem], state: FuzzState) -> list[WorkItem]:
    """Return the open items of operations that the target still answers."""
    return [
        item
        for item in items
        if (target.name, item.clause, item.check, item.seed) not in state.done
        and (target.name, item.operation) not in state.given_up
    ]
