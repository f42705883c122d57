"""What an implementation is to those who ask it."""

from collections.abc import Iterator, Sequence
from typing import Protocol

from conformance.protocol.values import Answer, Case


class Implementation(Protocol):
    """Whatever answers cases: the oracle, a candidate, the recorded corpus."""

    def answer(self, case: Case) -> Answer:
        """Return the answer to a case."""


class Candidate(Implementation, Protocol):
    """An implementation under test, which may take cases ahead of its answers."""

    def answers(self, cases: Sequence[Case]) -> Iterator[Answer]:
        """Yield the answer to each case, in order."""
