"""Dask's ``distributed``, as far as a run needs it; the one module that imports it."""

import asyncio
import importlib.util
import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Self

from conformance.fleet import worker
from conformance.fleet.dispatch import Worker

_CONNECT = 30.0
"""Seconds that the scheduler may take for a connection, or to say which workers there are."""

_FETCH = 60.0
"""Seconds that results which are there may take to come, before their parts are asked again."""

_CLOSE = 3.0

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

        dask.config.set({"logging": {"distributed": "critical"}})
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

    def workers(self) -> dict[Worker, int]:
        """Return how much each worker does at a time."""
        try:
            known = self._client.sync(
                self._client.scheduler.identity, n_workers=-1, callback_timeout=_CONNECT
            )
        except (OSError, TimeoutError, RuntimeError, ValueError) as error:
            raise FleetError(f"the scheduler {self._address} is gone") from error
        workers: Mapping[str, Mapping[str, Any]] = known["workers"]
        return {address: int(told["nthreads"]) for address, told in workers.items()}

    def send(  # noqa: PLR0913 - what is sent, to whom, and what hears of it
        self,
        to: Worker,
        run: str,
        content: bytes,
        *,
        places: int,
        seconds: float,
        key: str,
        when_done: Callable[[Sent], None],
    ) -> Sent:
        """Send a request to one worker; ``when_done`` gets what this returns, in another thread."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of what is large
            sent = self._client.submit(
                *(worker.answer, run, content, places, seconds),
                key=key,
                workers=[to],
                allow_other_workers=False,
                pure=False,
            )
        sent.add_done_callback(when_done)
        return sent

    @staticmethod
    def forget(sent: Sent) -> None:
        """Have a call dropped that is not needed any more, where it has not begun."""
        with suppress(Exception):
            sent.cancel()

    def fetch(self, sent: Sequence[Sent]) -> list[bytes | str]:
        """Return what calls that ended returned, or why they returned nothing."""
        whole = [one for one in sent if one.status == "finished"]
        try:
            fetched = self._client.sync(self._client.gather, whole, callback_timeout=_FETCH)
        except Exception:  # noqa: BLE001 - a worker left with its results
            fetched = []
        by_key = dict(zip([one.key for one in whole], fetched, strict=False))
        return [by_key.get(one.key) or self._why(one) for one in sent]

    @staticmethod
    def _why(one: Sent) -> str:
        if one.status != "error":
            return "its results were lost"
        with suppress(Exception):
            return _in_a_line(one.exception(timeout=_CONNECT))
        return "it failed"

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
