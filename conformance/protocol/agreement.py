"""Whether two answers agree: equal at ε = 0 with nan equal to nan, or exactly alike."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

from conformance.protocol.differences import Difference, JsonText, Kind, answer_differences
from conformance.protocol.json_text import parse
from conformance.protocol.values import Answer, Result, Value


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


_EXACT = Comparison()


def agreement_of(found: Sequence[Difference]) -> Comparison:
    """Return how well two answers with these differences agree, and the worst difference."""
    if not found:
        return _EXACT
    # A missing key outweighs differences next to it.
    gravest = min((one for one in found if not one.nested), key=lambda one: one.gravity)
    return Comparison(gravest.kind, str(gravest))


_parsed = lru_cache(maxsize=64)(parse)
"""One side's text is compared with many others."""


def answers_agree(expected: Answer, actual: Answer, text: JsonText | None = None) -> bool:
    """Return whether two answers differ in spelling at most, and in no value."""
    if not (isinstance(expected, Result) and isinstance(actual, Result)):
        return not answer_differences(expected, actual)
    first, second = expected.value, actual.value
    if text is None or not (isinstance(first, dict) and isinstance(second, dict)):
        return alike(first, second)
    texts = [str(side.get(text.member)) for side in (first, second)]
    if texts[0] == texts[1]:
        return True
    try:
        documents = [_parsed(one.removeprefix(text.prefix)) for one in texts]
    except ValueError:
        return False
    return all(one.startswith(text.prefix) for one in texts) and alike(*documents)


def alike(first: Value, second: Value) -> bool:
    """Return whether two values are equal at ε = 0, nan equal to nan, in any order of keys."""
    if isinstance(first, dict) and isinstance(second, dict):
        same = first.keys() == second.keys()
        return same and all(alike(one, second[key]) for key, one in first.items())
    if isinstance(first, list) and isinstance(second, list):
        return len(first) == len(second) and all(map(alike, first, second))
    numbers = isinstance(first, int | float) and isinstance(second, int | float)
    if not numbers or isinstance(first, bool) or isinstance(second, bool):
        return type(first) is type(second) and first == second
    return first == second or (first != first and second != second)  # noqa: PLR0124 - nan
