"""Measures the work of a diagnosis, the same on every machine: rounds of loops, and characters."""

import math
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType

from conformance.protocol.values import Case

_LOOPS, _MOST_LOOPS = 400, 800_000
"""Rounds of loops in a unit of work, about 50 us, and the most rounds of one answer."""

LONG = 4_000
"""The approximate size in characters of an input whose answer counts as one more. The search uses
such a case only at the end, and none is run again."""

_FACTS = 200
"""Characters, roughly, of an input without files whose facts count as one answer more."""

_COSTS = {"pass_at_k": 2, "trial_result": 2, "outcome": 2, "job": 4, "leaderboard": 5}
"""The weight of an answer of each of these operations, in answers of quick ones."""

_OURS = str(Path(__file__).parents[2] / "candidates")
"""Where the code is whose loops count: that of predicted answers. Other code, such as the filling
of caches, differs from process to process."""

_monitoring = sys.monitoring
_TOOL, _JUMP = 4, _monitoring.events.JUMP


def cost_of(case: Case, size: int) -> int:
    """Return the work of an answer to a case of this weight, besides its loops."""
    return _COSTS.get(case.operation, 1) * (1 + size // LONG)


def cost_of_facts(case: Case, size: int) -> int:
    """Return the work of finding the facts of a case; files have few for their length."""
    has_files = any(isinstance(value, bytes) for value in case.input.values())
    return cost_of(case, size) + (0 if has_files else size // _FACTS)


class SpentError(Exception):
    """The allowed work is spent."""


class TooLongError(BaseException):
    """One answer takes too long to predict; no `except Exception` of a candidate catches it."""


class Meter:
    """The spent work and its limit, beyond which ``spend`` raises SpentError.

    Necessary work may go beyond the limit of a search, ``most``, until the ``end``; it is ``short``
    once it could not be done, and ``exhausted`` once something was left out.
    """

    def __init__(self) -> None:
        """Start with nothing spent, and no limit."""
        self.spent, self.most, self.end = 0.0, math.inf, math.inf
        self.short = self.exhausted = False
        self._loops, self._limit = 0, math.inf

    def spend(self, amount: float) -> None:
        """Count work that is about to be done."""
        if self.spent > self.most:
            self.short |= self.most == self.end
            raise SpentError
        self.spent += amount

    def count(self, amount: float) -> None:
        """Count work that is done within an answer, which nothing may end."""
        self.spent += amount

    @property
    def left(self) -> float:
        """Return how much may still be spent."""
        return max(0.0, self.most - self.spent)

    @contextmanager
    def limited(self, limit: float = math.inf, end: float = math.inf) -> Iterator[None]:
        """Limit the work within the block, and necessary work by the end."""
        before, self.end = (self.most, self.end), min(end, self.end)
        self.most = min(limit, self.end)
        try:
            yield
        finally:
            self.most, self.end = before

    @contextmanager
    def ending(self) -> Iterator[None]:
        """End the block when the work is spent; results so far are kept."""
        try:
            yield
        except SpentError:
            self.exhausted = True

    def of_answer[Answer](self, answer: Callable[[], Answer]) -> Answer:
        """Return an answer, and count its loops; raises TooLongError if there are too many."""
        self._loops, self._limit = 0, _MOST_LOOPS
        try:
            return answer()
        finally:
            self.spent += self._loops // _LOOPS
            self._limit = math.inf

    @contextmanager
    def counting(self) -> Iterator[None]:
        """Have loops counted within."""
        _monitoring.use_tool_id(_TOOL, "diagnosis")
        _monitoring.register_callback(_TOOL, _JUMP, self._jumped)
        _monitoring.set_events(_TOOL, _JUMP)
        try:
            yield
        finally:
            _monitoring.set_events(_TOOL, 0)
            _monitoring.free_tool_id(_TOOL)

    def _jumped(self, code: CodeType, _start: int, _end: int) -> object:
        if not code.co_filename.startswith(_OURS):
            return _monitoring.DISABLE
        self._loops += 1
        if self._loops > self._limit:
            raise TooLongError
        return None
