"""The installed harbor as an implementation that answers cases."""

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import cast

from conformance.model import Answer, Case, Failure, Result, Value
from oracle import integrity, provenance
from oracle.environment import ReplayError
from oracle.provenance import Provenance, UntrustedOracleError

type Door = Callable[[dict[str, Value]], Value]

DOORS = {
    "verifier": "VerifierDoor",
    "multi_step": "MultiStepDoor",
    "metric": "MetricDoor",
    "pass_at_k": "PassAtKDoor",
    "job": "JobDoor",
    "trial_result": "TrialResultDoor",
    "outcome": "OutcomeDoor",
    "reason_code": "ReasonCodeDoor",
    "run": "RunDoor",
}
"""The door of each operation, in the module of its name.

A door is imported when it is first asked: those to whole trials and jobs take harbor
seconds to import, and most questions need none of them.
"""


class Oracle:
    """harbor itself, asked through one door for each operation."""

    operations = tuple(DOORS)

    def __init__(self, verified: Provenance, scratch: str | None = None) -> None:
        """Take the folder for files; use ``open_oracle`` to have the installation checked first."""
        self.provenance = verified
        self._scratch = scratch
        self._opened: dict[str, Door] = {}

    def answer(self, case: Case) -> Answer:
        """Return harbor's result, or the name of the exception that it raised.

        Raises UntrustedOracleError where the question could not be put to harbor.
        """
        door = self._opened.get(case.operation) or self._open(case.operation)
        try:
            return Result(door(case.input))
        except ReplayError as error:
            message = f"the question could not be put to harbor: {error}"
            raise UntrustedOracleError(message) from error
        except Exception as error:  # noqa: BLE001 - whatever harbor raises is its answer
            return Failure(type(error).__name__, str(error))

    def _open(self, operation: str) -> Door:
        kind = getattr(import_module(f"oracle.{operation}"), DOORS[operation])
        has_folder = bool(inspect.signature(kind).parameters)
        door = cast("Door", kind(self._scratch) if has_folder else kind())
        self._opened[operation] = door
        return door

    def verify(self) -> None:
        """Raise UntrustedOracleError if harbor's code was changed in memory."""
        integrity.verify()

    def close(self) -> None:
        """Remove the doors' folders."""
        for door in self._opened.values():
            if hasattr(door, "close"):
                door.close()


@contextmanager
def open_oracle(scratch: str | None = None) -> Iterator[Oracle]:
    """Yield harbor's answers, checked before the first of them and after the last.

    ``scratch`` is a folder for the reward files. Raises UntrustedOracleError where the
    installed harbor cannot stand for the published wheel.
    """
    oracle = trusted_oracle(scratch)
    try:
        yield oracle
        oracle.verify()
    finally:
        oracle.close()


def trusted_oracle(scratch: str | None = None) -> Oracle:
    """Return harbor's answers after a check of what they rest on; the caller closes them."""
    verified = provenance.verify()
    integrity.verify()
    return Oracle(verified, scratch)
