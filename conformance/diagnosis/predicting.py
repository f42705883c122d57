"""Predicts the answers of a candidate with certain deviations."""

from bisect import bisect
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from copy import copy
from functools import partial
from itertools import accumulate

from candidates.deviations.deviation import Deviation, IncompatibleError
from candidates.deviations.releases import deviations_of, model_of
from conformance.diagnosis.aspects import (
    Aspect,
    AspectDeviation,
    aspects_of,
    names_of_fields,
)
from conformance.diagnosis.conditions import Condition, FactTable
from conformance.diagnosis.editing import At, Looks
from conformance.diagnosis.explanations import Conditional, DeviationSet, names_of
from conformance.diagnosis.facts import Facts, facts_of, facts_of_answer
from conformance.diagnosis.metering import Meter, TooLongError, cost_of, cost_of_facts
from conformance.examination.findings import Observation, weight
from conformance.operations.comparing import diverges
from conformance.operations.functions import LocalCandidate
from conformance.protocol.differences import Absent
from conformance.protocol.values import HARBOR_VERSION, Answer, Case, Misshapen, Result, Value

_COMPARED = 400
"""The most cases of each side whose facts are compared."""

_OF_FACTS = 0.2
"""The part of the remaining work that the facts of each side may take."""


class Predictor:
    """The observations of one operation, and how many of them an explanation predicts.

    ``diverging`` and ``agreeing`` are the places of its observations. ``meter`` counts and limits
    the work of predicted answers.
    """

    def __init__(
        self,
        observations: Sequence[Observation],
        declared: Sequence[Deviation] = (),
        release: str = HARBOR_VERSION,
        meter: Meter | None = None,
    ) -> None:
        """Take the observations, the expected deviations, and harbor's.

        Those of harbor's release are what its answers are compared with.
        """
        self.observations: list[Observation] = []
        self.diverging: set[int] = set()
        self.agreeing: set[int] = set()
        self.meter = meter or Meter()
        self._declared, self._release = declared, release
        self.aspect: Aspect | None = None
        self._plain: dict[int, Answer] = {}
        self._composed: dict[tuple[tuple[str, ...], int], Answer] = {}
        self._candidates: dict[tuple[str, ...], LocalCandidate] = {}
        self._fits: dict[tuple[tuple[str, ...], int], bool] = {}
        self._touched: dict[tuple[str, int], bool] = {}
        self._differ: dict[tuple[tuple[str, ...], tuple[str, ...], int], bool] = {}
        is_reference = not declared and release == HARBOR_VERSION
        cases = self._case, self.cost, self.weight, self._unchanged
        self._looks = Looks(self.meter, *cases, is_reference)
        self._facts: dict[int, Facts] = {}
        self._weights: dict[int, int] = {}
        self._table = FactTable()
        self.add(observations)

    def add(self, observations: Sequence[Observation], *, predicted: bool = False) -> range:
        """Take more observations; return their places.

        The expected answers may be ``predicted``, without deviations.
        """
        start = len(self.observations)
        for place, one in enumerate(observations, start):
            agrees = answers_agree(one.case, one.expected, one.candidate)
            (self.agreeing if agrees else self.diverging).add(place)
            self.observations.append(one)
            if predicted:
                self._plain[place] = one.expected
        return range(start, len(self.observations))

    def by_aspect(self) -> dict[Aspect, "Predictor"]:
        """Return the aspects in which some results differ, each with a predictor of it alone."""
        results = {place for place in self.diverging if self._gives_results(place)}
        aspects = aspects_of(self._case(min(results)).operation) if results else ()
        found = {aspect: self._looking_only_at(aspect, results) for aspect in aspects}
        return {aspect: one for aspect, one in found.items() if one.diverging}

    def _looking_only_at(self, aspect: Aspect, places: AbstractSet[int]) -> "Predictor":
        other = copy(self)
        other.look_only_at(aspect, places)
        return other

    def look_only_at(self, aspect: Aspect, places: AbstractSet[int]) -> None:
        """Take only one aspect of answers into account, and of the divergent cases only these."""
        self.aspect = aspect
        self._fits, self._touched, self._differ = {}, {}, {}
        seen = ((place, self.observations[place]) for place in places)
        alike = {p for p, one in seen if self._agree(one.case, one.expected, one.candidate)}
        self.diverging, self.agreeing = {*places} - alike, self.agreeing | alike

    def differing_names(self) -> frozenset[str]:
        """Return the names of the fields in which results differ, if no other answers do."""
        if self.aspect is not None:
            return names_of_fields([self.aspect])
        if not all(map(self._gives_results, self.diverging)):
            return frozenset()
        return names_of_fields(self.by_aspect())

    def _gives_results(self, place: int) -> bool:
        one = self.observations[place]
        return isinstance(one.expected, Result) and isinstance(one.candidate, Result)

    def _agree(self, case: Case, expected: Answer, actual: Answer) -> bool:
        """Return whether two answers agree, in the aspect that is looked at if there is one."""
        if self.aspect is not None:
            return self.aspect.of(expected) == self.aspect.of(actual)
        return answers_agree(case, expected, actual)

    def values(self, at: At, place: int) -> list[Value | Absent] | None:
        """Return the values at a place of a case; None if they are not known."""
        return self._looks.values(at, place)

    def spread(self, places: Iterable[int], most: int) -> list[int]:
        """Return some of the places: the first of each clause, then the second, and so on."""
        return [place for _, place in sorted(self._ranked(sorted(places)))[:most]]

    def first_of(self, places: Iterable[int], most: int) -> list[int]:
        """Return up to N places of each clause, in order."""
        return [place for rank, place in self._ranked(places) if rank < most]

    def _ranked(self, places: Iterable[int]) -> Iterator[tuple[int, int]]:
        """Yield each place with the number of places of its clause before it."""
        counts: Counter[str] = Counter()
        for place in places:
            clause = self.observations[place].clause
            yield counts[clause], place
            counts[clause] += 1

    def separating(self, inside: Iterable[int], outside: Iterable[int]) -> Condition | None:
        """Return a condition that holds for many cases inside and none outside, if there is one."""
        sides = [self._known(inside), self._known(outside)]
        return self._table.separating(*sides)

    def common(self, inside: Iterable[int], outside: Iterable[int]) -> tuple[Condition, int]:
        """Return what is true for all cases inside and few outside, as ``FactTable`` does."""
        return self._table.common(self._known(inside), self._known(outside))

    def _known(self, places: Iterable[int]) -> list[int]:
        """Return some of the places, as many as a part of the work is enough for, in order."""
        chosen = self.spread(places, _COMPARED)
        costs = accumulate(0 if p in self._facts else self._cost_of_facts(p) for p in chosen)
        chosen = sorted(chosen[: bisect([*costs], self.meter.left * _OF_FACTS)])
        self._table.add({place: self.facts(place) for place in chosen})
        self.meter.spend(len(chosen) // 8)
        return chosen

    def takes(self, row: Deviation) -> bool:
        """Return whether a deviation can be combined with the expected ones."""
        if not (self._declared or deviations_of(self._release)):
            return True
        try:
            model_of(self._release, (*self._declared, row))
        except IncompatibleError:
            return False
        return True

    def fits(self, explanation: DeviationSet, place: int) -> bool:
        """Return whether the explanation predicts the candidate's answer at a place.

        It does not if two of its deviations replace the same step there: they cannot be combined.
        """
        active = self._active(explanation, place)
        key = (names_of(active), place)
        if key not in self._fits:
            try:
                self._fits[key] = self._compare(active, place)
            except IncompatibleError:
                self._fits[key] = False
            except TooLongError:
                self._fits[key] = place in self.agreeing
                self._touched |= {(row.name, place): False for row in active}
        return self._fits[key]

    def fitting(self, explanation: DeviationSet, places: Iterable[int]) -> frozenset[int]:
        """Return the places at which the explanation predicts the candidate's answer."""
        return frozenset(place for place in places if self.fits(explanation, place))

    def touches(self, one: Deviation | Conditional, place: int) -> bool:
        """Return whether a deviation by itself changes the answer at a place."""
        if isinstance(one, Conditional):
            return self._holds(one, place) and self.touches(one.row, place)
        key = (one.name, place)
        if key not in self._touched:
            if place in self.diverging:  # many are tried there
                self._looks.calls_at(place)
            touched = not self.fits((one,), place)
            self._touched.setdefault(key, touched and place in self.diverging)
        return self._touched[key]

    def corrects(self, one: Deviation | Conditional, place: int) -> bool:
        """Return whether a deviation by itself predicts an answer, or an aspect of one."""
        if self.fits((one,), place):
            return True
        actual, plain = self.observations[place].candidate, self._unchanged(place)
        changed = self._answer(self._active((one,), place), place)
        aspects = aspects_of(self._case(place).operation)
        return any(each.of(plain) != each.of(actual) == each.of(changed) for each in aspects)

    def differ(self, one: DeviationSet, other: DeviationSet, place: int) -> bool:
        """Return whether two explanations predict different answers at a place."""
        one, other = self._active(one, place), self._active(other, place)
        if len(one) == 1 and not other:
            return self.touches(one[0], place)
        key = (names_of(one), names_of(other), place)
        if key not in self._differ:
            try:
                answers = self._answer(one, place), self._answer(other, place)
                self._differ[key] = not self._agree(self._case(place), *answers)
            except IncompatibleError:
                self._differ[key] = True
            except TooLongError:
                self._differ[key] = False
        return self._differ[key]

    def _active(self, explanation: DeviationSet, place: int) -> tuple[Deviation, ...]:
        """Return the deviations that apply at a place, without their conditions."""
        active: list[Deviation] = []
        for one in explanation:
            if not isinstance(one, Conditional):
                active.append(one)
            elif self._holds(one, place):
                active.append(one.row)
        return tuple(active)

    def _holds(self, one: Conditional, place: int) -> bool:
        return one.condition.holds_of(self.facts(place))

    def _case(self, place: int) -> Case:
        return self.observations[place].case

    def _compare(self, rows: tuple[Deviation, ...], place: int) -> bool:
        observed = self.observations[place]
        wholes = [row.whole if isinstance(row, AspectDeviation) else row for row in rows]
        if not rows or (len(rows) == 1 and self._looks.leaves(wholes[0], place)):
            self._touched |= {(row.name, place): False for row in rows}
            return place in self.agreeing
        predicted = self._answer(rows, place)
        touched = not self._agree(observed.case, observed.expected, predicted) and (
            self._unchanged(place) == observed.expected
            or not self._agree(observed.case, self._unchanged(place), predicted)
        )
        if not touched:
            predicted = observed.expected
        fits = self._agree(observed.case, predicted, observed.candidate)
        if len(rows) == 1:
            self._touched[rows[0].name, place] = touched
        return fits

    def _unchanged(self, place: int) -> Answer:
        if place not in self._plain:
            self._plain[place] = self._answer((), place)
        return self._plain[place]

    def _answer(self, rows: tuple[Deviation, ...], place: int) -> Answer:
        key = names_of(rows), place
        if key not in self._composed:
            self._composed[key] = self._computed(rows, place)
        return self._composed[key]

    def _computed(self, rows: tuple[Deviation, ...], place: int) -> Answer:
        for row in rows:
            if isinstance(row, AspectDeviation):
                self.meter.spend(1)
                rest = tuple(other for other in rows if other is not row)
                return row.taken(self._answer(rest, place), self._answer((row.whole,), place))
        names = names_of(rows)
        self.meter.spend(self.cost(place))
        if names not in self._candidates:
            model = model_of(self._release, (*self._declared, *rows))
            self._candidates[names] = LocalCandidate("+".join(names), model)
        return self.meter.of_answer(partial(self._candidates[names].answer, self._case(place)))

    def weight(self, place: int) -> int:
        """Return the approximate size in characters of the case at a place."""
        if place not in self._weights:
            self._weights[place] = weight(self._case(place).input)
        return self._weights[place]

    def cost(self, place: int) -> int:
        """Return the work of an answer at a place, besides its loops."""
        return cost_of(self._case(place), self.weight(place))

    def _cost_of_facts(self, place: int) -> int:
        return cost_of_facts(self._case(place), self.weight(place))

    def facts(self, place: int) -> Facts:
        """Return the facts of the case at a place."""
        if place not in self._facts:
            one = self.observations[place]
            self.meter.spend(self._cost_of_facts(place))
            self._facts[place] = {**facts_of(one.case), **facts_of_answer(one.case, one.expected)}
        return self._facts[place]


def answers_agree(case: Case, expected: Answer, actual: Answer) -> bool:
    """Return whether two answers agree; two with a wrong shape also do."""
    if expected == actual:  # most are, and comparing is slow
        return True
    misshapen = isinstance(expected, Misshapen) and isinstance(actual, Misshapen)
    return misshapen or not diverges(case, expected, actual)
