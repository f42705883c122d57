"""When two answers agree: equal at ε = 0 with nan equal to nan, or exactly alike."""

from dataclasses import dataclass
from enum import IntEnum

from conformance.protocol.differences import JsonText, Kind, answer_differences
from conformance.protocol.values import Answer


class Agreement(IntEnum):
    """How far two answers agree; a greater value is the stronger statement."""

    DIVERGENT = 0
    EQUAL = 1
    EXACT = 2


@dataclass(frozen=True, slots=True)
class Comparison:
    """The gravest difference of two answers in words, and its kind."""

    kind: Kind = Kind.NONE
    difference: str = ""

    @property
    def agreement(self) -> Agreement:
        """How far the answers agree."""
        if self.kind < Kind.SPELLING:
            return Agreement.DIVERGENT
        return Agreement.EQUAL if self.kind is Kind.SPELLING else Agreement.EXACT


_EXACT = Comparison()


def compare(
    expected: Answer,
    actual: Answer,
    *,
    json_text: JsonText | None = None,
    any_order: bool = False,
) -> Comparison:
    """Return how far ``actual`` agrees with ``expected``, and their gravest difference.

    ``json_text`` and ``any_order`` are as in ``answer_differences``.
    """
    found = answer_differences(expected, actual, json_text, any_order=any_order)
    if not found:
        return _EXACT
    # A key that is missing outweighs what its neighbours hold.
    gravest = min((one for one in found if not one.nested), key=lambda one: one.gravity)
    return Comparison(gravest.kind, str(gravest))
