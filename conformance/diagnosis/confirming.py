"""Confirms causes on new cases, made for each, on which it predicts another answer than harbor."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

from candidates.deviations.deviation import Deviation
from candidates.deviations.releases import model_of
from conformance.diagnosis.experiments import Experiment
from conformance.diagnosis.explanations import Conditional, DeviationSet, Scored, is_named
from conformance.diagnosis.metering import SpentError
from conformance.diagnosis.neighbours import neighbours
from conformance.diagnosis.plain import key_of
from conformance.diagnosis.predicting import Predictor
from conformance.diagnosis.searching import Search
from conformance.examination.findings import Observation, weight
from conformance.operations.functions import LocalCandidate
from conformance.protocol.values import HARBOR_VERSION, Case

_ROUNDS = 4
"""Times that a cause which new cases contradict is refined, at most."""

_INSIDE, _BORDER = 32, 20
"""New cases in which a cause applies, and in which only its condition keeps it from applying."""

_SUPPORTS, _NEIGHBOURS, _FEWER = 5, 120, 40
"""Cases of the run whose neighbours are looked at for each cause, and neighbours of each: fewer
where little work is left."""

_PLENTY = 40_000
"""Work that allows all neighbours."""

_HEAVY = 4_000
"""Characters, roughly, of a case that is too large to be run once more."""

_RESERVED = 300
"""Cases that are left for finding out what decides."""

_CONFIRMED = 3
"""New cases that a cause must have predicted; a deviation of the catalogue, one."""

_DOUBTFUL = 8
"""Cases that a deviation of the catalogue predicts, for each that it and all others do not."""

_MINOR = 4
"""Where something stays unexplained, the part of the divergent cases that is enough for a
condition: one in N."""


class Confirming:
    """Makes new cases for the deviations of an explanation, and has them run."""

    def __init__(
        self,
        operation: str,
        search: Search,
        experiment: Experiment,
        declared: Sequence[Deviation] = (),
        release: str = HARBOR_VERSION,
    ) -> None:
        """Take the search whose explanation is confirmed, and what runs cases."""
        self._operation, self._declared, self._release = operation, declared, release
        self._search, self._predictor = search, search.predictor
        self._experiment = experiment
        self._reference = LocalCandidate("reference", model_of(release, declared))
        self._known = {key_of(one.case.input) for one in self._predictor.observations}
        self._of_run = len(self._predictor.observations)
        self._testable: set[str] = set()

    def confirmed(self, scored: Scored) -> Scored:
        """Return the explanation that new cases leave: refined, or without what they contradict."""
        for round_ in range(_ROUNDS):
            if not scored.deviations:
                return scored
            pool = self.pool(scored, str(round_))
            places = self.run(self._within(self._telling(pool, scored.deviations)))
            scored = self._search.of(scored.deviations)
            if not (scored.missed | scored.contradicted) & places:
                break
            scored = self._search.again(scored, places)
        else:
            pool = self.pool(scored, "last")
            self.run(self._within(self._telling(pool, scored.deviations)))
        return self.upheld(self._search.of(scored.deviations))

    def pool(self, scored: Scored, purpose: str) -> list[Observation]:
        """Return new cases: drawn by the checks, and neighbours of what is predicted."""
        drawn = self._experiment.drawn(self._reference, self._operation, purpose)
        drawn += self.around(self._supports(scored))
        new = {key_of(one.case.input): one for one in drawn if weight(one.case.input) < _HEAVY}
        return [one for key, one in new.items() if key not in self._known]

    def around(self, observations: Iterable[Observation]) -> Iterator[Observation]:
        """Yield the neighbours of cases, with the reference's answer for both."""
        most = _NEIGHBOURS if self._search.left > _PLENTY else _FEWER
        for seen in observations:
            for one in neighbours(seen.case, most):
                answer = self._reference.answer(one.case)
                yield Observation(seen.clause, one.case, answer, answer)

    def _within(self, chosen: Sequence[Observation]) -> Sequence[Observation]:
        """Return as many cases as leave some for what decides."""
        return chosen[: max(0, self._experiment.left - _RESERVED)]

    def run(self, chosen: Sequence[Observation]) -> frozenset[int]:
        """Run new cases; return their places among the observations."""
        before = len(self._predictor.observations)
        self.seen([(one.clause, one.case) for one in chosen])
        return frozenset(range(before, len(self._predictor.observations)))

    def seen(self, cases: Sequence[tuple[str, Case]]) -> list[Observation | None]:
        """Run cases of a clause each; return what each shows, which the search knows from now."""
        self._known |= {key_of(case.input) for _, case in cases}
        shown = self._experiment.observations(cases)
        self._predictor.add([one for one in shown if one is not None])
        return shown

    def _supports(self, scored: Scored) -> Iterator[Observation]:
        """Yield, of each deviation, the smallest cases of several clauses that it is needed for."""
        for row in scored.deviations:
            rest = without(scored.deviations, row)
            clauses: Counter[str] = Counter()
            for place in sorted(self._predictor.diverging - scored.missed):
                one = self._predictor.observations[place]
                if clauses[one.clause] or weight(one.case.input) >= _HEAVY // 4:
                    continue
                if self._predictor.differ(scored.deviations, rest, place):
                    clauses[one.clause] += 1
                    yield one
                if len(clauses) >= _SUPPORTS:
                    break

    def _telling(self, pool: Sequence[Observation], deviations: DeviationSet) -> list[Observation]:
        """Return the cases of a pool that tell most about each deviation."""
        meter = self._predictor.meter
        of_pool = Predictor(pool, self._declared, self._release, meter)
        chosen: set[int] = set()
        for row in deviations:
            rest = without(deviations, row)
            inside, border = [], []
            limit = meter.spent + self._search.left / 4
            with suppress(SpentError), meter.limited(limit):
                for place in range(len(pool)):
                    if of_pool.differ(deviations, rest, place):
                        inside.append(place)
                    elif isinstance(row, Conditional) and of_pool.touches(row.row, place):
                        border.append(place)
            self._testable |= {row.name} if inside else set()
            chosen |= {*of_pool.spread(inside, _INSIDE), *of_pool.spread(border, _BORDER)}
        return [pool[place] for place in sorted(chosen)]

    def upheld(self, scored: Scored, *, near_missed: bool = False) -> Scored:
        """Leave out, the worst first, what new cases refute, and what they do not confirm.

        ``near_missed``: there are new cases that were made of those that nothing predicts.
        """
        while scored.deviations:
            doubted = not near_missed
            refuted = {row: self._against(scored, row, doubted) for row in scored.deviations}
            worst = max(refuted, key=lambda row: refuted[row])
            if refuted[worst] <= 0:
                unsure = [row for row in scored.deviations if not self._is_sure(scored, row)]
                if not unsure:
                    break
                worst = unsure[0]
            scored = self._search.of(without(scored.deviations, worst))
        return scored

    def _against(self, scored: Scored, row: Deviation | Conditional, doubted: bool) -> float:  # noqa: FBT001
        """Return how many cases speak against a deviation.

        A case does if it is predicted without the deviation. One that is not, either way, may have
        something else wrong: of a deviation of the catalogue there may be some, few if ``doubted``.
        """
        rest = without(scored.deviations, row)
        wrong = self._needing(scored, row, scored.missed | scored.contradicted)
        against = sum(self._predictor.fits(rest, place) for place in wrong)
        if against or not is_named(row):
            return len(wrong)
        right = self._needing(scored, row, self._predictor.diverging - scored.missed)
        return doubted and len(wrong) - len(right) / _DOUBTFUL

    def _needing(
        self, scored: Scored, row: Deviation | Conditional, places: Iterable[int]
    ) -> list[int]:
        """Return the places to which a deviation makes a difference within an explanation."""
        rest = without(scored.deviations, row)
        return [p for p in sorted(places) if self._predictor.differ(scored.deviations, rest, p)]

    def _is_sure(self, scored: Scored, row: Deviation | Conditional) -> bool:
        """Return whether enough new cases confirm a deviation, and it is no minor coincidence."""
        places = self._needing(scored, row, self._predictor.diverging - scored.missed)
        new = sum(place >= self._of_run for place in places)
        if is_named(row) and row.name not in self._testable:
            return bool(places)  # such as of no trials, of which there is one input of each metric
        if new < (1 if is_named(row) else _CONFIRMED):
            return False
        minor = _MINOR * len(places) < len(self._predictor.diverging)
        return is_named(row) or not (minor and scored.missed)


def without(deviations: DeviationSet, row: Deviation | Conditional) -> DeviationSet:
    """Return the other deviations of an explanation."""
    return tuple(other for other in deviations if other is not row)
