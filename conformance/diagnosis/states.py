"""Explanations with what they do not predict, and which of them a search goes on with."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from candidates.deviations.catalogue import CATALOGUE, in_order
from candidates.deviations.deviation import Deviation
from conformance.diagnosis.predicting import Explanation, names

BEAM = 5
"""Explanations of one size from which larger ones are made."""

_OF_ONE_STEP = 2
"""Those of them whose last deviations change one step, at most: ways to add are many."""


@dataclass(frozen=True, slots=True)
class State:
    """An explanation, and the places whose answers it does not predict."""

    explanation: Explanation
    missed: frozenset[int]
    contradicted: frozenset[int]

    @property
    def rank(self) -> tuple[int, int, tuple[int, ...]]:
        """What states are ordered by: what they get wrong; then size, then place."""
        places = tuple(map(_place, names(self.explanation)))
        return self.wrong, len(self.explanation), places

    @property
    def wrong(self) -> int:
        """How much is not predicted; contradictions weigh twice."""
        return len(self.missed) + 2 * len(self.contradicted)


def diverse(states: Sequence[State]) -> list[State]:
    """Return the first states, few of which change the same steps."""
    counts: Counter[tuple[str, ...]] = Counter()
    chosen = []
    for state in states:
        steps = tuple(sorted({change.step for row in state.explanation for change in row.changes}))
        counts[steps] += 1
        if counts[steps] <= _OF_ONE_STEP:
            chosen.append(state)
    return chosen[:BEAM]


def joined(explanation: Explanation, row: Deviation) -> Explanation:
    """Return an explanation with one deviation more, in the catalogue's order."""
    return tuple(in_order((*explanation, row)))


def _place(name: str) -> int:
    return _PLACES[name.partition("=")[0]]


_PLACES = {name: place for place, name in enumerate(CATALOGUE)}
