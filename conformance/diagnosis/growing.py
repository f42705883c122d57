"""Larger explanations: one more deviation, everywhere or under a condition."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from functools import partial

from candidates.deviations.deviation import Deviation, IncompatibleError
from conformance.diagnosis.available import conditional, has_two_sides, valued
from conformance.diagnosis.editing import EditDeviation
from conformance.diagnosis.explanations import (
    Conditional,
    Scored,
    is_a_reader,
    is_named,
    with_deviation,
)
from conformance.diagnosis.metering import SpentError
from conformance.diagnosis.predicting import Predictor
from conformance.diagnosis.ranking import FEW, MOST_OF_A_ROUND, Ranking, in_turn
from conformance.diagnosis.rules import learned

_LEAST = 4
"""The fewest cases for a condition: fewer are a coincidence."""

_OTHERS = 2
"""How many times the work for the first that predicts all cases is spent on others too."""

_MUCH = 8
"""One part of N must be predicted, or other sources are tried as well."""

_OF_RULES, _OF_PARAMETERS = 0.1, 0.4
"""The parts of the remaining work for rules, and for parameters, where others explain more."""

_OF_VALUES = 24
"""Missed observations on which all values of a parameter are tried."""

_TRIED, _TRIED_NEXT, _TRIED_INSTEAD = 12, 4, 6
"""Deviations with the largest gain that are tried: with conditions, without, in place of one."""


class Growing:
    """Adds deviations to explanations, by a part of the observations."""

    def __init__(
        self,
        operation: str,
        predictor: Predictor,
        rows: Sequence[Deviation],
        generic: Sequence[Deviation],
        *,
        conditions: bool,
    ) -> None:
        """Take the rows of the catalogue, and those that follow from shapes.

        With ``conditions`` a row is tried under one as well. ``part`` has the places that are used,
        ``promising`` the rows that predicted something.
        """
        self._operation, self._predictor, self._conditions = operation, predictor, conditions
        self._rows, self._generic = rows, generic
        self._differing = predictor.differing_names()
        self.part: set[int] = set()
        self._ranking = Ranking(predictor, self.part)
        self.promising: dict[Deviation, None] = {}

    def of(self, predictor: Predictor) -> "Growing":
        """Return the same with another predictor, and with what is promising so far."""
        rows = self._rows, self._generic
        other = Growing(self._operation, predictor, *rows, conditions=self._conditions)
        other.promising = self.promising
        return other

    def larger(
        self, scored: Scored, refuted: AbstractSet[Deviation | Conditional], *, bounded: bool
    ) -> list[Scored]:
        """Return explanations with one more deviation; values and edits are tried if necessary.

        They may be ``bounded`` by a condition; those that are ``refuted`` have one.
        """
        found, part = list[Scored](), MOST_OF_A_ROUND
        sources: Sequence[Callable[[], Sequence[Deviation]]] = (
            lambda: self._rows,
            lambda: self._valued(scored),
            lambda: self._generic,
            lambda: self._learned(scored, part),
        )
        for rows in sources:
            with self._predictor.meter.ending():
                found.extend(self._with_one_more(scored, rows(), refuted, bounded=bounded))
            everywhere = [one for one in found if Conditional not in map(type, one.deviations)]
            better = [one for one in everywhere if one.rank < scored.rank]
            right = (one for one in better if one.contradicted <= scored.contradicted)
            if any(_MUCH * len(scored.missed - one.missed) >= len(scored.missed) for one in right):
                break
            part = _OF_RULES if better else MOST_OF_A_ROUND
        return found

    def at_once(self, scored: Scored) -> list[Scored]:
        """Return explanations with one more deviation that predicts most quick cases, everywhere.

        Once one is right on the part, others are tried for as much work again, and then only those
        of the catalogue.
        """
        meter, gains, sure = self._predictor.meter, dict[Deviation, int](), False
        every = [*self._rows, *self._generic]
        sources: Sequence[Callable[[], Sequence[Deviation]]] = (
            lambda: in_turn(every, self._differing),
            lambda: self._valued(scored),
        )
        for rows in sources:
            start, part = meter.spent, _OF_PARAMETERS if sure else MOST_OF_A_ROUND
            with meter.ending(), meter.limited(start + part * meter.left):
                left, end = iter(rows()), meter.most
                if not sure and self._one_is_right(scored, left, gains):
                    sure, end = True, _OTHERS * meter.spent - start
                with suppress(SpentError), meter.limited(end):
                    gains.update(self._ranking.on_quick_cases(scored, left))
                gains.update(self._ranking.on_quick_cases(scored, filter(is_named, left)))
        found = list[Scored]()
        with self._predictor.meter.ending():
            best = self._ranking.first_of(scored, gains, _TRIED)
            self.promising |= dict.fromkeys([*filter(is_named, gains), *best])
            ordered = dict.fromkeys((*every, *gains))
            found.extend(self._extended(scored, row) for row in ordered if row in best)
        return found

    def _one_is_right(
        self, scored: Scored, rows: Iterator[Deviation], gains: dict[Deviation, int]
    ) -> bool:
        """Add gains on quick cases up to the first row, if any, that is right on the part."""
        for row, gain in self._ranking.on_quick_cases(scored, rows):
            gains[row] = gain
            if not gain and len(gains) <= _TRIED and not self._extended(scored, row).wrong:
                return True
        return False

    def with_bounded(self, scored: Scored) -> list[Scored]:
        """Return explanations with one more row that is promising, or edit, under a condition."""
        promising = [row for row in self.promising if is_named(row)]
        return self._with_one_of((promising, self._generic), scored, bounded=True)

    def with_rule(self, scored: Scored) -> list[Scored]:
        """Return explanations with one more rule for elements."""
        return self._with_one_of((self._learned(scored, whole=True),), scored, bounded=False)

    def _with_one_of(
        self, sources: Iterable[Sequence[Deviation]], scored: Scored, *, bounded: bool
    ) -> list[Scored]:
        found: list[Scored] = []
        for rows in sources:
            with self._predictor.meter.ending():
                found.extend(self._with_one_more(scored, rows, frozenset(), bounded=bounded))
            if not all(one.wrong for one in found):
                break
        return found

    def _with_one_more(
        self,
        scored: Scored,
        rows: Sequence[Deviation],
        refuted: AbstractSet[Deviation | Conditional],
        *,
        bounded: bool,
    ) -> Iterator[Scored]:
        """Yield an explanation with each row that gains most, everywhere and under a condition."""
        tried = scored.deviations if bounded else (*scored.deviations, *refuted)
        left = [row for row in rows if row not in tried]
        best = self._ranking.gaining(scored, left, _TRIED if bounded else _TRIED_NEXT)
        self.promising |= dict.fromkeys(best)
        for row in best:
            with suppress(IncompatibleError):
                larger = self._extended(scored, row)
                if row not in refuted:
                    yield larger
                if larger.wrong and bounded and self._conditions:
                    yield from self._under_a_condition(scored, larger, row)
                for other in () if bounded else self._of_other_values(scored, row):
                    yield self._extended(scored, other)

    def instead(self, row: Deviation | Conditional, scored: Scored, rest: Scored) -> Scored:
        """Return the best explanation with another deviation in place of one.

        If nothing is wrong with that one, any other is tried that does what it does.
        """
        wrong, predictor = (scored.contradicted, scored.missed), self._predictor
        places = [place for one in wrong for place in predictor.spread(one, FEW)]
        same = [one for one in self._rows if steps_of(one) & steps_of(row)]
        beside = [*self.beside(row)]
        alike = dict.fromkeys([*self.promising, *same, *beside])
        rows = [*alike] if places else self._generic
        tried: list[Deviation | Conditional] = [*rows]
        if isinstance(row, Conditional) and places:
            tried[:0] = (
                Conditional(one, row.condition) for one in self.promising if not is_a_reader(one)
            )
        missed = predictor.spread(rest.missed, FEW)
        newest = sorted(rest.missed)[-FEW:] if beside else []  # made to tell those apart
        places, least = ([*places, *newest], 1) if places else (missed, len(missed))
        gains, found = dict[Deviation | Conditional, int](), [rest]
        with self._predictor.meter.ending():
            for other in tried:
                if other not in scored.deviations:
                    gains[other] = self._ranking.gain(rest, other, places)
            best = sorted(gains, key=lambda one: -gains[one])[:_TRIED_INSTEAD]
            found += [self._extended(rest, one) for one in best if gains[one] >= least]
        return min(found, key=lambda one: one.rank)

    def beside(self, row: Deviation | Conditional) -> Iterator[Deviation]:
        """Yield the other edits of the place that an edit changes, or values of a parameter."""
        if isinstance(row, Deviation) and row.parameter is not None:
            given = map(row.given, row.parameter.usual)
            yield from (one for one in given if one.name != row.name)
        if isinstance(row, EditDeviation):
            others = (one for one in self._generic if isinstance(one, EditDeviation))
            yield from (one for one in others if one.at == row.at and one != row)

    def _extended(self, scored: Scored, row: Deviation | Conditional) -> Scored:
        """Return an explanation with one more deviation, on the part.

        If the deviation by itself makes no difference, it is assumed to make none with others.
        """
        explanation = with_deviation(scored.deviations, row)
        touched = {
            place for place in sorted(self.part) if self._ranking.may_change(scored, row, place)
        }
        fits = self._predictor.fitting(explanation, sorted(touched))

        def wrong(before: frozenset[int], among: frozenset[int]) -> frozenset[int]:
            return (before - touched) | ((touched & among) - fits)

        return Scored(
            explanation,
            wrong(scored.missed, frozenset(self._predictor.diverging)),
            wrong(scored.contradicted, frozenset(self._predictor.agreeing)),
        )

    def _under_a_condition(
        self, scored: Scored, larger: Scored, row: Deviation
    ) -> Iterator[Scored]:
        """Yield the explanation with a deviation under a condition that says where it is right."""
        right = sorted(scored.missed - larger.missed)
        harmed = (larger.missed - scored.missed) | (larger.contradicted - scored.contradicted)
        other = {p for p in scored.missed & larger.missed if self._predictor.touches(row, p)}
        if len(right) < _LEAST:
            return
        for wrong in dict.fromkeys((harmed | other, harmed)):
            tried = []
            for one in conditional(self._predictor, row, right, wrong, self.part - {*right}):
                facts = one.condition.holds_of
                holds = (p for p in sorted(self.part) if facts(self._predictor.facts(p)))
                if has_two_sides(self._predictor, row, holds):
                    tried.append(self._extended(scored, one))
            found = min(tried, key=lambda one: one.rank[0], default=scored)
            if len(scored.missed) - len(found.missed) >= _LEAST:
                yield found
                return

    def _learned(
        self, scored: Scored, part: float = MOST_OF_A_ROUND, *, whole: bool = False
    ) -> list[Deviation]:
        """Return deviations of elements and calls, with rules for what is missed.

        Those that are ``whole`` predict all of it. It takes a ``part`` of the remaining work.
        """
        predictor, rules = self._predictor, list[Deviation]()
        missed = scored.missed | (predictor.diverging - self.part)
        limit = predictor.meter.spent + part * predictor.meter.left
        with predictor.meter.ending(), predictor.meter.limited(limit):
            where = self._operation, predictor, scored.deviations
            rules.extend(
                learned(*where, missed, self.part, whole=whole) if self._conditions else ()
            )
        return rules

    def _valued(self, scored: Scored) -> list[Deviation]:
        """Return deviations with the values of their parameters that predict something missed."""
        return self._with_values(
            scored, self._rows, self._predictor.spread(scored.missed, _OF_VALUES)
        )

    def _of_other_values(self, scored: Scored, row: Deviation) -> list[Deviation]:
        """Return a deviation with other values of its parameter that predict something missed."""
        touched = (place for place in scored.missed if self._predictor.touches(row, place))
        return self._with_values(scored, [row], self._predictor.spread(touched, _OF_VALUES))

    def _with_values(
        self, scored: Scored, rows: Sequence[Deviation], telling: Sequence[int]
    ) -> list[Deviation]:
        found = valued(self._predictor, rows, telling, partial(self._ranking.gain, scored))
        return [one for one in found if has_two_sides(self._predictor, one, sorted(self.part))]


def steps_of(one: Deviation | Conditional) -> set[str]:
    """Return the steps of the reference that a deviation changes."""
    row = one.row if isinstance(one, Conditional) else one
    return {change.step for change in row.changes}
