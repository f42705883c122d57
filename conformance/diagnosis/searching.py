"""Searches for the simplest set of deviations that predicts what was observed."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import replace
from itertools import starmap

from candidates.deviations.deviation import Deviation, IncompatibleError
from conformance.diagnosis.aspects import Aspect, aspects_of, within
from conformance.diagnosis.available import available
from conformance.diagnosis.explanations import (
    Conditional,
    DeviationSet,
    Scored,
    is_named,
    names_of,
    needs_others,
    with_deviation,
    without,
)
from conformance.diagnosis.growing import Growing
from conformance.diagnosis.metering import LONG, SpentError
from conformance.diagnosis.predicting import Predictor
from conformance.protocol.values import HARBOR_VERSION

LEAST_WORK = 50_000
"""The least number of answers that a run's diagnoses may predict: about five seconds."""

_EVERYWHERE, _BOUNDED = (0.4,) * 4, (0.5, 0.6, 0.65)
"""The shares of the work after which each round of search ends, without and with conditions. The
rest is left for what is confirmed."""

_AT_ONCE, _ONE, _RULE, _OF_ASPECT, _ASPECTS = 0.2, 0.1, 0.2, 0.06, 0.3
"""The shares of one deviation in place of others, everywhere and under a condition, of one rule and
of one deviation in an aspect of answers, and that after which no further aspect is looked at."""

_OTHERS, _AGAIN = 8, 3
"""The agreeing aspects from which on those that differ are looked at first, and how often aspects
are explained, each time with what contradicted the last explanation."""

_EQUAL, _NEARLY = 6, 10
"""Deviations that are equally good by a part of the cases and are compared by all, and the part of
the divergent cases that may be left for aspects not to be looked at: one in N."""

_LOOPING = 1.5
"""What answers cost with their loops, as a multiple of what they cost without."""

_MOST_DEVIATIONS, _MOST_REFUTED = 12, 4
"""The most deviations of one explanation, and those that are left out to look for others."""

_ALL, _DIVERGING, _AGREEING, _ADDED = 24, 6, 8, 3
"""Divergent observations that are all used first, those of each clause if there are more, and those
that each round adds."""

_SHARE_OF_ONE = 0.005
"""The share of the work that one prediction of all agreeing cases that are looked at may take."""

_SAMPLED = 8
"""Agreeing observations of each clause that explanations are compared by, quick ones first; the
best one must predict all."""


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
        """Take the observations, names not to try, and the allowed work.

        Deviations of harbor's release are tried as ones that a candidate lacks.
        """
        self.predictor = predictor
        self._most_work = predictor.meter.most = predictor.meter.end = most_work
        given = available(operation, predictor, frozenset(excluded), release, named_only=named_only)
        self._operation = operation
        self._before, self._named_only = given.before, named_only
        self._growing = Growing(
            operation, predictor, given.rows, given.generic, conditions=not named_only
        )
        self._against = set[int]()
        self._look_at_first()

    def _look_at_first(self) -> None:
        """Choose the observations that are looked at first."""
        quick = sorted(self.predictor.agreeing, key=self.predictor.cost)
        self._sample = {*self.predictor.first_of(quick, _SAMPLED)}
        self._part, self.promising = self._growing.part, self._growing.promising
        self._part |= self._first_part(_DIVERGING // 2, _AGREEING)
        self._part |= self._against & (self.predictor.agreeing | self.predictor.diverging)

    def best(self) -> Scored:
        """Return the best explanation of all observations; it may be another release of harbor."""
        best = min(self._first(), key=lambda scored: scored.rank)
        if not best.wrong:
            return best
        growing = self._growing
        few = self._differs_in_few_aspects()
        best = self._by_aspect(best) if few else best
        best = self._or_one(best, growing.at_once, _AT_ONCE)
        nearly = _NEARLY * best.wrong < len(self.predictor.diverging)
        best = best if few or nearly else self._by_aspect(best)
        best = self._looked_for(best, _EVERYWHERE, bounded=False)
        best = self._or_one(best, growing.with_rule, _RULE)
        if len(best.deviations) >= (1 if best.wrong else 2):
            best = self._or_one(best, growing.with_bounded)
        self._part |= self._first_part(_DIVERGING, _AGREEING)
        return self._of_all(self._looked_for(best, _BOUNDED, bounded=True))

    def use(self, predictor: Predictor) -> None:
        """Search with another predictor from here on."""
        self.predictor, self._growing = predictor, self._growing.of(predictor)
        self._look_at_first()

    def _differs_in_few_aspects(self) -> bool:
        """Return whether many other aspects agree: then those that differ tell most."""
        others = len(aspects_of(self._operation)) - len(self.predictor.by_aspect())
        return others >= _OTHERS and not self._named_only

    def _by_aspect(self, known: Scored) -> Scored:
        """Return what explains each aspect of the answers by itself, if together it is better.

        What contradicts it is looked at in the next attempt.
        """
        best = known
        with self.predictor.meter.ending():
            for _ in range(_AGAIN):
                best = self._of_aspects(known)
                if not best.contradicted:
                    break
                self._against |= best.contradicted
        return best

    def _of_aspects(self, best: Scored) -> Scored:
        """Return the best explanations of all aspects together."""
        meter, found = self.predictor.meter, dict[Deviation | Conditional, list[Aspect]]()
        tried = best.wrong and not self._named_only
        aspects = self.predictor.by_aspect() if tried else {}
        if len(aspects) == len(aspects_of(self._operation)):
            return best
        for aspect, predictor in aspects.items():
            if meter.spent > self._most_work * _ASPECTS:
                return best
            search = copy(self)
            search.use(predictor)
            search._sample = {*search._part}  # noqa: SLF001 - a copy; all others are looked at later
            one = search.best_of_one([*found])
            if one.wrong:
                return best
            for row in one.deviations:
                found.setdefault(row, []).append(aspect)
        for rows in ([*found], [*starmap(_within, found.items())]) if found else ():
            together: DeviationSet = ()
            for row in rows:
                together = with_deviation(together, row)
            best = self._better_of(best, together) if best.wrong else best
        return best

    def best_of_one(self, first: Sequence[Deviation | Conditional]) -> Scored:
        """Return the best explanation of one deviation; others are tried if those are wrong."""
        start = self.of(())
        known = (self._better_of(start, (row,)) for row in first)
        best = min(known, key=lambda one: one.rank, default=start)
        growing = self._growing
        best = self._or_one(best, growing.at_once, _AT_ONCE)
        best = self._or_one(best, growing.with_rule, _OF_ASPECT)
        return self._or_one(best, growing.with_bounded, _OF_ASPECT)

    def _looked_for(self, best: Scored, shares: Iterable[float], *, bounded: bool) -> Scored:
        """Return the best explanation, with each share of the work spent.

        What one search gets wrong is looked at in the next one as well.
        """
        for share in shares if best.wrong else ():
            if self.predictor.meter.spent > self._most_work * share:
                continue
            best, found = self._better(best, self._most_work * share, bounded=bounded)
            if not best.wrong:
                best = found = self._of_all(best)
                self._sample |= best.contradicted
            new = (found.missed | found.contradicted) - self._part
            if not new and not self.predictor.meter.exhausted:
                break
            self._part |= set(self.predictor.first_of(sorted(new), _ADDED))
        return best

    def _first(self) -> Iterator[Scored]:
        """Yield no deviation, one answer to all, and releases that explain the first cases."""
        yield self.of(())
        for rows in self._before:
            with suppress(IncompatibleError, SpentError):
                if self.predicts(rows, self._part):
                    yield self.of(rows)

    def again(self, scored: Scored, places: Iterable[int]) -> Scored:
        """Return the best explanation once observations at more places are known."""
        self._part |= {*places}
        self._sample |= {*places}
        limit = (self.predictor.meter.spent + self.predictor.meter.end) / 2
        return self._better(self.of(scored.deviations), limit, bounded=True)[0]

    def _better(self, best: Scored, limit: float, *, bounded: bool) -> tuple[Scored, Scored]:
        """Return the better of two explanations, the second of which was looked for by a limit."""
        meter, found = self.predictor.meter, best
        meter.exhausted = False
        with meter.ending():
            with meter.limited(min(limit, meter.end - self._work_of_all)):
                start = self.of(best.deviations, self._part)
                grown = self._without_idle(self._grown(start, bounded=bounded))
            best, found = (self._sampled(one.deviations) for one in (best, grown))
        return min(best, found, key=lambda scored: scored.rank), found

    def _of_all(self, scored: Scored) -> Scored:
        """Return what an explanation predicts of all, or of fewer if the work is not enough.

        What is stated must be scored on all: there is more work for that.
        """
        try:
            return self.of(scored.deviations)
        except SpentError:
            self.predictor.meter.exhausted = True
            return scored

    def _sampled(self, explanation: DeviationSet) -> Scored:
        """Return what an explanation predicts of all divergences and some other observations."""
        return self.of(explanation, self.predictor.diverging | self._sample)

    @property
    def _work_of_all(self) -> float:
        """What it takes to predict all observations."""
        places = range(len(self.predictor.observations))
        return _LOOPING * sum(map(self.predictor.cost, places))

    def of(self, explanation: DeviationSet, places: Iterable[int] | None = None) -> Scored:
        """Return an explanation with what it predicts of all observations, or of some."""
        diverging, agreeing = self.predictor.diverging, self.predictor.agreeing
        looked = frozenset(diverging | agreeing if places is None else places)
        with self.predictor.meter.limited():
            fits = self.predictor.fitting(explanation, sorted(looked))
        return Scored(explanation, (looked & diverging) - fits, (looked & agreeing) - fits)

    def predicts(self, explanation: DeviationSet, places: Iterable[int]) -> bool:
        """Return whether an explanation predicts all answers at some places, quick ones first."""
        in_order = sorted(places, key=self.predictor.cost)
        return all(self.predictor.fits(explanation, place) for place in in_order)

    def beside(self, row: Deviation | Conditional) -> Iterable[Deviation]:
        """Return the other edits of the place that an edit changes."""
        return self._growing.beside(row)

    def rivals(self, row: Deviation | Conditional) -> Iterable[Deviation]:
        """Return what may be meant in a deviation's place: what predicted much, and its like."""
        return dict.fromkeys([*self.beside(row), *self.promising])

    def leaves_most(self, scored: Scored) -> bool:
        """Return whether most clauses with a divergence have one that is not predicted."""
        observed = self.predictor.observations
        every = {observed[place].clause for place in self.predictor.diverging}
        left = {observed[place].clause for place in scored.missed}
        return 2 * len(left) > len(every)

    def alike(self, whole: Scored, row: Deviation | Conditional) -> Iterator[str]:
        """Yield the names of deviations that predict the same everywhere in a deviation's place."""
        meter, taken = self.predictor.meter, names_of(whole.deviations)
        rest, wrong = without(whole.deviations, row), whole.missed | whole.contradicted
        right = {*range(len(self.predictor.observations))} - wrong
        with suppress(SpentError), meter.limited(meter.spent + meter.left / (2 * len(taken))):
            for other in filter(is_named, self._growing.promising):
                changed = with_deviation(rest, other)
                same = other.name not in taken and self.predicts(changed, right)
                if same and not self.predictor.fitting(changed, wrong):
                    yield other.name

    def _grown(
        self,
        scored: Scored,
        refuted: frozenset[Deviation | Conditional] = frozenset(),
        *,
        bounded: bool,
    ) -> Scored:
        """Return an explanation that grows by one deviation at a time, and replaces wrong ones.

        Those that are ``refuted`` are tried only under a condition.
        """
        scored = self._mended(scored, bounded=bounded)
        while scored.wrong and len(scored.deviations) < _MOST_DEVIATIONS:
            found = self._growing.larger(scored, refuted, bounded=bounded)
            larger = min(found, key=lambda one: one.rank, default=scored)
            if larger.rank >= scored.rank:
                break
            scored = self._mended(larger, bounded=False)
        return self._reconsidered(self._mended(scored, bounded=bounded), refuted, bounded=bounded)

    def _mended(self, scored: Scored, *, bounded: bool) -> Scored:
        """Return an explanation with others in place of deviations, if that is better.

        They are those that agreeing cases contradict, or any, also those under a condition.
        """
        for row in scored.deviations:
            if not (scored.wrong or isinstance(row, Conditional)):
                continue
            rest = self.of(without(scored.deviations, row), self._part)
            if bounded or len(rest.contradicted) < len(scored.contradicted):
                changed = self._growing.instead(row, scored, rest)
                if changed.rank < scored.rank:
                    return self._mended(changed, bounded=bounded)
        return scored

    def _reconsidered(
        self, scored: Scored, refuted: frozenset[Deviation | Conditional], *, bounded: bool
    ) -> Scored:
        """Return a better explanation without those that by themselves contradict agreeing cases.

        Two that are both at fault hide each other.
        """
        places = scored.contradicted
        alone = {row: self.of((row,), places) for row in scored.deviations}
        blamed = {row for row, one in alone.items() if 2 * len(one.contradicted) > len(places)}
        if blamed <= refuted or len(refuted) >= _MOST_REFUTED:
            return scored
        left = tuple(row for row in scored.deviations if row not in blamed)
        other = self._grown(self.of(left, self._part), refuted | blamed, bounded=bounded)
        return min(scored, other, key=lambda one: one.rank)

    def _or_one(
        self, best: Scored, larger: Callable[[Scored], list[Scored]], share: float = _ONE
    ) -> Scored:
        """Return one deviation, if it explains more than the best explanation does."""
        if not best.wrong and len(best.deviations) == 1:
            return best
        meter = self.predictor.meter
        limit = min(meter.spent + self._most_work * share, meter.end - self._work_of_all)
        with meter.limited(limit):
            found = larger(self.of((), self._part))
        least = min((one.wrong for one in found), default=0)
        equal = sorted((one for one in found if one.wrong == least), key=lambda one: one.rank)
        for one in equal[:_EQUAL]:
            best = self._better_of(best, one.deviations)
        return best

    def _better_of(self, best: Scored, other: DeviationSet) -> Scored:
        """Return the better of two explanations; the first one if the work is not enough."""
        meter, found = self.predictor.meter, best
        if meter.end - meter.spent > self._work_of_all:
            with suppress(SpentError):
                best, found = self._sampled(best.deviations), self._sampled(other)
        return min(best, found, key=lambda one: one.rank)

    def _without_idle(self, scored: Scored) -> Scored:
        """Drop deviations that others make redundant, or that predict no case without them."""
        for row in scored.deviations:
            smaller = self.of(without(scored.deviations, row), self._part)
            alone = any(
                self.predictor.fits((row,), place) for place in scored.missed ^ smaller.missed
            )
            idle = smaller.rank < scored.rank or not (alone or needs_others(row))
            if smaller.deviations and idle:
                return self._without_idle(smaller)
        return scored

    def _first_part(self, most_diverging: int, most: int) -> set[int]:
        """Return the first cases of each clause, fewer agreeing ones if they are expensive."""
        predictor = self.predictor
        light = [place for place in sorted(predictor.diverging) if predictor.weight(place) < LONG]
        lightest = sorted(predictor.agreeing, key=predictor.weight)
        agreeing = [place for place in lightest if predictor.weight(place) < LONG]
        while most > _ADDED and self._cost_of(predictor.first_of(agreeing, most)) > _SHARE_OF_ONE:
            most -= 1
        few = light if len(light) <= _ALL else predictor.first_of(light, most_diverging)
        diverging = few or sorted(predictor.diverging)[:2]
        return {*diverging, *predictor.first_of(agreeing, most)}

    def _cost_of(self, places: Iterable[int]) -> float:
        return sum(map(self.predictor.cost, places)) / self._most_work


def _within(row: Deviation | Conditional, aspects: Sequence[Aspect]) -> Deviation | Conditional:
    """Return a deviation of which only these aspects are used."""
    if isinstance(row, Conditional):
        return replace(row, row=within(row.row, aspects))
    return within(row, aspects)
