"""Compares answers as their operation has it."""

from conformance.operations import REGISTRY
from conformance.protocol.agreement import Comparison, agreement_of, is_divergent
from conformance.protocol.differences import Difference, answer_differences, sorted_names
from conformance.protocol.values import Answer, Case, Result


def compare(case: Case, expected: Answer, actual: Answer) -> Comparison:
    """Return how far ``actual`` agrees with ``expected``, and where they first part."""
    return agreement_of(differences(case, expected, actual))


def diverges(case: Case, expected: Answer, actual: Answer) -> bool:
    """Return whether two answers to a case agree in no way."""
    return is_divergent(differences(case, expected, actual))


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
