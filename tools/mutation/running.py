"""Sends the inputs to mutants, each in its own forked process, which may hang or break."""

import multiprocessing
import resource
import signal
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from multiprocessing import connection
from multiprocessing.connection import Connection
from multiprocessing.context import ForkProcess

from conformance.operations.comparing import Agreement, compare
from tools.mutation.mutants import Mutant
from tools.mutation.reference import mutated
from tools.quick_run import Input


class Fate(StrEnum):
    """The fate of a mutant."""

    RECORDED = "diverges on a recorded case"
    GENERATED = "diverges on a generated input"
    SPELLING = "differs only in spelling, as --exact reports"
    NOT_IMPORTED = "cannot be imported"
    HUNG = "took too long for one input"
    ENDED = "ended its process"
    SURVIVED = "agrees on every input"


@dataclass(frozen=True, slots=True)
class MutantVerdict:
    """The fate of a mutant, and the step or the error that decided it."""

    fate: Fate
    noticed_by: str = ""


PATIENCE = 3.0
"""The CPU seconds for one input; the reference takes 0.05 for the longest."""

ROOM = 4 * 2**30
"""The memory limit of a mutant, which may allocate without end."""

# Forked, so that the inputs and the code for comparing are already there.
_FORKED = multiprocessing.get_context("fork")


def run(
    mutants: Mapping[str, Mutant], inputs: Mapping[str, Sequence[Input]], jobs: int
) -> Iterator[tuple[str, MutantVerdict]]:
    """Yield the key of each mutant with its verdict, as they end, ``jobs`` at a time.

    ``inputs`` are those of each module. If the caller stops early, running processes are killed.
    """
    ahead = iter(mutants)
    running = [_started(key, mutants[key], inputs) for key in islice(ahead, jobs)]
    try:
        while running:
            ready = connection.wait([each.verdicts for each in running])
            for done in [each for each in running if each.verdicts in ready]:
                running.remove(done)
                yield done.key, done.verdict()
                running += [_started(key, mutants[key], inputs) for key in islice(ahead, 1)]
    finally:
        for left in running:
            left.process.kill()
            left.process.join()


@dataclass(frozen=True, slots=True)
class _Running:
    """A mutant's key, its process, and the pipe for its verdict."""

    key: str
    process: ForkProcess
    verdicts: Connection

    def verdict(self) -> MutantVerdict:
        """Return the verdict once it arrives or the process ends, and wait for the end."""
        verdict: MutantVerdict | None = None
        with self.verdicts, suppress(EOFError):
            verdict = self.verdicts.recv()
        self.process.join()
        if self.process.exitcode == -signal.SIGPROF:
            return MutantVerdict(Fate.HUNG)
        return verdict or MutantVerdict(Fate.ENDED, f"status {self.process.exitcode}")


def _started(key: str, mutant: Mutant, inputs: Mapping[str, Sequence[Input]]) -> _Running:
    here, there = _FORKED.Pipe(duplex=False)
    process = _FORKED.Process(target=_send_verdict, args=(mutant, inputs[mutant.module], there))
    process.start()
    there.close()
    return _Running(key, process, here)


def _send_verdict(mutant: Mutant, inputs: Sequence[Input], verdicts: Connection) -> None:
    """Send the verdict on a mutant; SIGPROF ends the process if an input takes too long."""
    resource.setrlimit(resource.RLIMIT_DATA, (ROOM, ROOM))
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends it
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        signal.setitimer(signal.ITIMER_PROF, PATIENCE)
        verdicts.send(_verdict(mutant, inputs))


def _verdict(mutant: Mutant, inputs: Sequence[Input]) -> MutantVerdict:
    try:
        candidate = mutated(mutant.module, mutant.source)
    except Exception as error:  # noqa: BLE001 - a mutant may raise anything
        return MutantVerdict(Fate.NOT_IMPORTED, type(error).__name__)
    spelling = ""
    for one in inputs:
        signal.setitimer(signal.ITIMER_PROF, PATIENCE)
        agreement = compare(one.case, one.answer, candidate.answer(one.case)).agreement
        if agreement is Agreement.DIVERGENT:
            return MutantVerdict(Fate.RECORDED if one.recorded else Fate.GENERATED, one.sender)
        if agreement is Agreement.EQUAL:
            spelling = spelling or one.sender
    return MutantVerdict(Fate.SPELLING if spelling else Fate.SURVIVED, spelling)
