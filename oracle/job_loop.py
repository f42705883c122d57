"""An event loop for harbor's Job that never waits for a thread."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from typing import Any

from oracle.driving import meant


class InlineLoop(asyncio.SelectorEventLoop):
    """Runs calls for other threads in its own thread, one turn later.

    harbor writes result.json through ``asyncio.to_thread`` after each event of a trial
    (harbor/job.py:432-438) while it holds a lock, so the thread only takes time. That time lets
    other tasks run: a task that failed cancels the others before they end.
    ``tests/test_long_way.py`` compares the answers with those of real jobs.
    """

    def run_in_executor[*Arguments, Returned](
        self,
        executor: Executor | None,
        func: Callable[[*Arguments], Returned],
        *args: *Arguments,
    ) -> asyncio.Future[Returned]:
        """Call the function now; return a future that is done one turn of the loop later."""
        del executor
        future: asyncio.Future[Returned] = self.create_future()
        try:
            result = func(*args)
        except Exception as error:  # noqa: BLE001 - handed on to the future
            self.call_soon(_settle, future, future.set_exception, meant(error))
        else:
            self.call_soon(_settle, future, future.set_result, result)
        return future


def _settle[Outcome](
    future: asyncio.Future[Any], settle: Callable[[Outcome], object], outcome: Outcome
) -> None:
    """End a future, unless the task that awaited it was cancelled meanwhile."""
    if not future.done():
        settle(outcome)
