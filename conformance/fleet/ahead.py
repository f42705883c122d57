"""Results of steps that somebody will ask for one by one, taken by a fleet meanwhile."""

from collections.abc import Sequence
from concurrent.futures import Future
from contextlib import ExitStack
from itertools import batched

from conformance.certification.plan import Step
from conformance.certification.run import Settings
from conformance.examination.findings import CheckResult
from conformance.fleet.pool import Fleet
from conformance.fleet.steps import functions_of, size_of, take
from conformance.implementations.process.command import GUARD


class Ahead:
    """What a fleet has been asked of several candidates."""

    def __init__(self, fleet: Fleet) -> None:
        """Ask nothing yet."""
        self._fleet = fleet
        self._stack = ExitStack()
        self._parts: dict[tuple[str, Step], tuple[Future[list[CheckResult]], int]] = {}

    def ask(self, settings: Settings, steps: Sequence[Step]) -> None:
        """Have the steps of a candidate taken."""
        pool = self._stack.enter_context(
            self._fleet.pool(settings.candidate, functions_of(settings.ledger))
        )
        for part in batched(steps, size_of(settings)):
            future = pool.submit(take, settings, part, str(GUARD))
            for place, step in enumerate(part):
                self._parts[settings.candidate.name, step] = future, place

    def result(self, candidate: str, step: Step) -> CheckResult:
        """Return the result of a step as soon as it is there; raises FleetError."""
        future, place = self._parts[candidate, step]
        return future.result()[place]

    def close(self) -> None:
        """End what is still asked."""
        self._stack.close()
