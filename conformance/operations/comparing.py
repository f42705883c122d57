"""Compares two answers: equal at ε = 0 with nan equal to nan, or exactly alike.

Each operation says how: whether the order of keys counts, and which text holds JSON.
"""

from dataclasses import dataclass
from enum import IntEnum

from conformance.operations import REGISTRY
from conformance.protocol.differences import Difference, Kind, answer_differences, sorted_names
from conformance.protocol.values import Answer, Case, Result


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


def compare(case: Case, expected: Answer, actual: Answer) -> Comparison:
    """Return how well two answers to a case agree, and their worst difference."""
    # A missing key outweighs differences next to it.
    counted = (one for one in differences(case, expected, actual) if not one.nested)
    gravest = min(counted, key=lambda one: one.gravity, default=None)
    return Comparison() if gravest is None else Comparison(gravest.kind, str(gravest))


def diverges(case: Case, expected: Answer, actual: Answer) -> bool:
    """Return whether two answers to a case agree in no way."""
    return any(one.kind < Kind.SPELLING for one in differences(case, expected, actual))


def differs(case: Case, expected: Answer, actual: Answer) -> bool:
    """Return whether two answers to a case are not exactly alike."""
    return bool(differences(case, expected, actual))


def differences(case: Case, expected: Answer, actual: Answer) -> list[Difference]:
    """Return every difference of two answers to a case, none where they are exactly alike."""
    row = REGISTRY[case.operation]
    any_order = row.follows_hash_seed(case)
    return answer_differences(expected, actual, row.json_text, any_order=any_order)


def in_order(case: Case, answer: Answer) -> Answer:
    """Return an answer whose names do not follow the hash seed: alphabetical where they would."""
    if isinstance(answer, Result) and REGISTRY[case.operation].follows_hash_seed(case):
        return Result(sorted_names(answer.value))
    return answer
