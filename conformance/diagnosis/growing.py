"""Larger explanations: one more deviation, everywhere or under a condition."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import contextmanager, suppress
from functools import partial
from itertools import islice

from candidates.deviations.deviation import Deviation, IncompatibleError
from conformance.diagnosis.available import has_two_sides, valued
from conformance.diagnosis.editing import EditDeviation, is_only_of
from conformance.diagnosis.explanations import Conditional, Scored, is_named, with_deviation
from conformance.diagnosis.metering import SpentError
from conformance.diagnosis.mutants import CodeDeviation
from conformance.diagnosis.predicting import Predictor
from conformance.diagnosis.rules import learned
from conformance.diagnosis.suggested import always
from conformance.operations import REGISTRY
from conformance.protocol.values import Failure

_LEAST = 4
"""The fewest cases for a condition: fewer are a coincidence."""

_FIRST, _FEW, _TELLING, _OF_VALUES = 5, 12, 60, 24
"""Missed observations on which all rows, then the best, then the best of these are tried, and all
values of a parameter."""

_QUICK, _ALIKE = 8, 4
"""Divergent cases that a deviation by itself must predict, most of them, and agreeing ones about as
large as the smallest of those: what changes all is wrong there."""

_MOST_OF_A_ROUND = 0.6
"""No more rows are tried once this part of the remaining work is spent."""

_MUCH = 8
"""One part of N must be predicted, or other sources are tried as well."""

_OF_RULES = 0.1
"""The part of the remaining work for rules, where something else explains more, but not rightly."""

_LEAST_FIRST, _PART, _PART_NEXT, _PART_LAST = 2, 0.5, 0.15, 0.4
"""The least observations that rows are tried on, and the part of the remaining work that the
answers of many rows, of fewer and of few may take."""

_MANY, _FEW_ROWS = 400, 40
"""Rows from which on they are tried on fewer observations first, the first of each place first, and
up to which more observations tell them apart."""

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
        ``promising`` the rows that predicted something, and ``exhausted`` says that the work was
        not enough to try everything.
        """
        self._operation, self._predictor, self._conditions = operation, predictor, conditions
        self._rows, self._generic = rows, generic
        self._differing = predictor.differing_names()
        self.part: set[int] = set()
        self.promising: dict[Deviation, None] = {}
        self.exhausted = False

    def of(self, predictor: Predictor) -> "Growing":
        """Return the same with another predictor."""
        rows = self._rows, self._generic
        return Growing(self._operation, predictor, *rows, conditions=self._conditions)

    def larger(
        self, scored: Scored, refuted: AbstractSet[Deviation | Conditional], *, bounded: bool
    ) -> list[Scored]:
        """Return explanations with one more deviation; values and edits are tried if necessary.

        They may be ``bounded`` by a condition; those that are ``refuted`` have one.
        """
        found, part = list[Scored](), _MOST_OF_A_ROUND
        sources: Sequence[Callable[[], Sequence[Deviation]]] = (
            lambda: self._rows,
            lambda: self._valued(scored),
            lambda: self._generic,
            lambda: self._learned(scored, part),
        )
        for rows in sources:
            with self.within_limits():
                found.extend(self._with_one_more(scored, rows(), refuted, bounded=bounded))
            everywhere = [one for one in found if Conditional not in map(type, one.deviations)]
            better = [one for one in everywhere if one.rank < scored.rank]
            right = (one for one in better if one.contradicted <= scored.contradicted)
            if any(_MUCH * len(scored.missed - one.missed) >= len(scored.missed) for one in right):
                break
            part = _OF_RULES if better else _MOST_OF_A_ROUND
        return found

    def at_once(self, scored: Scored) -> list[Scored]:
        """Return explanations with one more deviation that predicts most quick cases, everywhere.

        The quickest cases, of which it must predict all, refuse most: so there is work for all.
        """
        predictor, meter, gains = self._predictor, self._predictor.meter, dict[Deviation, int]()
        telling = self._quick(predictor.diverging, 0)
        first, others = telling[:_LEAST_FIRST], telling[_LEAST_FIRST:]
        first += self._quick(predictor.agreeing, predictor.weight(first[0]))[:_ALIKE]
        every = [*self._rows, *self._generic]
        sources: Sequence[Callable[[], Sequence[Deviation]]] = (
            lambda: _in_turn(every, self._differing),
            lambda: self._valued(scored),
        )
        for rows in sources:
            with self.within_limits(), meter.limited(meter.spent + _MOST_OF_A_ROUND * meter.left):
                for row in rows():
                    one = with_deviation(scored.deviations, row)
                    if all(predictor.fits(one, place) for place in first):
                        wrong = (place for place in others if not predictor.fits(one, place))
                        missed = len([*islice(wrong, len(others) // 4 + 1)])
                        gains |= {row: -missed} if 4 * missed <= len(others) else {}
        found = list[Scored]()
        with self.within_limits():
            self.promising |= dict.fromkeys(filter(is_named, gains))
            best, ordered = self._first_of(scored, gains, _TRIED), dict.fromkeys((*every, *gains))
            found.extend(self._extended(scored, row) for row in ordered if row in best)
        return found

    def _quick(self, places: Iterable[int], size: int) -> list[int]:
        """Return the quickest of the places that are nearest in size, one of each clause.

        Those that harbor refuses come last: what refuses everything is right there.
        """
        predictor = self._predictor

        def quick(place: int) -> tuple[bool, int, int]:
            refused = isinstance(predictor.observations[place].expected, Failure)
            return refused, predictor.cost(place), abs(predictor.weight(place) - size)

        return predictor.first_of(sorted(places, key=quick), 1)[:_QUICK]

    def with_bounded(self, scored: Scored) -> list[Scored]:
        """Return explanations with one more edit under a condition."""
        return self._with_one_of((self._generic,), scored, bounded=True)

    def with_rule(self, scored: Scored) -> list[Scored]:
        """Return explanations with one more rule for elements."""
        return self._with_one_of((self._learned(scored, whole=True),), scored, bounded=False)

    def _with_one_of(
        self, sources: Iterable[Sequence[Deviation]], scored: Scored, *, bounded: bool
    ) -> list[Scored]:
        found: list[Scored] = []
        for rows in sources:
            with self.within_limits():
                found.extend(self._with_one_more(scored, rows, frozenset(), bounded=bounded))
            if not all(one.wrong for one in found):
                break
        return found

    @contextmanager
    def within_limits(self) -> Iterator[None]:
        """Stop when the work is spent; results so far are kept."""
        try:
            yield
        except SpentError:
            self.exhausted = True

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
        for row in self._gaining(scored, left, _TRIED if bounded else _TRIED_NEXT):
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
        places = [place for one in wrong for place in predictor.spread(one, _FEW)]
        same = [one for one in self._rows if steps_of(one) & steps_of(row)]
        beside = [*self.beside(row)]
        alike = dict.fromkeys([*self.promising, *same, *beside])
        rows = [*alike] if places else self._generic
        tried: list[Deviation | Conditional] = [*rows]
        if isinstance(row, Conditional) and places:
            tried[:0] = (Conditional(one, row.condition) for one in self.promising)
        missed = predictor.spread(rest.missed, _FEW)
        newest = sorted(rest.missed)[-_FEW:] if beside else []  # made to tell those apart
        places, least = ([*places, *newest], 1) if places else (missed, len(missed))
        gains, found = dict[Deviation | Conditional, int](), [rest]
        with self.within_limits():
            for other in tried:
                if other not in scored.deviations:
                    gains[other] = self._gain(rest, other, places)
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

    def _gaining(self, scored: Scored, rows: Sequence[Deviation], kept: int) -> Sequence[Deviation]:
        """Return the rows that predict most of what is missed, the best first."""
        best: Sequence[Deviation] = rows
        first = [(_FIRST, len(best))] if len(rows) > _MANY else []
        for places, most in (*first, (_FEW, 3 * kept), (_TELLING, kept)):
            telling = self._places(scored, len(best), places)
            gains = self._gains(scored, best, telling)
            best = self._first_of(scored, gains, most)
        self.promising |= dict.fromkeys(best)
        return best

    def _gains(
        self, scored: Scored, rows: Sequence[Deviation], telling: Sequence[int]
    ) -> dict[Deviation, int]:
        """Return the gains of the rows for which a part of the work is enough."""
        meter, gains = self._predictor.meter, dict[Deviation, int]()
        limit = meter.spent + _MOST_OF_A_ROUND * meter.left
        with self.within_limits(), meter.limited(limit):
            for row in _in_turn(rows, self._differing) if len(rows) > _MANY else rows:
                gains[row] = self._gain(scored, row, telling)
        return {row: gain for row in rows if (gain := gains.get(row, 0))}

    def _places(self, scored: Scored, rows: int, most: int) -> Sequence[int]:
        """Return wrong observations on which rows are tried, fewer if that would cost much."""
        places = self._predictor.spread(scored.missed or _undoable(scored), most)
        cost = rows * sum(map(self._predictor.cost, places)) / max(1, len(places))
        part = _PART if rows > _MANY else _PART_NEXT if rows > _FEW_ROWS else _PART_LAST
        return places[: max(_LEAST_FIRST, int(part * self._predictor.meter.left // (cost or 1)))]

    def _first_of(
        self, scored: Scored, gains: Mapping[Deviation, int], most: int
    ) -> list[Deviation]:
        """Return the rows that gain most, alternately those with little harm and those with any.

        Harmful ones may be right under a condition.
        """
        if len(gains) <= most:
            return sorted(gains, key=lambda row: -gains[row])
        agreeing = self._predictor.spread(self.part & self._predictor.agreeing, max(most, _FEW))
        harm = {row: self._effects(scored, row, agreeing).count(False) for row in gains}
        careful = sorted(gains, key=lambda row: 2 * harm[row] - gains[row])
        greedy = sorted(gains, key=lambda row: (-gains[row], harm[row]))
        in_turn = (row for pair in zip(careful, greedy, strict=True) for row in pair)
        return [*islice(dict.fromkeys(in_turn), most)]

    def _gain(self, scored: Scored, row: Deviation | Conditional, places: Sequence[int]) -> int:
        """Return at how many missed places one more deviation corrects the prediction."""
        return self._effects(scored, row, places).count(True)

    def _effects(
        self, scored: Scored, row: Deviation | Conditional, places: Sequence[int]
    ) -> list[bool]:
        """Return, for each place that one more deviation changes, whether it is then predicted."""
        explanation = with_deviation(scored.deviations, row)
        try:
            touched = (place for place in places if self._may_change(scored, row, place))
            return [self._predictor.fits(explanation, place) for place in touched]
        except IncompatibleError:
            return []

    def _may_change(self, scored: Scored, row: Deviation | Conditional, place: int) -> bool:
        """Return whether one more deviation changes, or may undo, the prediction for a place."""
        return place in _undoable(scored) or self._predictor.touches(row, place)

    def _extended(self, scored: Scored, row: Deviation | Conditional) -> Scored:
        """Return an explanation with one more deviation, on the part.

        If the deviation by itself makes no difference, it is assumed to make none with others.
        """
        explanation = with_deviation(scored.deviations, row)
        touched = {place for place in sorted(self.part) if self._may_change(scored, row, place)}
        fits = self._predictor.fitting(explanation, sorted(touched))

        def wrong(before: frozenset[int], among: frozenset[int]) -> frozenset[int]:
            return (before - touched) | ((touched & among) - fits)

        return Scored(
            explanation,
            wrong(scored.missed, frozenset(self._predictor.diverging)),
            wrong(scored.contradicted, frozenset(self._predictor.agreeing)),
        )

    def where_right(self, scored: Scored, larger: Scored) -> list[Scored]:
        """Return an explanation with each added deviation under the condition that it is right."""
        added = (row for row in larger.deviations if row not in scored.deviations)
        found: list[Scored] = []
        with self.within_limits():
            for row in added:
                if isinstance(row, Deviation):
                    found.extend(self._under_a_condition(scored, larger, row))
        return found

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
        self, scored: Scored, part: float = _MOST_OF_A_ROUND, *, whole: bool = False
    ) -> list[Deviation]:
        """Return deviations of elements and calls, with rules for what is missed.

        Those that are ``whole`` predict all of it. It takes a ``part`` of the remaining work.
        """
        predictor, rules = self._predictor, list[Deviation]()
        missed = scored.missed | (predictor.diverging - self.part)
        limit = predictor.meter.spent + part * predictor.meter.left
        with self.within_limits(), predictor.meter.limited(limit):
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
        found = valued(self._predictor, rows, telling, partial(self._gain, scored))
        return [one for one in found if has_two_sides(self._predictor, one, sorted(self.part))]


def _undoable(scored: Scored) -> AbstractSet[int]:
    """Return the agreeing cases that contradict a single deviation, if nothing else is wrong."""
    return frozenset() if scored.missed or scored.deviations[1:] else scored.contradicted


def conditional(
    predictor: Predictor,
    row: Deviation,
    right: Iterable[int],
    wrong: Iterable[int],
    others: Iterable[int],
) -> Iterator[Conditional]:
    """Yield a deviation under the condition that it is right.

    One answer to all cases comes first, if the deviation gives no other where it is right, but
    others elsewhere, or is one of code. ``others`` are places where such an answer may be wrong.
    An error, in a document too, comes alone if the deviation is an edit, or wrong more often than
    right: others may end in it as well.
    """
    right, wrong = sorted(right), sorted(wrong)
    answers = [predictor.observations[place].candidate for place in right]
    same = [*always(row.operation, answers[0])] if len({*map(repr, answers)}) == 1 else []
    touched = [place for place in wrong if predictor.touches(row, place)] if same else []
    in_document = REGISTRY[row.operation].json_text is not None
    fixed = bool(same) and (in_document or isinstance(answers[0], Failure))
    by_error = fixed and (isinstance(row, EditDeviation) or len(touched) > len(right))
    for plain in same:
        differ = (predictor.differ((plain,), (row,), place) for place in touched)
        if by_error or isinstance(row, CodeDeviation) or any(differ):
            yield from _where_right(predictor, plain, right, others)
    if not by_error:
        yield from _where_right(predictor, row, right, wrong)


def _where_right(
    predictor: Predictor, row: Deviation, right: Iterable[int], wrong: Iterable[int]
) -> Iterator[Conditional]:
    touched = (place for place in sorted(wrong) if predictor.touches(row, place))
    condition = predictor.separating(right, touched)
    if condition is not None and condition.facts:
        yield Conditional(row, condition)


def steps_of(one: Deviation | Conditional) -> set[str]:
    """Return the steps of the reference that a deviation changes."""
    row = one.row if isinstance(one, Conditional) else one
    return {change.step for change in row.changes}


def _in_turn(rows: Sequence[Deviation], first: AbstractSet[str]) -> list[Deviation]:
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
