"""Searches for the smallest set of deviations that predicts what was observed."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from candidates.deviations.catalogue import CATALOGUE
from candidates.deviations.deviation import Deviation, IncompatibleError
from conformance.diagnosis.parameters import families, variants
from conformance.diagnosis.predicting import Explanation, Predictor, names

MOST_WORK = 400_000
"""Predicted answers of one operation after which the best explanation so far stands."""

_BEAM = 5
"""Explanations of one size from which larger ones are made."""

_MOST_DEVIATIONS = 6
"""Deviations of one explanation, at most."""

_VALUES = 3
"""Values of one parameter that are kept, at most."""

_TELLING = 4
"""Diverging observations of a clause on which a deviation is tried first."""


@dataclass(frozen=True, slots=True)
class State:
    """An explanation, and the places whose answers it does not predict."""

    explanation: Explanation
    missed: frozenset[int]
    contradicted: frozenset[int]

    @property
    def rank(self) -> tuple[int, int, tuple[int, ...]]:
        """What states are ordered by: contradictions weigh twice; then size, then place."""
        places = tuple(map(_place, names(self.explanation)))
        wrong = len(self.missed) + 2 * len(self.contradicted)
        return wrong, len(self.explanation), places


def _joined(explanation: Explanation, row: Deviation) -> Explanation:
    """Return an explanation with one deviation more, in the catalogue's order."""
    return tuple(sorted((*explanation, row), key=lambda one: _place(one.name)))


def _place(name: str) -> int:
    return _PLACES[name.partition("=")[0]]


_PLACES = {name: place for place, name in enumerate(CATALOGUE)}


class Search:
    """The search of one operation's explanations over its observations."""

    def __init__(self, operation: str, predictor: Predictor, diverging: int) -> None:
        """Take the observations, of which the first so many diverge."""
        self._operation = operation
        self._predictor = predictor
        self._diverging = range(diverging)
        self._agreeing = range(diverging, len(predictor.observations))
        self._rows: dict[Deviation, None] = {}

    def best(self) -> State:
        """Return the explanation that leaves least unpredicted, the smallest of such."""
        beam = [State((), frozenset(self._diverging), frozenset())]
        while beam[0].missed or beam[0].contradicted:
            larger = self._grown(beam)
            if not larger:
                break
            beam = larger[:_BEAM]
        return self._without_idle(beam[0])

    def alike(self, state: State, row: Deviation) -> Iterator[Deviation]:
        """Yield what could stand in a state in a deviation's place, and predict the same."""
        rest = tuple(other for other in state.explanation if other is not row)
        for other in self._rows:
            if other.name not in names(state.explanation):
                with suppress(IncompatibleError):
                    changed = self.state(_joined(rest, other))
                    if (changed.missed, changed.contradicted) == (state.missed, state.contradicted):
                        yield other

    def _grown(self, beam: Sequence[State]) -> list[State]:
        """Return states of one deviation more that are better than the best, the best first.

        Values of parameters are tried where deviations as they are do not serve.
        """
        best = beam[0]
        if len(best.explanation) == _MOST_DEVIATIONS or self._predictor.work > MOST_WORK:
            return []
        for with_values in (False, True):
            self._rows |= dict.fromkeys(self._promising(best, with_values=with_values))
            larger = sorted(self._larger(beam), key=lambda state: state.rank)
            if larger and larger[0].rank < best.rank:
                return larger
        return []

    def _promising(self, state: State, *, with_values: bool) -> Iterator[Deviation]:
        """Yield the deviations that predict, with those of a state, an answer that it misses."""
        telling = list(self._telling(state.missed))
        observations = [self._predictor.observations[place] for place in telling]
        rows = [row for row in CATALOGUE.values() if row.operation == self._operation]
        for family in families(rows):
            tried = variants(family, observations) if with_values else family
            gains = {row: self._gain(state, row, telling) for row in tried}
            gaining = sorted((row for row in gains if gains[row]), key=lambda row: -gains[row])
            yield from gaining[:_VALUES]

    def _gain(self, state: State, row: Deviation, places: Sequence[int]) -> int:
        """Return at how many places a deviation more makes the state predict the answer."""
        explanation = _joined(state.explanation, row)
        try:
            return len(self._predictor.fitting(explanation, places))
        except IncompatibleError:
            return 0

    def _telling(self, missed: Iterable[int]) -> Iterator[int]:
        """Yield of the missed places the first few of each clause."""
        by_clause: dict[str, int] = {}
        for place in sorted(missed):
            clause = self._predictor.observations[place].requirement
            by_clause[clause] = by_clause.get(clause, 0) + 1
            if by_clause[clause] <= _TELLING:
                yield place

    def _larger(self, beam: Sequence[State]) -> Iterator[State]:
        """Yield the states that have one deviation more, and predict something that was missed."""
        tried: set[frozenset[str]] = set()
        for state in beam:
            for row in self._rows:
                key = frozenset((*names(state.explanation), row.name))
                if len(key) > len(state.explanation) and key not in tried:
                    tried.add(key)
                    yield from self._with(state, row)

    def _with(self, state: State, row: Deviation) -> Iterator[State]:
        if self._gain(state, row, sorted(state.missed)) and self._predictor.work <= MOST_WORK:
            yield self.state(_joined(state.explanation, row))

    def state(self, explanation: Explanation) -> State:
        """Return what an explanation predicts of all observations."""
        fitting = self._predictor.fitting(explanation, self._diverging)
        agreed = self._predictor.fitting(explanation, self._agreeing)
        return State(
            explanation,
            frozenset(self._diverging) - fitting,
            frozenset(self._agreeing) - agreed,
        )

    def _without_idle(self, state: State) -> State:
        """Leave out what another deviation of the explanation makes superfluous."""
        for row in state.explanation:
            rest = tuple(other for other in state.explanation if other is not row)
            smaller = self.state(rest) if rest else state
            if rest and smaller.rank < state.rank:
                return self._without_idle(smaller)
        return state
