"""Searches for the smallest set of deviations that predicts what was observed."""

from bisect import bisect, insort
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import accumulate

from candidates.deviations.catalogue import CATALOGUE
from candidates.deviations.deviation import Deviation, IncompatibleError
from conformance.diagnosis.parameters import families, variants
from conformance.diagnosis.predicting import (
    DeviationSet,
    Predictor,
    Scored,
    names_of,
    with_deviation,
)

MOST_WORK = 150_000
"""Predicted answers of all searches in one operation; then the best explanation so far stands.

What a search ends with is held against all observations on top of it.
"""

_BEAM = 5
"""Explanations of one size from which larger ones are made."""

_OF_ONE_STEP = 2
"""Those of them whose last deviations change one step, at most: ways to add are many."""

_FOUND = 12
"""Explanations of one size that are known to be the best, before a beam is taken from them."""

_MOST_DEVIATIONS = 12
"""Deviations of one explanation, at most."""

_VALUES = 3
"""Values of one parameter that are kept, at most."""

_TELLING = 60
_TELLING_OF_VALUES = 8
"""Diverging observations on which a deviation, or a value of its parameter, is tried first."""

_MOST_TELLING_WORK = 120
"""Work of a prediction of all of them, at most."""

_FIRST = 2
"""Those of them that a value must do for at least one of, to be tried on the others."""


type Places = tuple[Iterable[int], Iterable[int]]
"""Places of observations that diverge, and of some that agree."""


class Search:
    """The search of one operation's explanations over its observations."""

    def __init__(
        self,
        operation: str,
        predictor: Predictor,
        places: Places,
        excluded: Iterable[str] = (),
        most_work: int = MOST_WORK,
    ) -> None:
        """Take the observations, which of them to look at, names not to try, and the bound."""
        self._most_work = most_work
        self._operation = operation
        self._predictor = predictor
        self._diverging, self._agreeing = map(frozenset, places)
        self._excluded = frozenset(excluded)
        self.promising: dict[Deviation, None] = {}

    def best(self, start: DeviationSet = (), known: Iterable[Deviation] = ()) -> Scored:
        """Return the explanation that leaves least unpredicted, the smallest of such.

        The search goes on from an explanation, from parts of it, and from nothing; what is
        known to predict something is tried again.
        """
        self.promising |= dict.fromkeys(known)
        parts = {start[:place] + start[place + 1 :] for place in range(len(start))} - {()}
        beginnings = sorted(map(self.score, {start, *parts}), key=lambda scored: scored.rank)
        beam = [*beginnings[:_BEAM], *([self.score(())] if start else [])]
        while beam[0].missed or beam[0].contradicted:
            larger = self._grown(beam)
            if not larger:
                break
            beam = _diverse(larger)
        return self._without_idle(self.score(beam[0].deviations))

    def alike(self, scored: Scored, row: Deviation) -> Iterator[Deviation]:
        """Yield the deviations that predict the same if they replace one of an explanation's."""
        rest = tuple(other for other in scored.deviations if other is not row)
        for other in self.promising:
            if other.name not in names_of(scored.deviations):
                with suppress(IncompatibleError):
                    changed = self.score(with_deviation(rest, other))
                    if changed.rank[0] == scored.rank[0] and changed.missed == scored.missed:
                        yield other

    def _grown(self, beam: Sequence[Scored]) -> list[Scored]:
        """Return explanations of one deviation more that are better than the best, the best first.

        Values of parameters are tried for the first deviation of an explanation, and where
        deviations as they are lead no further.
        """
        best = beam[0]
        if len(best.deviations) == _MOST_DEVIATIONS or self._is_spent():
            return []
        larger: list[Scored] = []
        for with_values in (False, True):
            self.promising |= dict.fromkeys(self._promising(best, with_values=with_values))
            larger = sorted(self._larger(beam), key=lambda scored: scored.rank)
            if larger and (best.deviations or not larger[0].wrong) and larger[0].rank < best.rank:
                break
        return larger if larger and larger[0].rank < best.rank else []

    def _promising(self, scored: Scored, *, with_values: bool) -> Iterator[Deviation]:
        """Yield the deviations that predict, added to an explanation, an answer that it misses."""
        most = _TELLING_OF_VALUES if with_values else _TELLING
        telling = self._telling(scored.missed, most)
        observations = [self._predictor.observations[place] for place in telling]
        rows = [row for row in CATALOGUE.values() if self._is_tried(row)]
        for family in families(rows):
            if self._is_spent():
                return
            tried: Iterable[Deviation] = family
            if with_values:
                tried = (
                    row
                    for row in variants(family, observations)
                    if self._gain(scored, row, telling[:_FIRST])
                )
            gains = {row: self._gain(scored, row, telling) for row in tried}
            gaining = sorted((row for row in gains if gains[row]), key=lambda row: -gains[row])
            yield from gaining[:_VALUES]

    def _is_spent(self) -> bool:
        return self._predictor.work > self._most_work

    def _is_tried(self, row: Deviation) -> bool:
        return row.operation == self._operation and row.name not in self._excluded

    def _gain(self, scored: Scored, row: Deviation, places: Sequence[int]) -> int:
        """Return at how many places one more deviation makes it predict the answer."""
        explanation = with_deviation(scored.deviations, row)
        try:
            touched = [place for place in places if self._predictor.touches(row, place)]
            return len(self._predictor.fitting(explanation, touched))
        except IncompatibleError:
            return 0

    def _telling(self, missed: Iterable[int], most: int) -> list[int]:
        """Return so many of the missed places: the first of each clause, then the second ones.

        There are fewer where their questions are long.
        """
        counts: Counter[str] = Counter()
        ranked = []
        for place in sorted(missed):
            clause = self._predictor.observations[place].clause
            ranked.append((counts[clause], place))
            counts[clause] += 1
        places = [place for _, place in sorted(ranked)[:most]]
        costs = list(accumulate(map(self._predictor.cost, places)))
        return places[: max(_FIRST, bisect(costs, _MOST_TELLING_WORK))]

    def _larger(self, beam: Sequence[Scored]) -> Iterator[Scored]:
        """Yield explanations that have one deviation more, and predict something that was missed.

        Those come first that seem to leave least unpredicted, and none that seems not to be
        among the first: agreeing observations are only looked at while it may be.
        """
        found: list[int] = []
        for left, scored, row in sorted(self._pairs(beam), key=lambda pair: pair[0]):
            most = found[_FOUND - 1] if len(found) >= _FOUND else None
            if most is not None and left > most:
                return
            larger = self._extended(scored, row, most)
            if larger is not None:
                insort(found, larger.wrong)
                yield larger

    def _pairs(self, beam: Sequence[Scored]) -> Iterator[tuple[float, Scored, Deviation]]:
        """Yield what may be joined, each with about what it leaves unpredicted together."""
        tried: set[frozenset[str]] = set()
        for scored in beam:
            telling = self._telling(scored.missed, _TELLING)
            for row in self.promising:
                key = frozenset((*names_of(scored.deviations), row.name))
                if len(key) > len(scored.deviations) and key not in tried:
                    tried.add(key)
                    gain = self._gain(scored, row, telling)
                    if gain and not self._is_spent():
                        yield len(scored.missed) * (1 - gain / len(telling)), scored, row

    def _extended(self, scored: Scored, row: Deviation, most: int | None) -> Scored | None:
        """Return an explanation with one more deviation, unless it gets more wrong than ``most``.

        Where the deviation alone makes no difference, it is taken to do no harm beside others.
        """
        explanation = with_deviation(scored.deviations, row)

        def gets_wrong(place: int, before: frozenset[int]) -> bool:
            is_seen = place in before or self._predictor.touches(row, place)
            return is_seen and not self._predictor.fits(explanation, place)

        missed = frozenset(p for p in sorted(self._diverging) if gets_wrong(p, scored.missed))
        contradicted: list[int] = []
        for place in sorted(self._agreeing):
            if most is not None and len(missed) + 2 * len(contradicted) > most:
                return None
            if gets_wrong(place, scored.contradicted):
                contradicted.append(place)
        return Scored(explanation, missed, frozenset(contradicted))

    def score(self, explanation: DeviationSet) -> Scored:
        """Return what an explanation predicts of all observations."""
        fitting = self._predictor.fitting(explanation, self._diverging)
        agreed = self._predictor.fitting(explanation, self._agreeing)
        return Scored(explanation, self._diverging - fitting, self._agreeing - agreed)

    def _without_idle(self, scored: Scored) -> Scored:
        """Leave out what another deviation of the explanation makes superfluous."""
        for row in scored.deviations:
            rest = tuple(other for other in scored.deviations if other is not row)
            smaller = self.score(rest) if rest else scored
            if rest and smaller.rank < scored.rank:
                return self._without_idle(smaller)
        return scored


def _diverse(explanations: Sequence[Scored]) -> list[Scored]:
    """Return the first, of which few change the same steps."""
    counts: Counter[tuple[str, ...]] = Counter()
    chosen = []
    for scored in explanations:
        steps = tuple(sorted({change.step for row in scored.deviations for change in row.changes}))
        counts[steps] += 1
        if counts[steps] <= _OF_ONE_STEP:
            chosen.append(scored)
    return chosen[:_BEAM]
