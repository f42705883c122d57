"""The installed harbor as an implementation that answers cases."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from conformance.model import Answer, Case, Failure, Result, Value
from oracle import integrity, provenance
from oracle.environment import ReplayError
from oracle.metric import MetricDoor
from oracle.pass_at_k import PassAtKDoor
from oracle.provenance import Provenance, UntrustedOracleError
from oracle.verifier import VerifierDoor

type Door = Callable[[dict[str, Value]], Value]


class Oracle:
    """harbor itself, asked through one door for each operation."""

    def __init__(self, verified: Provenance, scratch: str | None = None) -> None:
        """Open the doors; use ``open_oracle`` to have the installation checked first."""
        self.provenance = verified
        self._verifier = VerifierDoor(scratch)
        self._doors: dict[str, Door] = {
            "verifier": self._verifier,
            "metric": MetricDoor(),
            "pass_at_k": PassAtKDoor(),
        }

    @property
    def operations(self) -> tuple[str, ...]:
        """The operations that have a door."""
        return tuple(self._doors)

    def answer(self, case: Case) -> Answer:
        """Return harbor's result, or the name of the exception that it raised.

        Raises UntrustedOracleError where the question could not be put to harbor.
        """
        try:
            return Result(self._doors[case.operation](case.input))
        except ReplayError as error:
            message = f"the reward files could not be written: {error}"
            raise UntrustedOracleError(message) from error
        except Exception as error:  # noqa: BLE001 - whatever harbor raises is its answer
            return Failure(type(error).__name__, str(error))

    def verify(self) -> None:
        """Raise UntrustedOracleError if harbor's code was changed in memory."""
        integrity.verify()

    def close(self) -> None:
        """Remove the oracle's folder."""
        self._verifier.close()


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
