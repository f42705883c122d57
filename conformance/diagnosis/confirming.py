"""Confirms each cause on new cases for which it predicts an answer that is not harbor's."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, islice, zip_longest

from candidates.deviations.deviation import Deviation
from conformance.diagnosis.experiments import Experiment, NewCases
from conformance.diagnosis.explanations import (
    Conditional,
    DeviationSet,
    Scored,
    far_fetched,
    is_named,
    needs_others,
    with_deviation,
    without,
)
from conformance.diagnosis.metering import LONG, SpentError
from conformance.diagnosis.searching import Search
from conformance.examination.findings import Observation
from conformance.protocol.values import HARBOR_VERSION

_ROUNDS, _REFINING = 4, 0.7
"""How often a cause that new cases contradict is refined, at most, and the part of the work for
that."""

_INSIDE, _BORDER = 32, 20
"""New cases in which a cause applies, and in which only its condition prevents that."""

_RIVALS, _APART, _NEAR, _TELLING, _FOR_RIVALS = 16, 3, 120, 12, 4
"""Others that predict the cases of a cause and are looked at, new cases that tell each of them
apart and those that may, cases of the run that both must predict, and the part of the work for
that: one in N."""

_SUPPORTS = 5
"""Cases of the run whose neighbours are looked at for each cause."""

_LIGHT, _OUTSIDE = 200, 2
"""Agreeing cases that are looked at, and those outside a condition whose neighbours are."""

_RESERVED = 300
"""Cases that are reserved for finding out what decides."""

_CONFIRMED = 3
"""New cases that a cause must have predicted, on each side of a condition; a deviation of the
catalogue, one, if nothing stays unexplained."""

_SUPPORTED = 6
"""Cases that an edit without a condition predicts, where nothing stays unexplained, if one new case
is to confirm it."""

_RARELY = 20
"""How many times as many cases a deviation must predict as are wrong with it not to be at fault,
and a rule as it leaves unexplained."""

_MINOR = 4
"""Where something stays unexplained, the part of the divergent cases that is enough for a
condition: one in N."""


class Confirming:
    """Makes and runs new cases for the deviations of an explanation."""

    def __init__(
        self,
        operation: str,
        search: Search,
        experiment: Experiment,
        declared: Sequence[Deviation] = (),
        release: str = HARBOR_VERSION,
    ) -> None:
        """Take the search whose explanation is confirmed, and the experiment that runs cases."""
        self._search, self._predictor = search, search.predictor
        self.cases = NewCases(operation, self._predictor, experiment, declared, release)
        self._of_run = self._typical = len(self._predictor.observations)
        self._testable: set[str] = set()

    def confirmed(self, scored: Scored) -> Scored:
        """Return the explanation after new cases: refined, or without contradicted deviations."""
        meter = self._predictor.meter
        if self._search.leaves_most(scored):
            return self._search.of(())
        part = meter.limited(end=meter.spent + _REFINING * (meter.end - meter.spent))
        with suppress(SpentError), part:
            for refined in self._refined(scored):
                scored = refined
        self._typical = len(self._predictor.observations)
        return self.upheld(self._search.of(scored.deviations))

    def _refined(self, scored: Scored) -> Iterator[Scored]:
        """Yield explanations, each of which predicts more new cases than the one before."""
        for left in reversed(range(_ROUNDS + 1)):
            places = self.cases.run(self._telling(scored))
            scored = self._search.of(scored.deviations)
            yield scored
            wrong = (scored.missed | scored.contradicted) & places
            if not (left and self._predictor.meter.left and scored.deviations and wrong):
                break
            scored = self._search.again(scored, places)
            yield scored

    def _supports(self, scored: Scored) -> Iterator[Observation]:
        """Yield for each deviation the smallest cases of several clauses that need it.

        Those outside its condition come before them: neighbours of the last ones tell first.
        """
        for row in scored.deviations:
            if isinstance(row, Conditional):
                yield from self._outside(row)
            rest = without(scored.deviations, row)
            clauses: Counter[str] = Counter()
            for place in sorted(self._predictor.diverging - scored.missed):
                one = self._predictor.observations[place]
                if clauses[one.clause] or self._predictor.weight(place) >= LONG:
                    continue
                if self._predictor.differ(scored.deviations, rest, place):
                    clauses[one.clause] += 1
                    yield one
                if len(clauses) >= _SUPPORTS:
                    break

    def _outside(self, row: Conditional) -> Iterator[Observation]:
        """Yield small agreeing cases in which only its condition prevents a deviation."""
        observed, predictor = self._predictor.observations, self._predictor
        by_weight = sorted(predictor.agreeing, key=predictor.weight)
        excluded = (p for p in by_weight if not row.condition.holds_of(predictor.facts(p)))
        outside = (p for p in islice(excluded, _LIGHT) if predictor.touches(row.row, p))
        yield from (observed[place] for place in islice(outside, _OUTSIDE))

    def _telling(self, scored: Scored) -> list[int]:
        """Return the most informative new cases for each deviation, as many as may be run."""
        meter, deviations, cases = self._predictor.meter, scored.deviations, self.cases
        near, rest = cases.untried(self._supports(scored)) if deviations else ([], [])
        drawn = cases.pool.spread(rest, len(rest))
        chosen: set[int] = set()
        most = max(0, cases.experiment.left - _RESERVED) * 2 // 3  # there may be another round
        each = max(1, most // (len(deviations) or 1))
        for row in deviations:
            sides: tuple[list[int], list[int]] = [], []
            with suppress(SpentError), meter.limited(meter.spent + meter.left / 3):
                for places in (near, drawn):  # neighbours, which tell most, before the rest
                    self._tell(scored, row, places, sides)
            with suppress(SpentError), meter.limited(meter.spent + meter.left / _FOR_RIVALS):
                for place in self._apart(scored, row, [*near, *drawn]):  # what is found stays
                    chosen.add(place)
            inside, border = sides
            unknown = not meter.left
            self._testable |= {row.name} if inside or unknown else set()
            spread = cases.pool.spread
            in_turn = chain(*zip_longest(spread(inside, _INSIDE), spread(border, _BORDER)))
            chosen |= {*islice((place for place in in_turn if place is not None), each)}
        return sorted(chosen)[:most]

    def _tell(
        self,
        scored: Scored,
        row: Deviation | Conditional,
        places: Iterable[int],
        sides: tuple[list[int], list[int]],
    ) -> None:
        """Add the places where a deviation applies, and those on the border of its condition.

        It stops once there are enough of each.
        """
        inside, border = sides
        rest, most = without(scored.deviations, row), len(inside) + _INSIDE
        bounded, most_border = isinstance(row, Conditional), len(border) + _BORDER
        for place in places:
            if len(inside) < most and self.cases.pool.differ(scored.deviations, rest, place):
                inside.append(place)
            elif isinstance(row, Conditional) and len(border) < most_border:
                border += [place] if self.cases.pool.touches(row.row, place) else []
            elif len(inside) >= most and (not bounded or len(border) >= most_border):
                break

    def _apart(
        self, scored: Scored, row: Deviation | Conditional, places: Sequence[int]
    ) -> Iterator[int]:
        """Yield the places that tell a deviation from others that predict the same so far."""
        rest, predictor = without(scored.deviations, row), self._predictor
        telling = predictor.spread(predictor.diverging - scored.missed, _TELLING)
        right = [p for p in telling if predictor.differ(scored.deviations, rest, p)]
        others = (one for one in self._search.rivals(row) if one.name != row.name)
        sets = (with_deviation(rest, one) for one in others)
        rivals = (one for one in sets if all(predictor.fits(one, p) for p in right))
        for rival in islice(rivals, _RIVALS) if right else ():
            near = islice(places, _NEAR)
            apart = (p for p in near if self.cases.pool.differ(scored.deviations, rival, p))
            yield from islice(apart, _APART)

    def upheld(self, scored: Scored) -> Scored:
        """Drop deviations that new cases refute, the worst first, or do not confirm."""
        while scored.deviations:
            refuted = {row: self._against(scored, row) for row in scored.deviations}
            worst = max(refuted, key=lambda row: refuted[row])
            if not refuted[worst]:
                unsure = (row for row in scored.deviations if not self._is_sure(scored, row))
                if (found := next(unsure, None)) is None:
                    break
                worst = found
            scored = self._search.of(without(scored.deviations, worst))
        return scored

    def _against(self, scored: Scored, row: Deviation | Conditional) -> int:
        """Return how many cases speak against a deviation, because it changes a wrong prediction.

        New cases that are not predicted without a deviation of the catalogue do not count:
        something else may be wrong in them. One that predicts nothing without the others only
        changes what they are given: nothing says that a candidate does that.
        """
        rest = without(scored.deviations, row)
        right = self._needing(scored, row, self._predictor.diverging - scored.missed)
        if not (needs_others(row) or any(self._predictor.corrects(row, place) for place in right)):
            return len(right)
        wrong = self._needing(scored, row, scored.missed | scored.contradicted)
        if not wrong or isinstance(row, Conditional):
            return len(wrong)
        spoiled = sum(self._predictor.fits(rest, place) for place in wrong)
        usual = far_fetched(row) == 0
        against = spoiled or sum(place < self._typical or not usual for place in wrong)
        often = _RARELY * sum(place < self._typical for place in wrong) > len(right)
        return against if spoiled or often or self._others_fit(rest, row, wrong) else 0

    def _others_fit(
        self, rest: DeviationSet, row: Deviation | Conditional, wrong: Sequence[int]
    ) -> bool:
        """Return whether another edit of the same place predicts what an edit gets wrong.

        Then a limit, or another number, is not the edit's.
        """
        others = (with_deviation(rest, one) for one in self._search.beside(row))
        fits = self._predictor.fits
        return any(fits(one, place) for one in others for place in wrong[:_TELLING])

    def _needing(
        self, scored: Scored, row: Deviation | Conditional, places: Iterable[int]
    ) -> list[int]:
        """Return the places where a deviation makes a difference within an explanation."""
        rest = without(scored.deviations, row)
        return [p for p in sorted(places) if self._predictor.differ(scored.deviations, rest, p)]

    def _is_sure(self, scored: Scored, row: Deviation | Conditional) -> bool:
        """Return whether enough new cases confirm a deviation.

        If something stays unexplained, an edit or an unusual value may be a coincidence: it must
        not be minor. A rule for elements must leave nearly nothing unexplained, and a condition
        nothing: of those that left something, most were wrong.
        """
        agreeing = {place for place in self._predictor.agreeing if place >= self._of_run}
        seen = (self._predictor.diverging | agreeing) - scored.missed - scored.contradicted
        places = self._needing(scored, row, seen)
        new = sum(place >= self._of_run for place in places)
        minor = _MINOR * len(places) < len(self._predictor.diverging)
        if isinstance(row, Conditional):
            found = new if row.name in self._testable else len(places)
            vague = sum(fact.is_vague for fact in row.condition.facts)
            minor = minor and is_named(row.row)
            sure = found >= _CONFIRMED and vague <= 1 and not (scored.missed or minor)
            return sure and self._is_bounded(scored, row)
        if row.rule and _RARELY * len(scored.missed) > len(places):
            return False
        surely = is_named(row) or (far_fetched(row) < 1 and len(places) >= _SUPPORTED)
        enough = 1 if surely and not scored.missed else _CONFIRMED
        if row.name not in self._testable and (is_named(row) or not scored.missed):
            return len(places) >= enough  # no trials are one input of each metric
        return new >= enough and not (scored.missed and far_fetched(row) and minor)

    def _is_bounded(self, scored: Scored, row: Conditional) -> bool:
        """Return whether agreeing cases show that only a condition prevents a deviation there."""
        bounds = sorted(self._predictor.agreeing - scored.contradicted)
        facts, touches = self._predictor.facts, self._predictor.touches
        outside = (p for p in bounds if not row.condition.holds_of(facts(p)))
        shown = (p for p in outside if touches(row.row, p))
        return len([*islice(shown, _CONFIRMED)]) == _CONFIRMED
