"""The steps of a run, taken by a fleet instead of by processes here."""

from collections.abc import Iterator, Sequence
from concurrent.futures import as_completed
from dataclasses import replace
from itertools import batched

from conformance.certification import run as here
from conformance.certification.plan import Step
from conformance.certification.run import Run, Settings
from conformance.examination.findings import CheckResult
from conformance.fleet.belief import believe
from conformance.fleet.pool import Fleet
from conformance.fleet.requests import guarded
from conformance.implementations.process.command import GUARD
from conformance.ledger.ledger import Ledger

_QUESTIONS = 200
"""Generated questions, about, of one part; which steps it has is a matter of the run alone."""


def run_on(fleet: Fleet) -> Run:
    """Return what takes the steps of a run on a fleet."""

    def run(settings: Settings, steps: Sequence[Step], jobs: int) -> Iterator[CheckResult]:
        del jobs
        parts = batched(steps, size_of(settings))
        with fleet.pool(settings.candidate, functions_of(settings.ledger)) as pool:
            futures = [pool.submit(take, settings, part, str(GUARD)) for part in parts]
            for future in as_completed(futures):
                yield from future.result()

    return run


def functions_of(ledger: Ledger) -> tuple[str, ...]:
    """Return the functions of a ledger, whose code is to be the same on a worker."""
    return tuple(prediction.function for prediction in ledger.predictions)


def size_of(settings: Settings) -> int:
    """Return how many steps a part of a run has."""
    return max(1, _QUESTIONS // settings.examples)


def take(settings: Settings, steps: tuple[Step, ...], guard: str) -> list[CheckResult]:
    """Return the results of steps, in a worker's process.

    Before it answers for an operation, harbor is held against the recorded answers to it.
    """
    believe({step.operation for step in steps})
    candidate = guarded(settings.candidate, guard)
    return here.take_all(replace(settings, candidate=candidate), steps, "")
