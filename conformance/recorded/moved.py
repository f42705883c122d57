"""Holds live answers against the recorded ones: an oracle is believed where none moved."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from conformance.comparison.agreement import Agreement
from conformance.operations.comparing import compare
from conformance.protocol import show
from conformance.protocol.values import Answer, Case, Implementation
from conformance.recorded import corpus
from conformance.recorded.corpus import RecordedCase


@dataclass(frozen=True, slots=True)
class Moved:
    """A recorded case that is answered otherwise than it was when it was recorded."""

    recorded: RecordedCase
    answer: Answer

    def __str__(self) -> str:
        """Return the case, what is recorded and what is answered, in one line."""
        recorded = self.recorded
        return (
            f"{recorded.id} ({show.case(recorded.case)}) is recorded as "
            f"{show.answer(recorded.answer)}, and is {show.answer(self.answer)} here"
        )


class MovedError(Exception):
    """An oracle answers a recorded case otherwise than it was recorded."""


class Held:
    """An oracle's answers to recorded cases, each asked once and held against the recorded one."""

    def __init__(self, oracle: Implementation, recorded: Iterable[RecordedCase]) -> None:
        """Ask all of them; raise MovedError at the first whose answer moved."""
        self._answers: dict[int, tuple[Case, Answer]] = {}
        for one in recorded:
            answer = oracle.answer(one.case)
            if _has_moved(one, answer):
                raise MovedError(str(Moved(one, answer)))
            self._answers[id(one.case)] = one.case, answer

    def answer(self, case: Case) -> Answer:
        """Return what the oracle answered to one of these very cases."""
        return self._answers[id(case)][1]


def moved(oracle: Implementation, operation: str, but: Collection[str] = ()) -> Iterator[Moved]:
    """Yield the recorded cases of an operation that an oracle answers otherwise.

    ``but`` are clauses whose cases are not asked.
    """
    for recorded in corpus.load(operation, but):
        answer = oracle.answer(recorded.case)
        if _has_moved(recorded, answer):
            yield Moved(recorded, answer)


def _has_moved(recorded: RecordedCase, answer: Answer) -> bool:
    compared = compare(recorded.case, recorded.answer, answer)
    return compared.agreement is not Agreement.EXACT
