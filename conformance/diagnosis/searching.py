"""Searches for the smallest set of deviations that predicts what was observed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

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
        places = tuple(_PLACES[name.partition("=")[0]] for name in names(self.explanation))
        wrong = len(self.missed) + 2 * len(self.contradicted)
        return wrong, len(self.explanation), places


_PLACES = {name: place for place, name in enumerate(CATALOGUE)}


class Search:
    """The search of one operation's explanations over its observations."""

    def __init__(self, operation: str, predictor: Predictor, diverging: int) -> None:
        """Take the observations, of which the first so many diverge."""
        self._operation = operation
        self._predictor = predictor
        self._diverging = range(diverging)
        self._agreeing = range(diverging, len(predictor.observations))

    def best(self) -> State:
        """Return the explanation that leaves least unpredicted, the smallest of such."""
        nothing = State((), frozenset(self._diverging), frozenset())
        rows = list(self._promising())
        best, beam = nothing, [nothing]
        while best.missed or best.contradicted:
            larger = sorted(self._larger(beam, rows), key=lambda state: state.rank)
            if not larger or larger[0].rank >= best.rank:
                break
            best, beam = larger[0], larger[:_BEAM]
            if len(best.explanation) == _MOST_DEVIATIONS or self._predictor.work > MOST_WORK:
                break
        return self._without_idle(best)

    def _promising(self) -> Iterator[Deviation]:
        """Yield the deviations that predict at least one diverging answer by themselves."""
        telling = list(self._telling())
        rows = [row for row in CATALOGUE.values() if row.operation == self._operation]
        observations = [self._predictor.observations[place] for place in telling]
        for family in families(rows):
            fits = {
                row: len(self._predictor.fitting((row,), telling))
                for row in variants(family, observations)
            }
            fitting = sorted((row for row in fits if fits[row]), key=lambda row: -fits[row])
            yield from fitting[:_VALUES]

    def _telling(self) -> Iterator[int]:
        """Yield the places of the first few diverging observations of each clause."""
        by_clause: dict[str, int] = {}
        for place in self._diverging:
            clause = self._predictor.observations[place].requirement
            by_clause[clause] = by_clause.get(clause, 0) + 1
            if by_clause[clause] <= _TELLING:
                yield place

    def _larger(self, beam: Sequence[State], rows: Sequence[Deviation]) -> Iterator[State]:
        """Yield the states that have one deviation more, and predict something that was missed."""
        tried: set[frozenset[str]] = set()
        for state in beam:
            for row in rows:
                key = frozenset((*names(state.explanation), row.name))
                if len(key) > len(state.explanation) and key not in tried:
                    tried.add(key)
                    yield from self._with(state, row)

    def _with(self, state: State, row: Deviation) -> Iterator[State]:
        explanation = tuple(
            sorted(
                (*state.explanation, row), key=lambda one: _PLACES[one.name.partition("=")[0]]
            )
        )
        telling = list(islice(sorted(state.missed), 400))
        try:
            gained = self._predictor.fitting(explanation, telling)
        except IncompatibleError:
            return
        if gained and self._predictor.work <= MOST_WORK:
            yield self._state(explanation)

    def _state(self, explanation: Explanation) -> State:
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
            smaller = self._state(rest) if rest else state
            if rest and smaller.rank < state.rank:
                return self._without_idle(smaller)
        return state
