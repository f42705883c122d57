"""The reference with deviations, as a candidate of this process."""

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from candidates.deviations.catalogue import functions
from candidates.deviations.deviation import Deviation
from conformance.implementations.installed_harbor import Harbor, open_harbor
from conformance.operations import EVERY_OPERATION, OPERATIONS
from conformance.operations.functions import LocalCandidate, asking
from conformance.protocol.values import Answer, Case

OF_HARBOR_ALONE = tuple(name for name in EVERY_OPERATION if name not in OPERATIONS)
"""The operations that only harbor has, and no candidate."""


class Candidate(Protocol):
    """An implementation under test."""

    name: str
    version: str
    operations: tuple[str, ...]
    faults: list[str]

    def answer(self, case: Case) -> Answer:
        """Return the answer to a case, or the fault that kept it from coming."""

    def answers(self, cases: Sequence[Case]) -> Iterator[Answer]:
        """Yield the answer to each case, in order."""

    def abandon(self) -> None:
        """End what was started, immediately."""

    def close(self) -> None:
        """End what was started, as the protocol has it; what goes wrong joins ``faults``."""


class _HarborDeviating(LocalCandidate):
    """The reference with deviations, and harbor with them where the reference has no operation."""

    def __init__(self, name: str, deviations: Sequence[Deviation], harbor: Harbor) -> None:
        """Take the deviations, and the harbor that answers what the reference lacks."""
        answered = {operation: asking(harbor, operation) for operation in OF_HARBOR_ALONE}
        super().__init__(name, functions(deviations, answered))
        self._harbor = harbor

    def abandon(self) -> None:
        """Remove what harbor wrote."""
        self._harbor.close()

    def close(self) -> None:
        """Remove what harbor wrote."""
        self._harbor.close()


def deviating(
    name: str, deviations: Sequence[Deviation], harbor: Callable[[], Harbor] = open_harbor
) -> Candidate:
    """Return what these deviations make; ``harbor`` opens it for whole jobs, which it runs.

    Raises IncompatibleError where two of them cannot be had together.
    """
    if any(deviation.operation in OF_HARBOR_ALONE for deviation in deviations):
        return _HarborDeviating(name, deviations, harbor())
    return LocalCandidate(name, functions(deviations))
