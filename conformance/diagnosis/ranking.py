"""Ranks deviations by how much of what is missed each of them predicts, by a part of the cases."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import islice

from candidates.deviations.deviation import Deviation, IncompatibleError
from conformance.diagnosis.editing import EditDeviation, is_only_of
from conformance.diagnosis.explanations import Conditional, Scored, with_deviation
from conformance.diagnosis.predicting import Predictor
from conformance.examination.findings import weight
from conformance.protocol.values import Failure, Result

FEW = 12
"""Missed observations on which deviations are tried, where those that are tried first tell most."""

MOST_OF_A_ROUND = 0.6
"""No more deviations are tried once this part of the remaining work is spent."""

_FIRST, _TELLING = 5, 60
"""Missed observations on which all deviations are tried first, if they are many, and the best of
the best last."""

_LEAST_FIRST, _PART, _PART_NEXT, _PART_LAST = 2, 0.5, 0.15, 0.4
"""The least observations that deviations are tried on, and the part of the remaining work that the
answers of many of them, of fewer and of few may take."""

_MANY, _FEW_ROWS = 400, 40
"""Deviations from which on they are tried on fewer observations first, the first of each place
first, and up to which more observations tell them apart."""

_QUICKEST, _QUICK, _ALIKE = 2, 8, 4
"""Divergent cases all of which a deviation by itself must predict, and most of which, and agreeing
ones about as large as the smallest of those: what changes all is wrong there."""

_SHORT = 500
"""The size up to which a case with a long answer is still quick."""


class Ranking:
    """Ranks deviations that are added to an explanation."""

    def __init__(self, predictor: Predictor, part: AbstractSet[int]) -> None:
        """Take the observations, and the places that are looked at."""
        self._predictor, self._part = predictor, part
        self._differing = predictor.differing_names()

    def gaining(self, scored: Scored, rows: Sequence[Deviation], kept: int) -> Sequence[Deviation]:
        """Return the rows that predict most of what is missed, the best first."""
        best: Sequence[Deviation] = rows
        first = [(_FIRST, len(best))] if len(rows) > _MANY else []
        for places, most in (*first, (FEW, 3 * kept), (_TELLING, kept)):
            telling = self._places(scored, len(best), places)
            gains = self._gains(scored, best, telling)
            best = self.first_of(scored, gains, most)
        return best

    def _gains(
        self, scored: Scored, rows: Sequence[Deviation], telling: Sequence[int]
    ) -> dict[Deviation, int]:
        """Return the gains of the rows for which a part of the work is enough."""
        meter, gains = self._predictor.meter, dict[Deviation, int]()
        with meter.ending(), meter.limited(meter.spent + MOST_OF_A_ROUND * meter.left):
            for row in in_turn(rows, self._differing) if len(rows) > _MANY else rows:
                gains[row] = self.gain(scored, row, telling)
        order = rows if self._predictor.aspect is None else gains  # what changes no other first
        return {row: gain for row in order if (gain := gains.get(row, 0))}

    def _places(self, scored: Scored, rows: int, most: int) -> Sequence[int]:
        """Return wrong observations on which rows are tried, fewer if that would cost much."""
        places = self._predictor.spread(scored.missed or _undoable(scored), most)
        cost = rows * sum(map(self._predictor.cost, places)) / max(1, len(places))
        part = _PART if rows > _MANY else _PART_NEXT if rows > _FEW_ROWS else _PART_LAST
        return places[: max(_LEAST_FIRST, int(part * self._predictor.meter.left // (cost or 1)))]

    def first_of(
        self, scored: Scored, gains: Mapping[Deviation, int], most: int
    ) -> list[Deviation]:
        """Return the rows that gain most, alternately those with little harm and those with any.

        Harmful ones may be right under a condition.
        """
        if len(gains) <= most:
            return sorted(gains, key=lambda row: -gains[row])
        agreeing = self._predictor.spread(self._part & self._predictor.agreeing, max(most, FEW))
        harm = {row: self._effects(scored, row, agreeing).count(False) for row in gains}
        careful = sorted(gains, key=lambda row: 2 * harm[row] - gains[row])
        greedy = sorted(gains, key=lambda row: (-gains[row], harm[row]))
        in_turn = (row for pair in zip(careful, greedy, strict=True) for row in pair)
        return [*islice(dict.fromkeys(in_turn), most)]

    def on_quick_cases(
        self, scored: Scored, rows: Iterable[Deviation]
    ) -> Iterator[tuple[Deviation, int]]:
        """Yield each row that predicts the first quick cases and most others, with its gain.

        That is the negated number of those that it does not predict.
        """
        fits, (first, others) = self._predictor.fits, self._quick_cases()
        for row in rows:
            one = with_deviation(scored.deviations, row)
            if all(fits(one, place) for place in first):
                wrong = (place for place in others if not fits(one, place))
                missed = len([*islice(wrong, len(others) // 4 + 1)])
                if 4 * missed <= len(others):
                    yield row, -missed

    def _quick_cases(self) -> tuple[list[int], list[int]]:
        """Return the cases all of which a deviation must predict, and those most of which it must.

        The divergent one with the longest answer comes first: the fewest predict it by chance.
        """
        predictor = self._predictor

        def length(place: int) -> tuple[int, int]:
            answer = predictor.observations[place].candidate
            has = weight(answer.value) if isinstance(answer, Result) else 0
            return has, -predictor.weight(place)

        smallest = self._quickest(predictor.diverging, 0)
        short = (one for one in predictor.diverging if predictor.weight(one) < _SHORT)
        longest = max(short, key=length, default=smallest[0])
        telling = [*dict.fromkeys([longest, *smallest])]
        agreeing = self._quickest(predictor.agreeing, predictor.weight(smallest[0]))
        return telling[:_QUICKEST] + agreeing[:_ALIKE], telling[_QUICKEST:]

    def _quickest(self, places: Iterable[int], size: int) -> list[int]:
        """Return the quickest of the places that are nearest in size, one of each clause.

        Those that harbor refuses come last: what refuses everything is right there.
        """
        predictor = self._predictor

        def quick(place: int) -> tuple[bool, int, int]:
            refused = isinstance(predictor.observations[place].expected, Failure)
            return refused, predictor.cost(place), abs(predictor.weight(place) - size)

        return predictor.first_of(sorted(places, key=quick), 1)[:_QUICK]

    def gain(self, scored: Scored, row: Deviation | Conditional, places: Sequence[int]) -> int:
        """Return at how many missed places one more deviation corrects the prediction."""
        return self._effects(scored, row, places).count(True)

    def _effects(
        self, scored: Scored, row: Deviation | Conditional, places: Sequence[int]
    ) -> list[bool]:
        """Return, for each place that one more deviation changes, whether it is then predicted."""
        explanation = with_deviation(scored.deviations, row)
        try:
            touched = (place for place in places if self.may_change(scored, row, place))
            return [self._predictor.fits(explanation, place) for place in touched]
        except IncompatibleError:
            return []

    def may_change(self, scored: Scored, row: Deviation | Conditional, place: int) -> bool:
        """Return whether one more deviation changes, or may undo, the prediction for a place."""
        return place in _undoable(scored) or self._predictor.touches(row, place)


def _undoable(scored: Scored) -> AbstractSet[int]:
    """Return the agreeing cases that contradict a single deviation, if nothing else is wrong."""
    return frozenset() if scored.missed or scored.deviations[1:] else scored.contradicted


def in_turn(rows: Sequence[Deviation], first: AbstractSet[str]) -> list[Deviation]:
    """Return the first edit of each place, then the second ones, and so on.

    Those of the fields with one of the names ``first`` come before all others.
    """
    seen: Counter[object] = Counter()
    ranks = []
    for row in rows:
        at = row.at if isinstance(row, EditDeviation) else tuple(one.step for one in row.changes)
        ranks.append((not is_only_of(first, row), seen[at]))
        seen[at] += 1
    return [row for _, row in sorted(zip(ranks, rows, strict=True), key=lambda pair: pair[0])]
