"""The installed harbor as an implementation that answers cases."""

import gc
import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module

from conformance.protocol.values import HARBOR_VERSION, Answer, Case, Failure, Result, Value
from oracle import driving, integrity, provenance
from oracle.driving import NotDrivenError, ReplayError
from oracle.provenance import Provenance, UnaskedOracleError, UntrustedOracleError

type Adapter = Callable[[dict[str, Value]], Value]


class Oracle:
    """harbor itself, asked through one adapter for each operation."""

    def __init__(
        self,
        verified: Provenance,
        scratch: str | None = None,
        check: Callable[[], None] = lambda: None,
    ) -> None:
        """Take the folder for files, and what checks the code in memory once an adapter is open.

        Use ``open_oracle`` to have the installation checked first.
        """
        self._check = check
        self.provenance = verified
        self._scratch = scratch
        self._opened: dict[str, Adapter] = {}

    def answer(self, case: Case) -> Answer:
        """Return harbor's result, or the name of the exception that it raised.

        Raises UntrustedOracleError where harbor cannot be driven, and UnaskedOracleError
        where only this case could not be run: what goes wrong in the oracle's
        own code, or for want of room, is no answer.
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

    def _not_driven(self, why: object) -> UntrustedOracleError:
        release = self.provenance.harbor
        return UntrustedOracleError(f"harbor {release} cannot be driven: {why}")

    def _open(self, operation: str) -> Adapter:
        """Return the adapter of an operation; raise NotDrivenError where this release has none.

        An adapter is imported when it is first asked: those to whole trials and jobs take harbor
        seconds to import, and most cases need none of them.
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
    """Have no garbage looked for meanwhile, nor afterwards among what there is.

    It would be looked for again and again in all that harbor brings along, which stays.
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
    """Yield harbor's answers, checked before the first of them and after the last.

    ``scratch`` is a folder for the reward files. Raises UntrustedOracleError where the
    installed harbor cannot stand for the release's published wheel.
    """
    oracle = trusted_oracle(scratch, release)
    try:
        yield oracle
        oracle.verify()
    finally:
        oracle.close()


def trusted_oracle(scratch: str | None = None, release: str = HARBOR_VERSION) -> Oracle:
    """Return harbor's answers after a check of what they rest on; the caller closes them."""
    verified = provenance.verify(release)
    integrity.verify()
    return Oracle(verified, scratch, integrity.verify)
