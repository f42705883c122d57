"""Searches for the simplest set of deviations that predicts what was observed."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

from candidates.deviations.catalogue import CATALOGUE, chosen, lacking
from candidates.deviations.deviation import Deviation, IncompatibleError, ParameterError
from candidates.deviations.releases import MODELLED, between, deviations_of
from conformance.diagnosis.derived import derived
from conformance.diagnosis.predicting import (
    Conditional,
    DeviationSet,
    Predictor,
    Scored,
    is_named,
    names_of,
    with_deviation,
)
from conformance.diagnosis.suggested import suggested, values_for
from conformance.examination.findings import weight
from conformance.protocol.values import HARBOR_VERSION

LEAST_WORK = 100_000
"""Predicted answers that all searches of a run may use at least: about five seconds' worth."""

_SHARES = (0.5, 0.7, 0.85)
"""The shares of the work after which each search ends; each goes on from the best explanation so
far, and looks at what the one before got wrong as well. The rest is left for what is confirmed."""

_BEAM, _OF_ONE_STEP = 3, 2
"""Explanations from which larger ones are made; those of them that change the same steps."""

_MOST_DEVIATIONS = 12
"""Deviations of one explanation, at most."""

_FIRST, _FEW, _TELLING = 5, 12, 60
"""Missed observations that every edit is tried on, and more where it gains something."""

_TRIED = 12
"""Deviations with the largest gain that are added to an explanation, one at a time."""

_VALUES, _VALUE_PLACES = 3, 2
"""Values of one parameter that are kept; missed observations of which one must be predicted."""

_LEAST = 4
"""Cases that a condition must hold in: fewer are a coincidence."""

_DIVERGING, _AGREEING, _ADDED = 6, 8, 3
"""Observations of each clause that are looked at first, and that a round adds."""

_HEAVY = 4000
"""Characters, roughly, of a case from which on it is only looked at in the end."""

_SUGGESTING = 480
"""Divergences that may suggest deviations."""


class Search:
    """The search of one operation's explanation over its observations."""

    def __init__(  # noqa: PLR0913 - what was observed, of whom, and what is tried
        self,
        operation: str,
        predictor: Predictor,
        excluded: Iterable[str] = (),
        *,
        named_only: bool = False,
        release: str = HARBOR_VERSION,
        most_work: float = LEAST_WORK,
    ) -> None:
        """Take the observations, names not to try, and how much work may be spent.

        What harbor's release has is tried as what a candidate lacks. The search is ``exhausted``
        once something was not tried for want of work.
        """
        self.predictor = predictor
        self._operation, self._named_only, self._release = operation, named_only, release
        self._most_work = self._whole_work = most_work
        self._part = self._first_part()
        excluded = frozenset(excluded)
        has = {row.name for row in deviations_of(release)}
        named = (row for row in CATALOGUE.values() if row.operation == operation)
        rows = [one for row in named for one in ([lacking(row)] if row.name in has else row.each())]
        rows = [row for row in rows if row.name not in excluded]
        seen = [
            predictor.observations[p] for p in predictor.spread(predictor.diverging, _SUGGESTING)
        ]
        generic = [] if named_only else [*derived(operation), *suggested(operation, seen)]
        self._rows, self._generic = ([*filter(predictor.takes, one)] for one in (rows, generic))
        self.promising: dict[Deviation, None] = {}
        self.exhausted = False

    def best(self) -> Scored:
        """Return the best explanation of all observations; another release may be one."""
        best = min((self.of(one) for one in self._releases()), key=lambda scored: scored.rank)
        if not best.wrong:
            return best
        for share in _SHARES:
            self._most_work = self._whole_work * share
            best, found = self._better(best)
            new = (found.missed | found.contradicted) - self._part
            if not new:
                break
            self._part |= set(self.predictor.first_of(sorted(new), _ADDED))
        return best

    def _releases(self) -> Iterator[DeviationSet]:
        """Yield no deviation, and those of each release that explain the first cases."""
        yield ()
        sets = (between(self._release, one, self._operation) for one in MODELLED)
        for one in dict.fromkeys(map(names_of, sets)):
            rows = tuple(row for name in one for row in chosen(name))
            with suppress(IncompatibleError):
                if rows and not self.of(rows, self._part).wrong:
                    yield rows

    def again(self, scored: Scored, places: Iterable[int]) -> Scored:
        """Return the best explanation once observations at more places are known."""
        self._part |= set(places)
        self._most_work = self._whole_work
        return self._better(self.of(scored.deviations))[0]

    def _better(self, best: Scored) -> tuple[Scored, Scored]:
        found = self.of(self._grown(best.deviations).deviations)
        return min(best, found, key=lambda scored: scored.rank), found

    def of(self, explanation: DeviationSet, places: Iterable[int] | None = None) -> Scored:
        """Return what an explanation predicts of all observations, or of those at some places."""
        diverging, agreeing = self.predictor.diverging, self.predictor.agreeing
        looked = frozenset(diverging | agreeing if places is None else places)
        fits = self.predictor.fitting(explanation, sorted(looked))
        return Scored(explanation, (looked & diverging) - fits, (looked & agreeing) - fits)

    def leaves_most(self, scored: Scored) -> bool:
        """Return whether most clauses with a divergence have one that is not predicted."""
        observed = self.predictor.observations
        every = {observed[place].clause for place in self.predictor.diverging}
        left = {observed[place].clause for place in scored.missed}
        return 2 * len(left) > len(every)

    def alike(self, whole: Scored, row: Deviation | Conditional) -> Iterator[str]:
        """Yield the names of what predicts the same everywhere in a deviation's place."""
        rest = tuple(other for other in whole.deviations if other is not row)
        for other in self.promising:
            if is_named(other) and other.name not in names_of(whole.deviations):
                with suppress(IncompatibleError):
                    changed = self.of(with_deviation(rest, other), self._part)
                    seen = self._part & (whole.missed | whole.contradicted)
                    if changed.missed | changed.contradicted == seen:
                        changed = self.of(changed.deviations)
                        same = changed.missed == whole.missed
                        if same and changed.contradicted == whole.contradicted:
                            yield other.name

    def _grown(self, start: DeviationSet) -> Scored:
        """Return the best explanation of the part, from one that is known and from nothing."""
        beam = [self.of(one, self._part) for one in dict.fromkeys([start, ()])]
        best = min(beam, key=lambda scored: scored.rank)
        while best.wrong and len(best.deviations) < _MOST_DEVIATIONS:
            larger = sorted(self._larger(beam), key=lambda scored: scored.rank)
            if not larger or larger[0].rank >= best.rank:
                break
            beam = _diverse(larger)
            best = beam[0]
        return self._without_idle(best)

    def _larger(self, beam: Sequence[Scored]) -> list[Scored]:
        """Return explanations of one deviation more; values and edits are tried if need be."""
        found: list[Scored] = []
        rank, left = beam[0].rank, [*beam]
        for rows in (lambda _: self._rows, self._valued, lambda _: self._generic):
            for scored in left:
                found += self._with_one_more(scored, rows(scored))
            if any(not one.wrong for one in found):
                break
            if any(one.rank < rank for one in found):
                left = [scored for scored in left if not scored.deviations]
        return found

    def _with_one_more(self, scored: Scored, rows: Sequence[Deviation]) -> Iterator[Scored]:
        """Yield an explanation with each row that gains most, everywhere and under a condition."""
        for row in self._gaining(scored, rows):
            with suppress(IncompatibleError):
                larger = self._extended(scored, row)
                yield larger
                if larger.wrong and not self._named_only:
                    yield from self._under_a_condition(scored, larger, row)

    def _gaining(self, scored: Scored, rows: Sequence[Deviation]) -> list[Deviation]:
        """Return the rows that predict most of what is missed, the best first."""
        if self.predictor.work > self._most_work:
            self.exhausted = True
            return []
        best: list[Deviation] = [*rows]
        first = [(_FIRST, len(best))] if rows is self._generic else []
        for places, most in (*first, (_FEW, 3 * _TRIED), (_TELLING, _TRIED)):
            telling = self.predictor.spread(scored.missed, places)
            gains = {row: gain for row in best if (gain := self._gain(scored, row, telling))}
            best = sorted(gains, key=lambda row: -gains[row])[:most]
        self.promising |= dict.fromkeys(best)
        return best

    def _gain(self, scored: Scored, row: Deviation, places: Sequence[int]) -> int:
        """Return at how many missed places one more deviation makes it predict the answer."""
        explanation = with_deviation(scored.deviations, row)
        try:
            touched = [place for place in places if self.predictor.touches(row, place)]
            return sum(self.predictor.fits(explanation, place) for place in touched)
        except IncompatibleError:
            return 0

    def _extended(self, scored: Scored, row: Deviation | Conditional) -> Scored:
        """Return an explanation with one more deviation, on the part.

        Where the deviation makes no difference alone, it is assumed to make none with others.
        """
        explanation = with_deviation(scored.deviations, row)
        touched = {place for place in sorted(self._part) if self.predictor.touches(row, place)}
        fits = self.predictor.fitting(explanation, sorted(touched))

        def wrong(before: frozenset[int], among: frozenset[int]) -> frozenset[int]:
            return (before - touched) | ((touched & among) - fits)

        return Scored(
            explanation,
            wrong(scored.missed, frozenset(self.predictor.diverging)),
            wrong(scored.contradicted, frozenset(self.predictor.agreeing)),
        )

    def _under_a_condition(
        self, scored: Scored, larger: Scored, row: Deviation
    ) -> Iterator[Scored]:
        """Yield the explanation with a deviation where it is right, if a condition says where."""
        right = sorted(scored.missed - larger.missed)
        harmed = (larger.missed - scored.missed) | (larger.contradicted - scored.contradicted)
        other = {p for p in scored.missed & larger.missed if self.predictor.touches(row, p)}
        if len(right) < _LEAST:
            return
        for wrong in dict.fromkeys((harmed | other, harmed)):
            condition = self.predictor.separating(right, wrong)
            if condition is not None and condition.facts:
                with suppress(IncompatibleError):
                    one = Conditional(row, condition)
                    found = self._extended(scored, one)
                    if len(scored.missed) - len(found.missed) >= _LEAST:
                        yield found
                        return

    def _valued(self, scored: Scored) -> list[Deviation]:
        """Yield deviations with the values of their parameters that predict something missed."""
        telling = self.predictor.spread(scored.missed, 8)
        observations = [self.predictor.observations[place] for place in telling]
        found: list[Deviation] = []
        for row in self._rows:
            if self.predictor.work > self._most_work:
                break
            if row.parameter is None or not self._may_touch(row, telling):
                continue
            values = {}
            for text in dict.fromkeys(values_for(row, observations)):
                with suppress(ParameterError, ArithmeticError):
                    one = row.given(text)
                    if self._gain(scored, one, telling[:_VALUE_PLACES]):
                        values[one] = self._gain(scored, one, telling)
            found += sorted(values, key=lambda one: -values[one])[:_VALUES]
        return found

    def _may_touch(self, row: Deviation, places: Sequence[int]) -> bool:
        """Return whether a deviation makes a difference anywhere, with its value or the least."""
        rows = [row]
        with suppress(ParameterError):
            rows.append(row.given("1"))
        return any(self.predictor.touches(one, place) for one in rows for place in places)

    def _without_idle(self, scored: Scored) -> Scored:
        """Leave out what another deviation of the explanation makes superfluous."""
        for row in scored.deviations:
            rest = tuple(other for other in scored.deviations if other is not row)
            smaller = self.of(rest, self._part)
            if rest and smaller.rank < scored.rank:
                return self._without_idle(smaller)
        return scored

    def _first_part(self) -> set[int]:
        predictor = self.predictor
        weights = {p: weight(one.case.input) for p, one in enumerate(predictor.observations)}
        light = [place for place in sorted(predictor.diverging) if weights[place] < _HEAVY]
        lightest = sorted(predictor.agreeing, key=lambda place: weights[place])
        return {
            *(predictor.first_of(light, _DIVERGING) or sorted(predictor.diverging)[:2]),
            *predictor.first_of((p for p in lightest if weights[p] < _HEAVY), _AGREEING),
        }


def _diverse(explanations: Sequence[Scored]) -> list[Scored]:
    """Return the first, of which few change the same steps."""
    counts: Counter[tuple[str, ...]] = Counter()
    chosen = []
    for scored in explanations:
        rows = [one.row if isinstance(one, Conditional) else one for one in scored.deviations]
        steps = tuple(sorted({change.step for row in rows for change in row.changes}))
        counts[steps] += 1
        if counts[steps] <= _OF_ONE_STEP:
            chosen.append(scored)
    return chosen[:_BEAM]
