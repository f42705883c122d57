"""Fuzzing under way: work items are run, written down and shared, until a limit is reached."""

import secrets
import time
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import closing
from dataclasses import dataclass, replace
from enum import StrEnum

from hypothesis.database import ExampleDatabase

from conformance.certification.run import RunSettings, run
from conformance.examination.findings import CheckResult
from conformance.executor.workers import why_ended
from conformance.fuzz import folder as folders
from conformance.fuzz import journal as journals
from conformance.fuzz import rounds, sharing
from conformance.fuzz.config import FuzzConfig, Identity, Target
from conformance.fuzz.folder import FuzzFolder
from conformance.fuzz.journal import Journal, JournalEntry
from conformance.fuzz.sharing import SharedDatabase
from conformance.fuzz.state import FuzzState, in_words
from conformance.fuzz.work import WorkItem, WorkResult
from conformance.implementations.start import (
    CandidateError,
    UnaskedOracleError,
    verify_provenance,
)


class NothingToFuzzError(Exception):
    """The clauses and expected deviations leave nothing to run."""


class Ending(StrEnum):
    """What ended a fuzzing, or a part of it."""

    LIMIT = "limit"
    INTERRUPTED = "interrupted"
    CANDIDATE = "candidate"
    NO_VERDICT = "no verdict"


@dataclass(frozen=True, slots=True)
class Ended:
    """How a fuzzing ended, and why in words."""

    how: Ending
    why: str


@dataclass(frozen=True, slots=True)
class Teller:
    """Takes messages: ``progress`` again and again, and each of ``news`` once."""

    progress: Callable[[str], None]
    news: Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Fuzzed:
    """A fuzzing that ended, with everything that it has seen."""

    config: FuzzConfig
    identity: Identity
    folder: FuzzFolder
    state: FuzzState
    ended: Ended
    shared: SharedDatabase | None


def fuzz(config: FuzzConfig, tell: Teller) -> Fuzzed:
    """Begin, or resume what the folder has, and run until a limit is reached.

    Raises FolderError, JournalError and DatabaseError where it cannot begin, NothingToFuzzError,
    CandidateError where a candidate cannot be run, and UntrustedOracleError.
    """
    with folders.held(config.folder) as folder:
        if config.fresh:
            folder.clear()
        config = replace(config, targets=tuple(t.probed(config.clauses) for t in config.targets))
        if not any(one.steps for one in config.targets):
            raise NothingToFuzzError(
                "the expected deviations leave nothing to ask of these clauses"
            )
        chosen = secrets.randbits(32) if config.seed is None else config.seed
        now = replace(config, seed=chosen).identity(verify_provenance())
        identity = folder.claim(now, seed=config.seed)
        state = FuzzState.of(journals.read(folder.journal))
        database, shared = sharing.databases(folder.examples, config.database, tell.news)
        tell.news(f"seed {identity['seed']} and those after it, in {config.folder}")
        with journals.opened(folder.journal) as journal:
            fuzzer = _Fuzzer(config, identity, state, database, journal, tell)
            ended = fuzzer.ended()
            if shared is not None and shared.lost:
                shared.lost = ""
                fuzzer.share_again()
        return Fuzzed(config, identity, folder, state, ended, shared)


_STRETCH = 300.0
"""Seconds, about, for which processes run; their harbor is compared with recorded answers first."""


class _Fuzzer:
    """A fuzzing under way."""

    def __init__(  # noqa: PLR0913, PLR0917 - what it writes to, one by one
        self,
        config: FuzzConfig,
        identity: Identity,
        state: FuzzState,
        database: ExampleDatabase,
        journal: Journal,
        tell: Teller,
    ) -> None:
        self._config, self._identity, self._state = config, identity, state
        self._database, self._journal, self._tell = database, journal, tell
        self._harbor: str = identity["versions"]["harbor"]
        self._began, self._before = time.monotonic(), state.progress
        self.share_again()

    def ended(self) -> Ended:
        """Run, and return how it ended; raises UntrustedOracleError."""
        try:
            return self._run_all()
        except KeyboardInterrupt:
            return Ended(Ending.INTERRUPTED, "interrupted")
        except CandidateError as error:
            return Ended(Ending.CANDIDATE, str(error))
        except (BrokenExecutor, OSError, UnaskedOracleError) as error:
            return Ended(Ending.NO_VERDICT, why_ended(error))

    def share_again(self) -> None:
        """Share what the journal has, which a shared database may have missed."""
        targets = {one.name: one for one in self._config.targets}
        for entry in self._state.telling:
            if entry.candidate in targets:
                self._share(targets[entry.candidate], entry)

    def _run_all(self) -> Ended:
        """Run until a limit is reached: recorded cases first, then stored examples, then rounds."""
        targets, state = self._config.targets, self._state
        alone = rounds.of_harbor(targets)
        for one in targets:
            if why := self._run(one, [*rounds.recorded(one), *alone]):
                return Ended(Ending.LIMIT, why)
            alone = []
        stored = {
            one.name: list(rounds.stored(one, self._database, self._harbor, state))
            for one in targets
        }
        seed, amount = self._identity["seed"], 1
        while due := rounds.next_seeds(targets, seed, amount, state):
            began = time.monotonic()
            for one in targets:
                drawn = (item for each in due for item in rounds.drawn(one, each))
                if why := self._run(one, [*stored.pop(one.name, ()), *drawn]):
                    return Ended(Ending.LIMIT, why)
            of_one = (time.monotonic() - began) / len(due)
            amount = max(1, int(_STRETCH / max(of_one, 1e-3)))
            seed = due[-1] + 1
        if state.given_up:
            return Ended(Ending.CANDIDATE, "no candidate answers any more")
        return Ended(Ending.LIMIT, "these clauses have recorded cases only, and all were run")

    def _run(self, target: Target, wanted: Sequence[WorkItem]) -> str:
        """Run the items that are left of these; return the limit that was reached meanwhile."""
        if why := self._limit():
            return why
        todo = rounds.left(target, wanted, self._state)
        if not todo:
            return ""
        settings = RunSettings(
            target.spec,
            self._identity["seed"],
            self._identity["examples"],
            target.declared,
        )
        with closing(run(settings, todo, self._config.workers)) as results:
            for result in results:
                self._keep(target, result)
                self._tell.progress(self._line())
                if why := self._limit():
                    return why
        return ""

    def _keep(self, target: Target, result: CheckResult) -> None:
        """Write down what an item showed, and share its examples."""
        if not isinstance(result, WorkResult):
            raise CandidateError(f"{target.name}: {'; '.join(result.faults)}")
        new = self._state.unseen(result.new)
        entry = JournalEntry.of(target.name, result, self._seconds, new)
        self._journal.append(entry)
        found = set(self._state.found)
        self._state.add(entry)
        for candidate, clause, kind in sorted(self._state.found.keys() - found):
            self._tell.news(f"found: {candidate} at {clause}: {kind.words}")
        if self._state.telling and self._state.telling[-1] is entry:
            self._share(target, entry)
        for key in self._keys(target, entry):
            for example in result.outlived:
                self._database.delete(key, example)

    def _share(self, target: Target, entry: JournalEntry) -> None:
        new = [one.choices for one in entry.new]
        for key, examples in zip(self._keys(target, entry), (entry.examples, new), strict=True):
            for example in filter(None, examples):
                self._database.save(key, example)

    def _keys(self, target: Target, entry: JournalEntry) -> tuple[bytes, bytes]:
        check = f"{entry.clause}/{entry.check}"
        diverging = sharing.diverging(check, target.name, target.version)
        return diverging, sharing.telling(check, self._harbor)

    @property
    def _seconds(self) -> float:
        """The seconds of all parts of the fuzzing."""
        return self._before.seconds + time.monotonic() - self._began

    def _limit(self) -> str:
        """Return the limit that is reached, in words, or nothing."""
        so_far = replace(self._state.progress, seconds=self._seconds)
        return self._config.limits.reached(so_far)

    def _line(self) -> str:
        """Return how far the fuzzing is, how fast, harbor's coverage and the findings."""
        progress, now = self._state.progress, self._state.latest
        seconds = max(time.monotonic() - self._began, 1e-3)
        rate = (progress.cases - self._before.cases) / seconds
        return (
            f"{in_words(self._seconds)}, {progress.cases:,} cases, {rate:,.0f}/s; harbor: "
            f"{now.lines:,} lines, {now.kinds:,} kinds of answer, nothing new in "
            f"{progress.quiet:,} cases; {len(self._state.found)} findings"
        )
