"""A worker's own harbor, held against the recorded answers before it answers for a run."""

from collections.abc import Iterable
from functools import cache

from conformance.implementations.start import Harbor, open_harbor, refuse_moved


@cache
def harbor() -> Harbor:
    """Return this process's harbor; raises UntrustedOracleError where it cannot be believed."""
    return open_harbor()


def believe(operations: Iterable[str]) -> None:
    """Hold harbor against all recorded answers to these operations, once in a process.

    Raises UntrustedOracleError where one moved.
    """
    for operation in sorted(operations):
        _hold_to_recorded(operation)


@cache
def _hold_to_recorded(operation: str) -> None:
    refuse_moved(harbor(), operation)
    harbor().verify()
