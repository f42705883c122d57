"""Whether two answers agree: equal at ε = 0 with nan equal to nan, or exactly alike."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum

from conformance.protocol.differences import Difference, Kind


class Agreement(IntEnum):
    """How well two answers agree; a greater value is stronger."""

    DIVERGENT = 0
    EQUAL = 1
    EXACT = 2


@dataclass(frozen=True, slots=True)
class Comparison:
    """The most serious difference of two answers in words, and its kind."""

    kind: Kind = Kind.NONE
    difference: str = ""

    @property
    def agreement(self) -> Agreement:
        """How well the answers agree."""
        if self.kind < Kind.SPELLING:
            return Agreement.DIVERGENT
        return Agreement.EQUAL if self.kind is Kind.SPELLING else Agreement.EXACT


def is_divergent(found: Iterable[Difference]) -> bool:
    """Return whether answers with these differences agree in no way."""
    return any(one.kind < Kind.SPELLING for one in found if not one.nested)


def agreement_of(found: Sequence[Difference]) -> Comparison:
    """Return how well two answers with these differences agree, and the worst difference."""
    # A missing key outweighs differences next to it.
    counted = (one for one in found if not one.nested)
    gravest = min(counted, key=lambda one: one.gravity, default=None)
    return Comparison() if gravest is None else Comparison(gravest.kind, str(gravest))
