"""Has the workers of a scheduler take the steps of a session's tests."""

from collections.abc import Sequence
from concurrent.futures import BrokenExecutor, Future
from contextlib import ExitStack

import pytest

from conformance.certification.plan import Step
from conformance.certification.run import Settings, functions_of, parts_elsewhere, take_elsewhere
from conformance.cli.errors import UsageError
from conformance.cli.fleet import workers_of
from conformance.examination.findings import CheckResult
from conformance.executor.workers import Workers
from conformance.implementations.process.command import GUARD


class Ahead:
    """The results that the tests of a session are going to need."""

    def __init__(self, workers: Workers) -> None:
        """Begin with none."""
        self._workers = workers
        self._stack = ExitStack()
        self._parts: dict[tuple[str, Step], tuple[Future[list[CheckResult]], int]] = {}

    def ask(self, settings: Settings, steps: Sequence[Step]) -> None:
        """Have the steps of a candidate taken; ends the session where no worker can."""
        own = self._workers.executor(
            candidate=settings.candidate, predictions=functions_of(settings.declared)
        )
        try:
            executor = self._stack.enter_context(own)
            for part in parts_elsewhere(settings, steps):
                future = executor.submit(take_elsewhere, settings, part, str(GUARD))
                for place, step in enumerate(part):
                    self._parts[settings.candidate.name, step] = future, place
        except BrokenExecutor as error:
            pytest.exit(f"no verdict: {error}", returncode=4)

    def result(self, candidate: str, step: Step) -> CheckResult:
        """Return the result of a step as soon as it is there; raises BrokenExecutor."""
        future, place = self._parts[candidate, step]
        return future.result()[place]

    def close(self) -> None:
        """Cancel the rest."""
        self._stack.close()


def ahead_of(config: pytest.Config) -> Ahead | None:
    """Return what holds the results of a scheduler's workers, where one is named.

    Raises UsageError.
    """
    workers = workers_of(None, config.option.conformance_scheduler)
    if workers.scheduler is None:
        return None
    if hasattr(config, "workerinput") or getattr(config.option, "numprocesses", None):
        raise UsageError("--scheduler goes without -n")
    return Ahead(workers)
