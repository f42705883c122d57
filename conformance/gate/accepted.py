"""Changes of a release that somebody has accepted: an exact list of expected deviations."""

from collections import Counter
from collections.abc import Iterator, Mapping

from conformance.diagnosis.expected.deviations import ExpectedDeviations, PinnedCase
from conformance.diagnosis.expected.expecting import Expectation
from conformance.gate.symptoms import Cause, Touches, causes, symptoms
from conformance.operations.comparing import compare
from conformance.protocol import show
from conformance.protocol.agreement import Agreement
from conformance.protocol.values import Answer, Case, Failure, Fault


class PredictionFaultError(Exception):
    """A prediction of accepted changes gives no answer."""


class Acceptance:
    """What a later release is compared with: the earlier one with the accepted changes.

    A deviation and a prediction accept the answers that they predict, a pinned case that case
    alone. Where the two answers of a pinned case differ in the text only, it accepts the
    same members of any case: no score hangs on them.
    """

    def __init__(self, declared: ExpectedDeviations, expectation: Expectation) -> None:
        """Take the expected deviations, and what they have expected."""
        self.declared = declared
        self._expectation = expectation
        self._texts = {cause: title_of(one) for one in declared.pinned for cause in texts_of(one)}
        self._counts: Counter[str] = Counter()
        self._last: tuple[Answer, frozenset[str]] = Failure(""), frozenset()

    def expected(self, case: Case, before: Answer) -> Answer:
        """Return what is accepted as the later release's answer, given the earlier one's.

        Raises PredictionFaultError where a prediction gives none.
        """
        self._last = before, frozenset[str]()
        if self.declared.expects:
            expected = self._expectation(case, before)
            self._last = expected, self._expectation.take_applied()
            if isinstance(expected, Fault):
                raise PredictionFaultError(expected.reason)
        return self._last[0]

    def count(self, case: Case, after: Answer) -> None:
        """Count the entries that made the last expected answer, if the later release gives it."""
        expected, applied = self._last
        if applied and compare(case, expected, after).agreement is Agreement.EXACT:
            self._counts.update(applied)

    def has_text(self, cause: Cause) -> bool:
        """Return whether a difference of the text alone is accepted."""
        if cause in self._texts:
            self._counts[self._texts[cause]] += 1
        return cause in self._texts

    def take_counts(self) -> Mapping[str, int]:
        """Return how many cases each entry accepted since this was last asked."""
        counts, self._counts = dict(self._counts), Counter()
        return counts


def title_of(entry: PinnedCase) -> str:
    """Return what a pinned case is called in reports."""
    return f"{entry.clause}: {show.case(entry.case)}"


def texts_of(entry: PinnedCase) -> Iterator[Cause]:
    """Yield the causes of an entry whose two answers differ in the text only."""
    places = symptoms(entry.case, entry.harbor, entry.candidate)
    if all(symptom.touches is Touches.TEXT for symptom in places):
        yield from causes(places)


def moved(entry: PinnedCase, before: Answer, after: Answer) -> str:
    """Return how a pinned case is answered otherwise than it is accepted, or nothing."""
    for pinned, answer, which in (
        (entry.harbor, before, "earlier"),
        (entry.candidate, after, "later"),
    ):
        if symptoms(entry.case, pinned, answer):
            return f"accepted, but the {which} release answers {show.answer(answer)}"
    return "" if symptoms(entry.case, before, after) else "accepted, but nothing changes"
