"""The order of concurrent trials, without waiting by the clock."""

import asyncio
import heapq


class Turns:
    """Holds trials that wait for their turn until every running trial waits.

    Then the one with the lowest turn goes on. A trial that ended and is tried again does not count
    as running in between.
    """

    def __init__(self) -> None:
        """Begin without trials."""
        self.expect(0, 0)

    def expect(self, trials: int, at_once: int) -> None:
        """Start over with a number of trials, and of concurrent ones."""
        self._trials, self._at_once = trials, at_once
        self._seen: set[str] = set()
        self._running: set[str] = set()
        self._waiting: list[tuple[int, int, asyncio.Event]] = []
        self._arrived = 0

    def started(self, trial: str) -> None:
        """Record that a trial runs."""
        self._seen.add(trial)
        self._running.add(trial)

    def ended(self, trial: str) -> None:
        """Record that a trial no longer runs."""
        self._running.discard(trial)
        self._go_on()

    async def wait(self, turn: int) -> None:
        """Return when the turn has come."""
        come = asyncio.Event()
        self._arrived += 1
        waiting = turn, self._arrived, come
        heapq.heappush(self._waiting, waiting)
        self._go_on()
        try:
            await come.wait()
        except asyncio.CancelledError:
            self._waiting = [other for other in self._waiting if other is not waiting]
            heapq.heapify(self._waiting)
            raise

    def _go_on(self) -> None:
        all_run = len(self._running) >= self._at_once or len(self._seen) >= self._trials
        if all_run and self._waiting and len(self._waiting) == len(self._running):
            heapq.heappop(self._waiting)[2].set()
