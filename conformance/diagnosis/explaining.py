"""Explains all observations of an operation by searching a part, and adding what it got wrong."""

from collections import Counter
from collections.abc import Iterable, Iterator

from candidates.deviations.deviation import Deviation
from conformance.diagnosis.predicting import DeviationSet, Predictor, Scored, with_deviation
from conformance.diagnosis.searching import MOST_WORK, Search
from conformance.examination.findings import weight

_ROUNDS = (MOST_WORK * 2 // 3, MOST_WORK // 6, MOST_WORK // 6)
"""The work of each search, at most; each goes on from the best explanation so far, and looks at
what the one before got wrong as well."""

_DIVERGING, _AGREEING = 6, 8
"""Observations of each clause that are looked at first."""

_HEAVY = 4000
"""Characters, roughly, of a question from which on it is only looked at in the end."""

_ADDED = 3
"""Observations of each clause that are added from those that a search got wrong."""


class Explained:
    """The best explanation of all observations, and what it does not predict."""

    def __init__(
        self, operation: str, predictor: Predictor, diverging: int, excluded: Iterable[str]
    ) -> None:
        """Search; the first so many observations diverge, and some names are not tried."""
        self._predictor, self._diverging = predictor, range(diverging)
        self._agreeing = range(diverging, len(predictor.observations))
        excluded = tuple(excluded)
        part = self._first_part()
        self.scored = Scored((), frozenset(self._diverging), frozenset())
        promising: dict[Deviation, None] = {}
        for most_work in _ROUNDS:
            places = sorted(part & {*self._diverging}), sorted(part & {*self._agreeing})
            search = Search(operation, predictor, places, excluded, predictor.work + most_work)
            in_part = search.best(self.scored.deviations, promising)
            promising = search.promising
            scored = self.of(in_part.deviations)
            if not self.scored.deviations or scored.rank <= self.scored.rank:
                self.scored, self._search, self._in_part = scored, search, in_part
            new = (scored.missed | scored.contradicted) - part
            if not new:
                break
            part |= set(self._first_of(sorted(new), _ADDED))

    def of(self, explanation: DeviationSet) -> Scored:
        """Return what an explanation predicts of all observations."""
        missed = {*self._diverging} - self._predictor.fitting(explanation, self._diverging)
        agreed = self._predictor.fitting(explanation, self._agreeing)
        return Scored(explanation, frozenset(missed), frozenset(self._agreeing) - agreed)

    def alike(self, row: Deviation) -> Iterator[str]:
        """Yield the names of what predicts the same in a deviation's place, everywhere."""
        rest = tuple(other for other in self.scored.deviations if other is not row)
        for other in self._search.alike(self._in_part, row):
            changed = self.of(with_deviation(rest, other))
            if changed.missed == self.scored.missed and (
                changed.contradicted == self.scored.contradicted
            ):
                yield other.name

    def _first_part(self) -> set[int]:
        observed = self._predictor.observations
        weights = {place: weight(one.case.input) for place, one in enumerate(observed)}
        light = [place for place in self._diverging if weights[place] < _HEAVY]
        lightest = sorted(self._agreeing, key=lambda place: weights[place])
        return {
            *(self._first_of(light, _DIVERGING) if light else self._first_of(self._diverging, 2)),
            *self._first_of((place for place in lightest if weights[place] < _HEAVY), _AGREEING),
        }

    def _first_of(self, places: Iterable[int], most: int) -> Iterator[int]:
        """Yield the first places of each clause."""
        counts: Counter[str] = Counter()
        for place in places:
            clause = self._predictor.observations[place].clause
            counts[clause] += 1
            if counts[clause] <= most:
                yield place
