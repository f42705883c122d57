"""An event loop for harbor's Job in which nothing waits for a thread."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor

from oracle.driving import meant


class InlineLoop(asyncio.SelectorEventLoop):
    """Does at once what would be handed to a thread.

    harbor writes result.json through ``asyncio.to_thread`` after each event of a trial
    (harbor/job.py:432-438), holding a lock meanwhile, so the thread decides nothing but
    the time that it takes. ``tests/test_oracle_job.py`` holds the answers against those
    of ``asyncio.run``.
    """

    def run_in_executor[*Arguments, Returned](
        self,
        executor: Executor | None,
        func: Callable[[*Arguments], Returned],
        *args: *Arguments,
    ) -> asyncio.Future[Returned]:
        """Call the function now; return a future that is done."""
        del executor
        done: asyncio.Future[Returned] = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as error:  # noqa: BLE001 - handed on to whoever awaits the future
            done.set_exception(meant(error))
        return done
