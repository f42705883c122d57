"""Rules for elements and calls, learned from a candidate's answers.

A change is made to some elements of small divergent cases until the answer is the candidate's.
What these elements have, and no others, is the rule.
"""

import marshal
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain, combinations, islice, takewhile

from candidates.deviations.deviation import Deviation
from conformance.diagnosis.conditions import Condition, Fact, separating
from conformance.diagnosis.element_facts import Inner, facts_of_elements
from conformance.diagnosis.explanations import DeviationSet, with_deviation
from conformance.diagnosis.facts import COUNT, Facts
from conformance.diagnosis.plain import key_of
from conformance.diagnosis.predicting import Predictor
from conformance.diagnosis.targets import Collection, Target, targets

_CASES, _LEAST = 8, 3
"""Divergent cases that are tried, and those that a rule needs."""

_MOST_ELEMENTS, _MOST_NEAR, _OF_MANY = 4, 12, 2
"""The most elements of which all sets are tried, of which some are, and the most elements of those,
or that differ from a rule's."""

_TOLD, _AGREEING, _LARGEST, _MISSED, _ROUNDS = 40, 16, 1_000, 300, 6
"""Divergent cases that a rule must predict, agreeing cases whose elements are tried one by one,
the size of the largest that it must leave, divergent ones that it should predict, and the times
that it is learned."""

_KEPT, _CHOSEN = 20_000, 100
"""Lists and objects whose elements' facts are kept, and elements for which a rule is looked up in
a unit of work."""

type _Elements = Sequence[tuple[bytes, int]]
"""Elements, each with the key of its list or object and its position there."""


def learned(  # noqa: PLR0913 - what was seen, what is known of it, and how much is to be told
    operation: str,
    predictor: Predictor,
    base: DeviationSet,
    missed: Iterable[int],
    part: Iterable[int],
    *,
    whole: bool,
) -> Iterator[Deviation]:
    """Yield deviations that change some elements or calls, if those predict what is missed.

    Those that are ``whole`` predict all of it, others half: something else may be wrong as well.
    """
    by_weight = sorted(missed, key=lambda place: (predictor.weight(place), place))
    light = [*islice((one for one in by_weight if not predictor.fits(base, one)), _MISSED)]
    agreeing = [one for one in predictor.agreeing & {*part} if predictor.weight(one) < _LARGEST]
    agreeing.sort(key=predictor.weight)
    for target in targets(operation):
        learning = _Learning(predictor, base, target)
        yield from learning.rules(light, agreeing, whole=whole)
        yield from learning.of_one_fact(light, agreeing, whole=whole)


@lru_cache(_KEPT)
def _facts(key: bytes, inner: Inner) -> Sequence[Facts]:
    return facts_of_elements(marshal.loads(key), inner)  # noqa: S302 - a key of this process


@lru_cache(_KEPT)
def _chosen(key: bytes, inner: Inner, condition: Condition) -> tuple[int, ...]:
    """Return the positions of the elements for which a condition holds."""
    return tuple(at for at, one in enumerate(_facts(key, inner)) if condition.holds_of(one))


class _Learning:
    """Learns for which elements of one place one change is right."""

    def __init__(self, predictor: Predictor, base: DeviationSet, target: Target) -> None:
        self._predictor, self._base, self._target = predictor, base, target
        self._inside: list[Facts] = []
        self._outside: list[Facts] = []
        self._shown: list[int] = []

    def rules(
        self, light: Sequence[int], agreeing: Sequence[int], *, whole: bool
    ) -> Iterator[Deviation]:
        """Yield the last rule that leaves agreeing cases unchanged, if it predicts divergent ones.

        By itself, one that predicts some of them is a coincidence more often than not.
        """
        if not self._is_shown(light) or not self._inside:
            return
        self._look_at_single(agreeing)
        best, told = None, light[:_TOLD]
        for _ in range(_ROUNDS):
            condition = separating(self._inside, self._outside)
            if condition in {None, best} or not condition.facts:
                break
            if not self._contradicted(condition, agreeing):
                if 2 * len([*self._predicted(condition, told)]) < len(told):
                    break
                best = condition
                if not self._missing_is_shown(condition, light):
                    break
        if best is not None and not (whole and [*self._predicted(best, told)] != [*told]):
            yield self._row(best)

    def of_one_fact(
        self, light: Sequence[int], agreeing: Sequence[int], *, whole: bool
    ) -> Iterator[Deviation]:
        """Yield the rule of one fact that predicts most, where several elements could be meant."""
        if self._inside or len(self._shown) < _LEAST:
            return
        told = light[:_TOLD]
        each = [self._facts_of(self._elements(place)) for place in self._shown]
        first, *others = ({name: 0 for facts in one for name in facts} for one in each)
        common = (name for name in first if all(name in other for other in others))
        names = [name for name in common if not name.startswith(COUNT)]  # the general ones first
        rules = (Condition((Fact(name, *sides),)) for name in names for sides in ((1,), (0, 0)))
        every = [[place] for place in self._shown]
        right = (one for one in rules if all([*self._predicted(one, place)] for place in every))
        predicted = {one: len([*self._predicted(one, told)]) for one in right}
        least = len(told) if whole else len(told) / 2
        for one in sorted(predicted, key=lambda one: -predicted[one]):
            if predicted[one] >= least and not self._contradicted(one, agreeing):
                yield self._row(one)
                break

    def _look_at_single(self, agreeing: Iterable[int]) -> None:
        """Take the facts of elements of agreeing cases whose change would be wrong."""
        for place in [one for one in agreeing if self._elements(one)][:_AGREEING]:
            for one in self._elements(place):
                if self._predictor.touches(self._of([one]), place):
                    self._outside += self._facts_of([one])

    def _contradicted(self, condition: Condition, agreeing: Iterable[int]) -> bool:
        """Return whether a rule changes agreeing cases; take the facts of what it chooses there."""
        chosen = ((place, self._by_rule(condition, place)) for place in agreeing)
        wrong = (
            some
            for place, some in chosen
            if some and self._predictor.touches(self._of(some), place)
        )
        found = [one for some in islice(wrong, _CASES) for one in some]
        self._outside += self._facts_of(found)
        return bool(found)

    def _by_rule(self, condition: Condition, place: int) -> _Elements:
        """Return the elements of a case for which a rule holds."""
        elements = self._elements(place)
        facts = self._facts_of(elements)
        return [one for one, of in zip(elements, facts, strict=True) if condition.holds_of(of)]

    def _predicted(self, condition: Condition, places: Iterable[int]) -> Iterator[int]:
        """Yield the cases whose answers a rule predicts; those of equal elements are one answer."""
        for place in places:
            some = self._by_rule(condition, place)
            if some and self._fits(some, place):
                yield place

    def _is_shown(self, light: Sequence[int]) -> bool:
        """Return whether changes of some elements predict enough of the cases."""
        counted = ((len(self._elements(place)), place) for place in light)
        tried = [(n, place) for n, place in counted if 0 < n <= _MOST_NEAR]
        few = [place for n, place in tried if n <= _MOST_ELEMENTS]
        shown = failed = 0
        for place in few or [place for _, place in tried]:
            if self._shows(place):
                shown += 1
                self._shown.append(place)
            else:
                failed += 1
            if failed > 1 + shown or shown == _CASES:
                break
        return shown >= _LEAST

    def _missing_is_shown(self, condition: Condition, light: Sequence[int]) -> bool:
        """Return whether cases that a rule does not predict show other elements than it chooses."""
        left = (one for one in light if not [*self._predicted(condition, [one])])
        shown = [self._shows(place, condition) for place in islice(left, _LEAST)]
        return any(shown)

    def _shows(self, place: int, rule: Condition | None = None) -> bool:
        """Return whether the change of some elements predicts an answer; take their facts."""
        elements = self._elements(place)
        fitting = (some for some in self._tried(elements, rule) if self._fits(some, place))
        chosen = next(fitting, None)
        if chosen is None:
            return False
        others = takewhile(lambda some: len(some) == len(chosen), fitting)
        if next(others, None) is None:  # of several any could be meant
            for one in elements:
                if one in chosen:
                    self._inside += self._facts_of([one])
                elif not self._fits([*chosen, one], place):  # or its change makes no difference
                    self._outside += self._facts_of([one])
        return True

    def _tried(self, elements: _Elements, rule: Condition | None) -> Iterator[_Elements]:
        """Yield the sets of elements to try, the small ones first, and what differs from a rule's.

        There are too many sets of many elements, but not of those that nearly are a rule's.
        """
        if len(elements) <= _MOST_ELEMENTS or rule is None:
            most = len(elements) if len(elements) <= _MOST_ELEMENTS else _OF_MANY
            sizes = range(1, most + 1)
            yield from chain.from_iterable(combinations(elements, size) for size in sizes)
        elif len(elements) <= _MOST_NEAR:
            follows = [*map(rule.holds_of, self._facts_of(elements))]
            for size in range(1, _OF_MANY + 1):
                for other in combinations(range(len(elements)), size):
                    yield [
                        one
                        for place, one in enumerate(elements)
                        if follows[place] != (place in other)
                    ]

    def _fits(self, chosen: _Elements, place: int) -> bool:
        return self._predictor.fits(with_deviation(self._base, self._of(chosen)), place)

    def _elements(self, place: int) -> _Elements:
        """Return the elements in a case, of equal lists or objects only those of one."""
        found = self._target.collections(self._predictor.values(self._target.at, place) or ())
        sizes = {key_of(one): len(one) for one in found}
        return [(key, at) for key, size in sizes.items() for at in range(size)]

    def _facts_of(self, elements: _Elements) -> list[Facts]:
        return [_facts(key, self._target.inner)[at] for key, at in elements]

    def _of(self, chosen: _Elements) -> Deviation:
        """Return the deviation that changes certain elements."""
        positions: dict[bytes, list[int]] = {}
        for key, at in chosen:
            positions.setdefault(key, []).append(at)
        words = f"they are {sorted(positions.items())}"
        return self._target.row(words, lambda values: positions.get(key_of(values), ()))

    def _row(self, condition: Condition) -> Deviation:
        """Return the deviation that changes the elements for which a condition holds."""
        inner, meter = self._target.inner, self._predictor.meter

        def choose(values: Collection) -> Iterable[int]:
            meter.count(len(values) / _CHOSEN)
            return _chosen(key_of(values), inner, condition)

        return replace(self._target.row(str(condition), choose), rule=condition.far_fetched)
