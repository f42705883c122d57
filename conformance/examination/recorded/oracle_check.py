"""Checks an oracle: it is trusted if it still gives the recorded answers."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from conformance.examination.recorded import corpus
from conformance.examination.recorded.corpus import RecordedCase
from conformance.operations.comparing import compare
from conformance.protocol import show
from conformance.protocol.agreement import Agreement
from conformance.protocol.values import HARBOR_VERSION, Answer, Case, Implementation


@dataclass(frozen=True, slots=True)
class CorpusMismatch:
    """A recorded case to which an oracle does not give the recorded answer."""

    recorded: RecordedCase
    answer: Answer

    def __str__(self) -> str:
        """Return the case, the recorded answer and the new one, in a line."""
        recorded = self.recorded
        return (
            f"{recorded.id} ({show.case(recorded.case)}) is recorded as "
            f"{show.answer(recorded.answer)}, and is {show.answer(self.answer)} here"
        )


class CorpusMismatchError(Exception):
    """An oracle does not give the recorded answer to a case."""


class CheckedOracle:
    """An oracle that gave the recorded answers to some cases, and keeps them."""

    def __init__(self, oracle: Implementation, recorded: Iterable[RecordedCase]) -> None:
        """Run all cases; raise CorpusMismatchError at the first different answer."""
        self._answers: dict[int, tuple[Case, Answer]] = {}
        for one in recorded:
            answer = oracle.answer(one.case)
            if _differs(one, answer):
                raise CorpusMismatchError(str(CorpusMismatch(one, answer)))
            self._answers[id(one.case)] = one.case, answer

    def answer(self, case: Case) -> Answer:
        """Return the oracle's answer to one of these cases."""
        return self._answers[id(case)][1]


def mismatches(
    oracle: Implementation,
    operation: str,
    but: Collection[str] = (),
    release: str = HARBOR_VERSION,
) -> Iterator[CorpusMismatch]:
    """Yield the recorded cases of an operation that a release answers differently.

    Cases of the clauses in ``but`` are left out.
    """
    for recorded in (one.in_release(release) for one in corpus.load(operation, but)):
        answer = oracle.answer(recorded.case)
        if _differs(recorded, answer):
            yield CorpusMismatch(recorded, answer)


def _differs(recorded: RecordedCase, answer: Answer) -> bool:
    compared = compare(recorded.case, recorded.answer, answer)
    return compared.agreement is not Agreement.EXACT
