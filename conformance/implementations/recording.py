"""An oracle that records each case, its answer, and the lines of harbor that it ran."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from conformance.protocol.values import Answer, Case, Implementation
from oracle.coverage import FirstLines


@dataclass(frozen=True, slots=True)
class Exchange:
    """A case, the oracle's answer, and the new lines, such as ``("harbor/job.py", 7)``.

    A line is new for the first case of a process that runs it.
    """

    case: Case
    answer: Answer
    lines: tuple[tuple[str, int], ...] = ()


class RecordingOracle:
    """An oracle that records its cases.

    It is an implementation, so it can replace the oracle of a run. It is also an examination
    without a candidate, so check bodies and ``generate`` can use it.
    """

    noticed = False
    """Nothing is compared here."""

    def __init__(
        self,
        oracle: Implementation,
        record: Callable[[Exchange], None] | None = None,
        lines: FirstLines | None = None,
    ) -> None:
        """Take the oracle, a function for each exchange, and the monitor of its lines.

        By default exchanges are kept in ``exchanges``. ``record`` runs while the example is being
        drawn, so it may look at Hypothesis's choices, and may raise to end the run.
        """
        self.exchanges: list[Exchange] = []
        self.cases = 0
        self._oracle = oracle
        self._record = record or self.exchanges.append
        self._lines = lines

    def answer(self, case: Case) -> Answer:
        """Return the oracle's answer, and record it."""
        answer = self._oracle.answer(case)
        self.cases += 1
        self._record(Exchange(case, answer, tuple(self._lines.take()) if self._lines else ()))
        return answer

    agree = answer

    def agree_on_each(self, cases: Iterable[Case]) -> None:
        """Record the answer to each case."""
        for case in cases:
            self.answer(case)

    def observe(self, label: str, *, happened: bool) -> None:
        """Ignore shares of examples, which a certification judges."""
