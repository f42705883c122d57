"""Changes of a release that somebody has accepted: an exact list of expected deviations."""

from collections import Counter
from collections.abc import Iterable, Mapping

from conformance.diagnosis.expected.deviations import ExpectedDeviations, PinnedCase
from conformance.diagnosis.expected.expecting import Expectation
from conformance.gate.symptoms import Cause, Touches, causes, symptoms
from conformance.protocol import show
from conformance.protocol.values import Answer, Case, Fault


class PredictionFaultError(Exception):
    """A prediction of accepted changes gives no answer."""


class Acceptance:
    """What a later release is compared with: the earlier one with the accepted changes.

    A deviation and a prediction accept the answers that they predict, a pinned case that case
    only. Where the two answers of a pinned case differ in the text only, it accepts the
    same keys of any case: no score depends on them.
    """

    def __init__(self, declared: ExpectedDeviations, expectation: Expectation) -> None:
        """Take the expected deviations, and what they have expected."""
        self.declared = declared
        self._expectation = expectation
        self._texts = {cause: title_of(one) for one in declared.pinned for cause in _texts_of(one)}
        self._counts: Counter[str] = Counter()

    def expected(self, case: Case, before: Answer) -> tuple[Answer, frozenset[str]]:
        """Return what is accepted as the later release's answer, and the entries behind it.

        ``before`` is the earlier one's. Raises PredictionFaultError where a prediction gives none.
        """
        if not self.declared.expects:
            return before, frozenset()
        expected, applied = self._expectation(case, before), self._expectation.take_applied()
        if isinstance(expected, Fault):
            raise PredictionFaultError(expected.reason)
        return expected, applied

    def count(self, entries: Iterable[str]) -> None:
        """Count a case that these entries accepted."""
        self._counts.update(entries)

    def has_text(self, cause: Cause) -> bool:
        """Return whether a difference of the text only is accepted, and count it."""
        if cause in self._texts:
            self._counts[self._texts[cause]] += 1
        return cause in self._texts

    def take_counts(self) -> Mapping[str, int]:
        """Return how many cases each entry accepted since this was last called."""
        counts, self._counts = dict(self._counts), Counter()
        return counts


def title_of(entry: PinnedCase) -> str:
    """Return what a pinned case is called in reports."""
    return f"{entry.clause}: {show.case(entry.case)}"


def _texts_of(entry: PinnedCase) -> list[Cause]:
    """Return the causes of an entry whose two answers differ in the text only."""
    places = symptoms(entry.case, entry.harbor, entry.candidate)
    return list(causes(places)) if all(one.touches is Touches.TEXT for one in places) else []


def moved(entry: PinnedCase, before: Answer, after: Answer) -> str:
    """Return how a pinned case is answered differently than it is accepted, or nothing."""
    pinned = ("earlier", entry.harbor, before), ("later", entry.candidate, after)
    for which, accepted, answer in pinned:
        if symptoms(entry.case, accepted, answer):
            return f"accepted, but the {which} release answers {show.answer(answer)}"
    return "" if symptoms(entry.case, before, after) else "accepted, but nothing changes"
