"""Holds live answers against the recorded ones: an oracle is believed where none moved."""

from collections.abc import Iterator
from dataclasses import dataclass

from conformance.comparison.agreement import Agreement
from conformance.operations.comparing import compare
from conformance.protocol import show
from conformance.protocol.implementation import Implementation
from conformance.protocol.values import Answer
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


def moved(oracle: Implementation, operation: str) -> Iterator[Moved]:
    """Yield the recorded cases of an operation that an oracle answers otherwise."""
    for recorded in corpus.load(operation):
        answer = oracle.answer(recorded.case)
        compared = compare(recorded.case, recorded.answer, answer)
        if compared.agreement is not Agreement.EXACT:
            yield Moved(recorded, answer)
