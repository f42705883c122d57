"""Dask's ``distributed``, as far as a run needs it; the one module that imports it here."""

import asyncio
import importlib.util
import warnings
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from typing import Any, Self

from conformance.fleet import worker

_CONNECT = 30.0
"""Seconds that the scheduler may take for a connection, or to say which workers there are."""

_FETCH = 60.0
"""Seconds that results which are there may take to come, before their parts are asked again."""

_CLOSE = 3.0

_AGAIN = 2
"""Times that a call which failed on a worker is made again; one that ends its worker is Dask's."""

type Worker = str
"""A worker's address."""

type Result = tuple[Worker, bytes]
"""Who answered a call, and what."""

type Sent = Any
"""A call that was sent: a future of Dask's, which has no annotations worth their name."""


class FleetError(ConnectionError):
    """The fleet gives no answers any more; the message says why. What it has answered stands."""


class ExtraError(Exception):
    """``distributed`` is not installed."""


def refuse_without_extra() -> None:
    """Raise ExtraError where ``distributed`` is not installed."""
    if importlib.util.find_spec("distributed") is None:
        raise ExtraError(
            "--scheduler needs Dask's distributed: pip install 'harbor-conformance[fleet]'"
        )


class Engine:
    """A client of a scheduler.

    Whatever goes wrong with it is a FleetError.
    """

    def __init__(self, address: str) -> None:
        """Connect; TLS is as Dask's own configuration has it."""
        self._address = address
        # Dask tells of lost connections at length; a run tells of them in a line.
        import dask  # noqa: PLC0415 - an extra

        quiet = dict.fromkeys(("distributed", "distributed.client"), "critical")
        dask.config.set({"logging": quiet})
        import distributed  # noqa: PLC0415 - an extra, and half a second

        try:
            self._client: Any = distributed.Client(address, timeout=_CONNECT, set_as_default=False)
        except (OSError, TimeoutError, TypeError, ValueError, RuntimeError) as error:
            raise FleetError(f"no scheduler at {address}: {_in_a_line(error)}") from error

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Take leave of the scheduler, which forgets what was sent."""
        with suppress(Exception):
            self._client.close(timeout=_CLOSE)

    def workers(self) -> frozenset[Worker]:
        """Return which workers there are."""
        try:
            known = self._client.sync(
                self._client.scheduler.identity, n_workers=-1, callback_timeout=_CONNECT
            )
        except (OSError, TimeoutError, RuntimeError, ValueError) as error:
            raise self._gone from error
        return frozenset(known["workers"])

    @property
    def _gone(self) -> FleetError:
        return FleetError(f"the scheduler {self._address} is gone")

    def send(
        self,
        run: str,
        content: bytes,
        *,
        seconds: float,
        to: Collection[Worker] | None,
        when_done: Callable[[Sent], None],
    ) -> Sent:
        """Send a request to one of some workers, or to any.

        ``when_done`` gets what this returns, in another thread.
        """
        call = (worker.answer, run, content, seconds)
        workers = None if to is None else [*to]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of what is large
            try:
                sent = self._client.submit(*call, workers=workers, retries=_AGAIN, pure=False)
            except Exception as error:
                raise self._gone from error
        sent.add_done_callback(when_done)
        return sent

    @staticmethod
    def forget(sent: Sent) -> None:
        """Have a call dropped that is not needed any more, where it has not begun."""
        with suppress(Exception):
            sent.cancel()

    def fetch(self, sent: Sequence[Sent]) -> list[Result | FleetError | None]:
        """Return the results of calls that ended; None where one was lost.

        FleetError is what stands for a call that no worker could answer.
        """
        whole = [one for one in sent if one.status == "finished"]
        try:
            fetched = self._client.sync(self._client.gather, whole, callback_timeout=_FETCH)
        except Exception:  # noqa: BLE001 - a worker left with its results
            fetched = []
        by_key = dict(zip([one.key for one in whole], fetched, strict=False))
        return [by_key.get(one.key) or self._failure(one) for one in sent]

    @staticmethod
    def _failure(one: Sent) -> FleetError | None:
        if one.status != "error":
            return None
        why = "it failed"
        with suppress(Exception):
            why = _in_a_line(one.exception(timeout=_CONNECT))
        return FleetError(f"no worker could answer a part: {why}")

    def end(self, run: str) -> None:
        """Have workers end what they started for a run; one that does not hear is left."""
        with suppress(Exception):
            self._client.sync(
                self._client.run, worker.end, run, on_error="ignore", callback_timeout=_CLOSE
            )


def _in_a_line(error: BaseException | None) -> str:
    if isinstance(error, asyncio.TimeoutError):
        return "it does not answer"
    return " ".join(f"{error}".split()) or type(error).__name__
