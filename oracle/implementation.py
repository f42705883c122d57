"""The installed harbor as an implementation that answers cases."""

import gc
import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module

from conformance.protocol.values import HARBOR_VERSION, Case, Failure, Result, Value
from oracle import driving, integrity, provenance
from oracle.driving import NotDrivenError, ReplayError
from oracle.provenance import (
    Provenance,
    UnaskedOracleError,
    UndrivenOracleError,
    UntrustedOracleError,
)

type Adapter = Callable[[dict[str, Value]], Value]


class Oracle:
    """harbor itself, run through one adapter for each operation."""

    def __init__(
        self,
        verified: Provenance,
        scratch: str | None = None,
        check: Callable[[], None] = lambda: None,
    ) -> None:
        """Take the folder for files, and the check of code in memory after an adapter opens.

        Use ``open_oracle`` to check the installation first.
        """
        self._check = check
        self.provenance = verified
        self._scratch = scratch
        self._opened: dict[str, Adapter] = {}

    def answer(self, case: Case) -> Result | Failure:
        """Return harbor's result, or the name of its exception.

        Raises UndrivenOracleError if harbor cannot be driven, and UnaskedOracleError if only this
        case could not be run: errors of the oracle's own code, or a full disk, are not answers.
        """
        try:
            adapter = self._opened.get(case.operation) or self._open(case.operation)
            return Result(adapter(case.input))
        except UntrustedOracleError:
            raise
        except NotDrivenError as error:
            raise self._not_driven(error) from error
        except ReplayError as error:
            raise _not_put(error) from error
        except Exception as error:
            if lacked := driving.lacking(error):
                raise _not_put(lacked) from error
            if driving.is_ours(error):
                raise self._not_driven(driving.in_words(error)) from error
            return Failure(type(error).__name__, str(error))

    def _not_driven(self, why: object) -> UndrivenOracleError:
        release = self.provenance.harbor
        return UndrivenOracleError(f"harbor {release} cannot be driven: {why}")

    def _open(self, operation: str) -> Adapter:
        """Return the adapter of an operation; raise NotDrivenError if this release has none.

        An adapter is imported on first use: those for whole trials and jobs take seconds to import,
        and most cases do not need them.
        """
        try:
            with _uncollected():
                adapter = self._made(operation)
        except (ImportError, AttributeError, NameError, TypeError, ValueError) as error:
            raise NotDrivenError(driving.in_words(error)) from error
        self._check()
        return adapter

    def _made(self, operation: str) -> Adapter:
        name = "".join(map(str.capitalize, operation.split("_")))
        kind = getattr(import_module(f"oracle.{operation}"), f"{name}Adapter")
        has_folder = bool(inspect.signature(kind).parameters)
        adapter: Adapter = kind(self._scratch) if has_folder else kind()
        self._opened[operation] = adapter
        return adapter

    def verify(self) -> None:
        """Raise UntrustedOracleError if harbor's code was changed in memory."""
        integrity.verify()

    def close(self) -> None:
        """Remove the adapters' folders."""
        for adapter in self._opened.values():
            if hasattr(adapter, "close"):
                adapter.close()


@contextmanager
def _uncollected() -> Iterator[None]:
    """Disable garbage collection inside, and exempt existing objects afterwards.

    Otherwise it would repeatedly search harbor's permanent objects.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was_on:
            gc.enable()


def _not_put(why: object) -> UnaskedOracleError:
    return UnaskedOracleError(f"a case could not be run by harbor: {why}")


@contextmanager
def open_oracle(scratch: str | None = None, release: str = HARBOR_VERSION) -> Iterator[Oracle]:
    """Yield harbor, checked before the first answer and after the last.

    ``scratch`` is a folder for the reward files. Raises UntrustedOracleError if the installed
    harbor is not the release's published wheel.
    """
    oracle = trusted_oracle(scratch, release)
    try:
        yield oracle
        oracle.verify()
    finally:
        oracle.close()


def trusted_oracle(scratch: str | None = None, release: str = HARBOR_VERSION) -> Oracle:
    """Return harbor after checking the installation; the caller closes it."""
    verified = provenance.verify(release)
    integrity.verify()
    return Oracle(verified, scratch, integrity.verify)
