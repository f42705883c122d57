"""Which worker gets which part: nothing here knows of Dask, of clocks or of what a part is."""

from collections import Counter, deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

type Worker = str
"""A worker's address."""

AHEAD = 1
"""Parts that a worker has waiting beside those that it works on, so that none waits for the way."""

_FAR_LONGER = 10
"""How many times as long as others a part may take before it is asked elsewhere as well."""

_LEAST = 5.0
"""Seconds below which nothing is asked elsewhere: a worker's first part has harbor imported."""


@dataclass
class Dispatch[Part]:
    """Parts that wait, that are out, and that are done; each counts once.

    ``refused`` says by worker why nothing of it is taken any more.
    """

    waiting: deque[Part] = field(default_factory=deque)
    out: dict[Part, dict[Worker, float]] = field(default_factory=dict)
    done: set[Part] = field(default_factory=set)
    refused: dict[Worker, str] = field(default_factory=dict)
    _seconds: float = 0.0
    _answered: int = 0

    @property
    def open(self) -> bool:
        """Whether anything is still to be answered."""
        return bool(self.waiting or self.out)

    def assign(self, places: Mapping[Worker, int], now: float) -> Iterator[tuple[Part, Worker]]:
        """Yield what is to be handed to whom; ``places`` is how much each works on at a time.

        A part goes to whoever has least; once none waits, whoever has nothing is asked as well what
        waits for its turn elsewhere, or is out far longer than others were.
        """
        loads = {worker: 0 for worker in places if worker not in self.refused}
        for workers in self.out.values():
            for worker in workers.keys() & loads.keys():
                loads[worker] += 1
        room = [
            (load / places[worker], worker)
            for worker, own in loads.items()
            for load in range(own, places[worker] + AHEAD)
        ]
        for _, worker in sorted(room) if self.waiting else ():
            if not self.waiting:
                break
            loads[worker] += 1
            yield self._handed(self.waiting.popleft(), worker, now)
        idle = [worker for worker, load in loads.items() if not load]
        again = dict.fromkeys([*self._behind(places), *self._late(now)])
        for worker, part in zip(idle, again, strict=False):
            yield self._handed(part, worker, now)

    def _handed(self, part: Part, worker: Worker, now: float) -> tuple[Part, Worker]:
        self.out.setdefault(part, {})[worker] = now
        return part, worker

    def _behind(self, places: Mapping[Worker, int]) -> Iterator[Part]:
        """Yield what waits for its turn at a worker, what was handed out last first."""
        alone = Counter(next(iter(own)) for own in self.out.values() if len(own) == 1)
        for part, own in reversed(self.out.items()):
            worker = next(iter(own))
            if len(own) == 1 and alone[worker] > places.get(worker, alone[worker]):
                alone[worker] -= 1
                yield part

    def _late(self, now: float) -> list[Part]:
        """Return what is out with one worker far longer than others were, the longest first."""
        since = {part: min(own.values()) for part, own in self.out.items() if len(own) == 1}
        late = [part for part, began in since.items() if now - began >= self.patience]
        return sorted(late, key=since.__getitem__)

    @property
    def patience(self) -> float:
        """Seconds after which a part is asked elsewhere as well, where somebody has nothing."""
        mean = self._seconds / self._answered if self._answered else 0.0
        return max(_LEAST, _FAR_LONGER * mean)

    def answered(self, part: Part, worker: Worker, now: float) -> bool:
        """Note an answer; return whether it is the first one to this part."""
        since = self.out.pop(part, {}).get(worker)
        if since is not None:
            self._seconds, self._answered = self._seconds + now - since, self._answered + 1
        if part in self.done:
            return False
        if since is None and part in self.waiting:
            self.waiting.remove(part)
        self.done.add(part)
        return True

    def lost(self, part: Part, worker: Worker) -> None:
        """Note that no answer comes to this part from this worker: it waits again."""
        workers = self.out.get(part, {})
        workers.pop(worker, None)
        if part in self.out and not workers:
            del self.out[part]
            self.waiting.appendleft(part)

    def gone(self, worker: Worker) -> None:
        """Note that a worker is no more: what it had waits again."""
        for part in [part for part, workers in self.out.items() if worker in workers]:
            self.lost(part, worker)

    def refuse(self, worker: Worker, why: str) -> bool:
        """Take nothing of a worker any more; return whether that is news."""
        news = worker not in self.refused
        self.refused[worker] = self.refused.get(worker, why)
        self.gone(worker)
        return news
