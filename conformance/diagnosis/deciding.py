"""What decides about a divergence without a known cause: the nearest input that agrees.

Edited inputs are run until one agrees. Two inputs one edit apart show where to look, and so do
fields that do not change the candidate's answer.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from heapq import nsmallest
from itertools import chain, islice

from conformance.diagnosis.conditions import Condition
from conformance.diagnosis.experiments import NewCases
from conformance.diagnosis.explanations import Scored
from conformance.diagnosis.metering import SpentError
from conformance.diagnosis.neighbours import Neighbour, distance, neighbours
from conformance.diagnosis.places import inner_of
from conformance.diagnosis.plain import key_of, plainness
from conformance.diagnosis.predicting import Predictor, answers_agree
from conformance.diagnosis.searching import Search
from conformance.examination.findings import Observation, size
from conformance.operations import FORMS
from conformance.protocol.values import Answer, Failure, Result, Value

_STARTS, _AGREEING, _NEIGHBOURS = 4, 2, 50
"""The numbers of edited divergences of different kinds or clauses, agreeing cases, and edits."""

_LIGHTEST = 200
"""The number of agreeing cases from which the plainest are taken."""

_LARGEST = 2_000
"""Characters, roughly, of a case that is edited; of larger ones only where all are."""

_ROUNDS, _NEW = 3, 24
"""Times that a condition is refined; new cases of each side that it is confirmed on."""

_USUAL = 5
"""An answer to one of this number of cases is a usual one."""

_LEAST_OF_A_SIDE, _LEAST_EDITS = 4, 4
"""Cases of each side that a condition needs, and edits that show that a field does not count."""

_HISTORY = "the same input in a fresh process, instead of after other inputs"


@dataclass(frozen=True, slots=True)
class Decisive:
    """What is known about the divergences of an operation that no cause explains.

    ``condition`` holds for every divergence and for no agreeing case. If there is none, ``common``
    holds for every divergence and for ``others`` agreeing cases. The candidate's answer stayed the
    same under every edit of a place in ``independent`` that changes harbor's. ``differs`` and
    ``agrees`` are inputs one ``edit`` apart, or one input and two processes.
    """

    condition: str = ""
    common: str = ""
    others: int = 0
    independent: tuple[str, ...] = ()
    edit: str = ""
    differs: Observation | None = None
    agrees: Observation | None = None

    def __bool__(self) -> bool:
        """Return whether anything is known."""
        return bool(self.condition or self.common or self.independent or self.agrees)


class Deciding:
    """Finds what decides about the divergences that an explanation does not predict."""

    def __init__(self, search: Search, cases: NewCases) -> None:
        """Take the search, and the experiment that makes new cases."""
        self._search, self._cases = search, cases
        self._predictor: Predictor = search.predictor
        observed = self._predictor.observations
        given = Counter(_key(one.expected) for one in observed)
        self._usual = {answer for answer, n in given.items() if _USUAL * n > len(observed)}

    def decisive(self, scored: Scored) -> tuple[Decisive, ...]:
        """Return what decides about the cases that an explanation does not predict.

        If they differ in several ways, a different edit may decide for each.
        """
        starts = self._starts(scored)
        again = self._cases.seen([(one.clause, one.case) for one in starts])
        fresh = [(one, now) for one, now in zip(starts, again, strict=True) if now and agree(now)]
        if fresh:
            return (Decisive(edit=_HISTORY, differs=fresh[0][0], agrees=fresh[0][1]),)
        all_tried = [self._tried(start) for start in starts]
        tried = [[pair for pair in edits if _tells(pair[1])] for edits in all_tried]
        agreeing = [(start, self._tried(start)) for start in self._agreeing()]
        pairs = [
            Decisive(edit=one.words, differs=start, agrees=seen)
            for start, edits in zip(starts, tried, strict=True)
            for one, seen in sorted(edits, key=partial(self._rank, start))[:1]
        ]
        pairs = [*{(one.edit, _signature(one.differs)): one for one in reversed(pairs)}.values()]
        condition, common, having = "", "", 0
        with suppress(SpentError):
            condition, common, having = self._condition(self._search.of(scored.deviations))
        first, *others = pairs[::-1] or [Decisive()]
        of_all = replace(
            first,
            condition=condition,
            common=common,
            others=having,
            independent=tuple(_independent([*zip(starts, all_tried, strict=True), *agreeing])),
        )
        return tuple(filter(None, (of_all, *others)))

    def _starts(self, scored: Scored) -> list[Observation]:
        """Return the smallest unexplained divergences, each of a different kind or clause.

        Different kinds come first, such as a value instead of an error.
        """
        places = sorted(scored.missed)
        light = [place for place in places if self._predictor.weight(place) < _LARGEST]
        small = [self._predictor.observations[place] for place in light or places[:1]]
        by_kind = {_signature(one): one for one in reversed(small)}
        by_clause = {one.clause: one for one in reversed(small)}
        found = (
            sorted(some.values(), key=lambda one: size(one.case)) for some in (by_kind, by_clause)
        )
        distinct = {key_of(one.case.input): one for some in found for one in some}
        return [*distinct.values()][:_STARTS]

    def _agreeing(self) -> list[Observation]:
        """Return small cases on which the two agree, with informative answers."""
        agreeing = sorted(self._predictor.agreeing)
        lightest = nsmallest(_LIGHTEST, agreeing, key=self._predictor.weight)
        light = [self._predictor.observations[place] for place in lightest]
        telling = [one for one in light if not self._says_little(one)]
        return sorted(telling, key=lambda one: plainness(one.case))[:_AGREEING]

    def _tried(self, start: Observation) -> list[tuple[Neighbour, Observation]]:
        """Return the edits of a case that could be run, and what each showed."""
        edits = neighbours(start.case, _NEIGHBOURS)
        seen = self._cases.seen([(start.clause, one.case) for one in edits])
        return [(one, shown) for one, shown in zip(edits, seen, strict=True) if shown is not None]

    def _rank(
        self, start: Observation, pair: tuple[Neighbour, Observation]
    ) -> tuple[bool, bool, int, int]:
        """Return a sort key: the nearest input that tells most is first, another metric last."""
        one, seen = pair
        schema = inner_of(FORMS[start.case.operation].input.schema)["properties"].get(one.place, {})
        chooses = bool(schema) and "enum" in inner_of(schema)
        return chooses, self._says_little(seen), distance(start.case, seen.case), len(one.words)

    def _says_little(self, seen: Observation) -> bool:
        """Return whether an expected answer has no value, or is that of many different cases.

        Agreement on it proves little.
        """
        answer = seen.expected
        no_value = isinstance(answer, Failure) or not any(_values(answer))
        return no_value or _key(answer) in self._usual

    def _condition(self, scored: Scored) -> tuple[str, str, int]:
        """Return the condition of all unexplained divergences, or else what they have in common."""
        found: tuple[str, str, int] = ("", "", 0)
        for _ in range(_ROUNDS):
            inside, outside = scored.missed, self._predictor.agreeing
            if min(len(inside), len(outside)) < _LEAST_OF_A_SIDE:
                return found
            whole, condition, others = self._described(inside, outside)
            if not condition.facts:
                return found
            places = self._cases.run(self._bordering(condition, whole=whole))
            scored = self._search.of(scored.deviations)
            holds = [condition.holds_of(self._predictor.facts(p)) for p in places & scored.missed]
            others = self._agreeing_where(condition)
            if all(holds) and not (whole and others):
                return (str(condition), "", 0) if whole else ("", str(condition), others)
        return found

    def _described(
        self, inside: Iterable[int], outside: Iterable[int]
    ) -> tuple[bool, Condition, int]:
        """Return whether a condition separates two sides, and it, or what one has in common."""
        inside, outside = sorted(inside), sorted(outside)
        condition = self._predictor.separating(inside, outside)
        facts = self._predictor.facts
        if condition is not None and all(condition.holds_of(facts(place)) for place in inside):
            return True, condition, 0
        common, others = self._predictor.common(inside, outside)
        if not all(common.holds_of(facts(place)) for place in inside):
            return False, Condition(), 0
        return False, common, others

    def _agreeing_where(self, condition: Condition) -> int:
        facts = self._predictor.facts
        return sum(condition.holds_of(facts(place)) for place in self._predictor.agreeing)

    def _bordering(self, condition: Condition, *, whole: bool) -> list[int]:
        """Return new cases in which a condition holds, if it must decide, and does not hold."""
        missed = self._search.of(()).missed
        near = [self._predictor.observations[place] for place in sorted(missed)[:_STARTS]]
        sides: dict[bool, list[int]] = {True: [], False: []}
        pool = self._cases.pool
        for place in chain(*self._cases.untried(near)):
            if len(sides[False]) == _NEW and (not whole or len(sides[True]) == _NEW):
                break
            holds = condition.holds_of(pool.facts(place))
            if len(sides[holds]) < _NEW and (whole or not holds):
                sides[holds].append(place)
        return [*sides[True], *sides[False]]


def agree(seen: Observation) -> bool:
    """Return whether the two answers of an observation agree."""
    return answers_agree(seen.case, seen.expected, seen.candidate)


def _signature(seen: Observation | None) -> tuple[str, ...]:
    """Return the kind of a difference: the errors, or the types, of both answers."""
    answers = (seen.expected, seen.candidate) if seen else ()
    return tuple(
        one.error
        if isinstance(one, Failure)
        else type(one.value).__name__
        if isinstance(one, Result)
        else ""
        for one in answers
    )


def _key(answer: Answer) -> bytes | Answer:
    """Return what equal answers share; errors are their own key."""
    return key_of(answer.value) if isinstance(answer, Result) else answer


def _tells(seen: Observation) -> bool:
    """Return whether two answers agree, in a value or in an error."""
    return agree(seen) and (isinstance(seen.expected, Failure) or any(_values(seen.expected)))


def _values(answer: Answer) -> Iterator[bool]:
    """Yield for each value of a result whether it tells anything: null and nan do not."""
    ahead: list[Value] = [answer.value] if isinstance(answer, Result) else []
    while ahead:
        match ahead.pop():
            case dict() as named:
                ahead += named.values()
            case list() as values:
                ahead += values
            case value:
                yield value is not None and value == value  # noqa: PLR0124 - nan


type _Edits = Sequence[tuple[Neighbour, Observation]]
"""Edits of a case, and what each showed."""


def _independent(tried: Iterable[tuple[Observation, _Edits]]) -> Iterator[str]:
    """Yield the places whose edits change harbor's answer and never the candidate's.

    An error, or a result without values, may stay the same for a different reason.
    """
    changed: dict[str, list[bool]] = {}
    for start, edits in tried:
        for one, seen in edits if any(_values(start.candidate)) else ():
            if not answers_agree(seen.case, start.expected, seen.expected):
                same = answers_agree(seen.case, start.candidate, seen.candidate)
                changed.setdefault(one.place, []).append(same)
    same_always = (one for one, same in changed.items() if len(same) >= _LEAST_EDITS and all(same))
    yield from islice(same_always, _STARTS)
